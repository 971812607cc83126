import { resolve } from 'node:path';
import { type Case, CaseTooLongError, readCase, readSuite } from '../../cases/case-file.js';
import { type CaseReport, runCase } from '../../cases/run-case.js';
import { UsageError } from '../../errors/product-error.js';
import type { Face } from '../face.js';
import { caseLine } from '../progress-line.js';
import { progressText } from '../progress-text.js';
import { statusLine } from '../status-line.js';

export async function one(face: Face, file: string | undefined): Promise<number> {
  refuseEnvironment(face);
  if (file === undefined)
    throw new UsageError({ en: 'Give the case to play: --case FILE.', zh: '请给出要执行的用例：--case FILE。' });
  const app = await face.app();
  const read = await readCase(resolve(file), app.config.runtime.max_rounds);
  const report = await play(face, read, 0, 1);
  if (face.json) face.printJson(forPrograms(report));
  else print(face, report, 'replies');
  return exitCode(face, [report]);
}

export async function suite(face: Face, folder: string | undefined): Promise<number> {
  refuseEnvironment(face);
  const app = await face.app();
  const cases = await readSuite(
    folder === undefined ? app.config.paths.cases_dir : resolve(folder),
    app.config.runtime.max_rounds,
  );
  const reports: CaseReport[] = [];
  const refused: CaseTooLongError[] = [];
  for (const [at, each] of cases.entries()) {
    if (each instanceof CaseTooLongError) {
      refused.push(each);
      if (!face.json) face.print(`✗ ${each.case_id}\n    ${each.in(face.language)}`);
      continue;
    }
    const report = await play(face, each, at, cases.length);
    reports.push(report);
    if (!face.json) print(face, report, 'misses');
    if (face.signal.aborted) break;
  }
  const passed = reports.filter(({ end }) => end === 'passed').length;
  const failed = reports.filter(({ end }) => end === 'failed').length;
  const summary = {
    count: cases.length,
    passed,
    failed,
    not_run: cases.length - passed - failed,
    total_tokens: totalTokens(reports),
    cases: reports.map(forPrograms),
    refused: refused.map(({ case_id, file, code, message }) => ({ case_id, file, code, message })),
  };
  if (face.json) face.printJson(summary);
  else face.print(face.words.suiteSummary(summary.passed, summary.failed, summary.not_run, summary.total_tokens));
  return refused.length > 0 && !face.signal.aborted ? 1 : exitCode(face, reports);
}

function refuseEnvironment({ environment }: Face): void {
  if (environment === null) return;
  throw new UsageError({
    en: 'Each case is played in a fresh Environment of its own, so --environment does not go with it. Leave it out; `show --environment NAME` shows the one of a case, whose name is in its --json report.',
    zh: '每个用例都在自己的新 Environment 中执行，不能与 --environment 同时使用。请去掉它；用例的 Environment 名字在 --json 报告里，可用 `show --environment NAME` 查看。',
  });
}

async function play(face: Face, each: Case, at: number, count: number): Promise<CaseReport> {
  const line = statusLine(face.live);
  const show = (progress: string): void => line.showIn((width) => caseLine(each.case_id, progress, at, count, width));
  show('');
  const report = await runCase(await face.app(), each, {
    onEvent: (event) => {
      if (event.event === 'progress') show(progressText(event.progress, face.words));
    },
    signal: face.signal,
  });
  line.clear();
  if (report.goes_on !== null) face.hint(face.words.goesOn(report.goes_on));
  return report;
}

const MARKS = { passed: '✓', failed: '✗', interrupted: '–' } as const;

function print(face: Face, report: CaseReport, detail: 'replies' | 'misses'): void {
  const { case_id, end, turns, error, ms } = report;
  face.print(`${MARKS[end]} ${case_id}  (${(ms / 1000).toFixed(1)} s)`);
  for (const { user_input, result, misses } of turns) {
    if (detail === 'replies')
      face.print([`› ${user_input}`, ...new Set([result.reply, result.task_result])].join('\n'));
    for (const miss of misses) face.print(`    ${miss[face.language]}  (› ${user_input})`);
  }
  if (error !== null) face.print(`    ${error.in(face.language)}`);
}

function forPrograms({ end, turns, error, ...report }: CaseReport) {
  return {
    ...report,
    ok: end === 'passed',
    end,
    turns: turns.map(({ misses, ...turn }) => ({ ...turn, misses: misses.map(({ en }) => en) })),
    error: error === null ? null : { code: error.code, message: error.message },
  };
}

function exitCode(face: Face, reports: readonly CaseReport[]): number {
  if (face.signal.aborted) return 130;
  return reports.every(({ end }) => end === 'passed') ? 0 : 1;
}

function totalTokens(reports: readonly CaseReport[]): number | null {
  const each = reports.map(({ total_tokens }) => total_tokens);
  return each.includes(null) ? null : each.reduce((sum: number, tokens) => sum + (tokens ?? 0), 0);
}
