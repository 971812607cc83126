import { join } from 'node:path';
import { jobEvents } from './job-events.js';
import { say, type Verdict } from './language.js';
import { putFile } from './put-file.js';
import type { ReportPage } from './report/report-page.js';

export interface Ending {
  task_status: 'done' | 'failed';
  /** For people, in their language; the verdict first. */
  task_result: string;
  /** For later rounds: numbers to compare. */
  data: { verdict: Verdict; [key: string]: unknown };
  report: ReportPage | null;
}

/**
 * Writes `report.html`, announces it, names it in the result text, and puts `result.json` in place. Run by hand, without a job
 * folder, the result is the last line of stdout and there is no report.
 */
export function finish({ task_status, task_result, data, report }: Ending): void {
  const jobDir = process.env.ER_JOB_DIR;
  if (!jobDir) {
    process.stdout.write(`${JSON.stringify({ task_status, task_result, data })}\n`);
    return;
  }
  const line = report === null ? '' : `\n${writeReport(jobDir, report)}`;
  putFile(join(jobDir, 'result.json'), JSON.stringify({ task_status, task_result: `${task_result}${line}`, data }));
}

/** The line that says where the report is; a report that cannot be written takes nothing from the result. */
function writeReport(jobDir: string, { language, html }: ReportPage): string {
  const path = join(jobDir, 'report.html');
  try {
    putFile(path, html);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return say(language, `报告没能写入：${message}`, `The report could not be written: ${message}`);
  }
  jobEvents().artifact(path);
  return say(language, `报告：${path}`, `Report: ${path}`);
}
