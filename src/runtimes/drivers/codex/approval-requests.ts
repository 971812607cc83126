import { resolve } from 'node:path';
import { unwrapShell } from '../../command-line/shell-command.js';
import type { ApprovalRequest } from '../../driver.js';
import { listAt, textAt } from '../json-fields.js';
import { objectOf } from '../json-object.js';

/** A request of the server to which there are two answers. */
export interface CodexApproval {
  readonly request: ApprovalRequest;
  readonly approved: unknown;
  readonly denied: unknown;
}

/** Paths that a file change which is asked about would write, by the id of its item. */
export type ChangedFiles = ReadonlyMap<string, readonly string[]>;

/** Null: no request that can be approved. */
export function codexApproval(
  requestId: string,
  method: string,
  given: unknown,
  workDir: string,
  changed: ChangedFiles,
): CodexApproval | null {
  const params = objectOf(given);
  const itemId = textAt(params, 'itemId') ?? textAt(params, 'callId') ?? '';
  const cwd = textAt(params, 'cwd') ?? workDir;
  const writes = (changed.get(itemId) ?? []).map((path) => resolve(workDir, path));
  const common = { requestId, cwd, input: given };
  const answers = { approved: { decision: 'accept' }, denied: { decision: 'decline' } };
  const older = { approved: { decision: 'approved' }, denied: { decision: 'denied' } };
  switch (method) {
    case 'item/commandExecution/requestApproval': {
      // What is typed into a running program, or sent to a host, is no command line of its own.
      const plain = (params.kind ?? 'command') === 'command' && params.networkApprovalContext == null;
      const command = plain ? textAt(params, 'command') : null;
      const argv = command === null ? null : unwrapShell(command);
      return { request: { ...common, tool: 'command', argv, writes: [] }, ...answers };
    }
    case 'item/fileChange/requestApproval':
      return { request: { ...common, tool: 'file_change', argv: null, writes }, ...answers };
    case 'execCommandApproval': {
      const argv = listAt(params, 'command').filter((part) => typeof part === 'string');
      return { request: { ...common, tool: 'command', argv, writes: [] }, ...older };
    }
    case 'applyPatchApproval': {
      const files = Object.keys(objectOf(params.fileChanges)).map((path) => resolve(workDir, path));
      return { request: { ...common, tool: 'file_change', argv: null, writes: files }, ...older };
    }
    default:
      return null;
  }
}
