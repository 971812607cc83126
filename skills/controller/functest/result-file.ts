import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface WorkflowResult {
  task_status: 'done' | 'failed';
  task_result: string;
  data: Record<string, unknown>;
}

/** Puts `result.json` in place whole or not at all; run by hand, without a job folder, it is the last line of stdout. */
export function writeResult(jobDir: string | undefined, result: WorkflowResult): void {
  if (!jobDir) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const temporary = join(jobDir, `result.json.${process.pid}.tmp`);
  const file = openSync(temporary, 'w');
  try {
    writeSync(file, JSON.stringify(result));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(jobDir, 'result.json'));
}
