import { isAbsolute, resolve } from 'node:path';
import type { ApprovalRequest } from '../../driver.js';
import { at, textAt } from '../json-fields.js';

/** Fields in which the tools that write name their file. */
const FILE_FIELDS = ['file_path', 'notebook_path'];
const WRITING = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'];

/** A `can_use_tool` request of Claude. */
export function claudeApproval(requestId: string, request: unknown, workDir: string): ApprovalRequest {
  const tool = textAt(request, 'tool_name') ?? '';
  const input = at(request, 'input');
  const file = FILE_FIELDS.map((field) => textAt(input, field)).find((path) => path !== null) ?? null;
  return {
    requestId,
    tool,
    argv: tool === 'Bash' ? textAt(input, 'command') : null,
    cwd: workDir,
    writes: WRITING.includes(tool) && file !== null ? [isAbsolute(file) ? file : resolve(workDir, file)] : [],
    input,
  };
}
