import type { Exit } from '../../kit/run-command.js';
import { isFatal, type Note } from './notes.js';
import { addCounts, type Counts, type Failure, noCounts, ranOf, redOf } from './parsers/parser.js';
import type { Recognised } from './recognition.js';

export interface Judgement {
  verdict: 'passed' | 'failed' | 'error';
  /** Null when nothing could be counted. */
  counts: Counts | null;
  failures: Failure[];
  runner: string;
  notes: Note[];
}

const MAX_FAILURES = 50;

/** The verdict on a finished command: the worse of its exit and its counts, and never `passed` where nothing ran. */
export function judge(exit: Exit, { runs, shadowed }: Recognised): Judgement {
  const fate = exit.signal === null ? [] : [{ code: 'killed', signal: exit.signal } as const];
  if (runs.length === 0) return judgeByExit(exit, fate);

  const counts = runs.map((run) => run.counts).reduce(addCounts, noCounts());
  const red = redOf(counts);
  const notes: Note[] = [
    ...fate,
    ...runs.filter((run) => !run.complete).map((run) => ({ code: 'incomplete' as const, runner: run.runner })),
    ...runs.flatMap((run) => run.notes),
  ];
  const hidden = Math.max(0, ...shadowed.map((run) => redOf(run.counts)));
  if (red === 0 && hidden > 0) notes.push({ code: 'summary_disagrees', summary: red, counted: hidden });
  if (ranOf(counts) === 0 && !notes.some(isFatal)) {
    notes.push(counts.skipped > 0 ? { code: 'all_skipped', skipped: counts.skipped } : { code: 'no_tests' });
  }
  if (red > 0 && exit.code === 0) notes.push({ code: 'exit_hides_failures' });
  const saysRed = notes.some((note) => note.code === 'summary_disagrees' || note.code === 'suite_failed');
  if (red === 0 && !saysRed && exit.code !== 0 && !notes.some(isFatal)) {
    notes.push({ code: 'exit_disagrees', exit });
  }
  const failed = red > 0 || hidden > 0 || exit.code !== 0 || notes.some((note) => note.code === 'suite_failed');
  return {
    verdict: notes.some(isFatal) ? 'error' : failed ? 'failed' : 'passed',
    counts,
    failures: [...runs, ...(red === 0 ? shadowed : [])].flatMap((run) => run.failures).slice(0, MAX_FAILURES),
    runner: [...new Set(runs.map((run) => run.runner))].join(' + '),
    notes,
  };
}

function judgeByExit(exit: Exit, fate: readonly Note[]): Judgement {
  const empty = { counts: null, failures: [], runner: 'unknown' };
  if (fate.length > 0) return { ...empty, verdict: 'error', notes: [...fate] };
  const note: Note = { code: 'unrecognised', exit };
  // What a shell or npm returns when the program itself cannot be started.
  if (exit.code === 126 || exit.code === 127) {
    return { ...empty, verdict: 'error', notes: [{ code: 'launch_failed', exit }] };
  }
  return { ...empty, verdict: exit.code === 0 ? 'passed' : 'failed', notes: [note] };
}
