import { createHash } from 'node:crypto';
import { canonicalJson } from '../../protocol/canonical-json.js';
import type { ApprovalRequest } from '../driver.js';

/** What exactly is approved: sha256 of everything that was asked and of the folder it is asked in, in hexadecimal digits. */
export function digestOf({ tool, argv, cwd, writes, input }: ApprovalRequest, workDir: string): string {
  return createHash('sha256')
    .update(canonicalJson({ tool, argv, cwd: cwd ?? workDir, writes, input }))
    .digest('hex');
}
