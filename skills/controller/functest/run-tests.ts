import { isAbsolute, relative } from 'node:path';
import type { JobEvents } from '../../kit/job-events.js';
import { runCommand } from '../../kit/run-command.js';
import type { FunctestInput } from './functest-input.js';
import { judge } from './judge.js';
import { narrow } from './narrow-command.js';
import type { Note } from './notes.js';
import { OutputTail } from './output-tail.js';
import type { Failure } from './parsers/parser.js';
import { isFolder, locate } from './project-folder.js';
import { Recognition } from './recognition.js';
import type { Facts } from './render.js';
import { ReportFiles } from './report-files.js';
import { configuredCommand, detectCommand } from './test-command.js';

const STEPS = 2;

/** Runs a project's tests and reads what they say. Whatever goes wrong is a verdict, not an exception. */
export async function runTests({ path, filter, project }: FunctestInput, events: JobEvents): Promise<Facts> {
  const root = project.path ?? process.cwd();
  if (!isFolder(root)) return refuse({ code: 'no_folder', folder: root });
  const target = locate(root, path ?? undefined);
  if (target.kind === 'missing') return refuse({ code: 'path_missing', path: target.path, folder: root });
  const { folder, part, own } = target;
  const command = own && project.test_command ? configuredCommand(folder, project.test_command) : detectCommand(folder);
  if (!command) return refuse({ code: 'no_command', folder });
  const { argv, notes } = narrow(command, { folder, part, filter: filter ?? undefined });

  const tail = new OutputTail();
  const reports = new ReportFiles(folder, own ? project.junit : null, argv);
  const recognition = new Recognition((piece) => {
    tail.feed(piece);
    reports.watch(piece);
  });
  events.step(['执行测试', 'run tests'], 1, STEPS);
  const started = performance.now();
  const ended = await runCommand(argv, folder, (stream, chunk) => {
    recognition.feed(stream, chunk);
    events.follow(() => ({ ...recognition.progress(), unit: ['个用例', 'tests'] }));
  });
  const duration_ms = Math.round(performance.now() - started);
  if (!ended.started) {
    const message = ended.message === 'ENOENT' ? 'ENOENT (not found)' : ended.message;
    return { ...refuse({ code: 'command_missing', command: argv[0] ?? '', message }), command: argv, duration_ms };
  }

  events.step(['读取结果', 'read results'], 2, STEPS);
  const seen = recognition.finish();
  const files = await reports.read();
  for (const path of files.files) events.artifact(path);
  // A report file tells of the same run as the output, and better.
  const recognised = files.runs.length > 0 ? { runs: files.runs, shadowed: [...seen.runs, ...seen.shadowed] } : seen;
  const judgement = judge(ended.exit, recognised);
  const total = judgement.counts?.total ?? 0;
  if (judgement.counts) events.progress({ done: total, total, unit: ['个用例', 'tests'] });
  return {
    ...judgement,
    failures: judgement.failures.map((failure) => inProject(folder, failure)),
    notes: [...judgement.notes.map((note) => ofFilter(note, filter)), ...files.notes, ...notes],
    duration_ms,
    command: argv,
    tail: tail.lines,
  };
}

/** Where only some tests were wanted and none ran, the name is what is wrong. */
function ofFilter(note: Note, filter: string | null): Note {
  const nothingRan = note.code === 'all_skipped' || note.code === 'no_tests';
  return nothingRan && filter !== null ? { code: 'no_match', filter } : note;
}

/** Runners name files absolutely or not: what lies in the project is named from there. */
function inProject(folder: string, failure: Failure): Failure {
  if (failure.file === undefined || !isAbsolute(failure.file)) return failure;
  const file = relative(folder, failure.file);
  return file === '' || file.startsWith('..') ? failure : { ...failure, file };
}

/** A verdict on work that could not begin. */
export function refuse(note: Note): Facts {
  return {
    verdict: 'error',
    counts: null,
    failures: [],
    runner: 'unknown',
    notes: [note],
    duration_ms: 0,
    command: [],
    tail: [],
  };
}
