import { wordsOf } from '../../reply/words.js';
import type { StatusEntry } from '../../rounds/overview.js';
import type { Face } from '../face.js';
import { checkKnown } from '../known-environment.js';
import { localTime } from '../local-time.js';
import { progressBar } from '../progress-bar.js';
import { progressText } from '../progress-text.js';
import { shorten, table } from '../table.js';

type JobEntry = Extract<StatusEntry, { kind: 'job' }>;

/** Throws EnvironmentUnknownError where one is named that there is none of. */
export async function status(face: Face, runId: string | null): Promise<number> {
  await checkKnown(face);
  return await standing(face, runId);
}

/** The same in a conversation, whose Environment is there from its first round on. */
export async function standing(face: Face, runId: string | null): Promise<number> {
  const app = await face.app();
  const entries = runId === null ? await app.status(face.environment ?? undefined) : [await app.job(runId)];
  if (face.json) face.printJson(runId === null ? entries : entries[0]);
  else if (entries.length === 0) face.print(face.words.nothingUnderWay);
  else face.print(asTable(face, entries));
  return 0;
}

function asTable(face: Face, entries: readonly StatusEntry[]): string {
  const { column } = face.words;
  const headings = [column.run, column.type, column.state, column.since, column.progress, column.environment];
  return table(
    headings,
    entries.map((entry) => [...rowOf(face, entry), entry.environment]),
  );
}

function rowOf(face: Face, entry: StatusEntry): string[] {
  const { words } = face;
  if (entry.kind === 'question') {
    return [
      `${entry.round_id}/${entry.task_id}`,
      entry.type,
      words.waitsForAnswer,
      localTime(entry.since),
      shorten(entry.question, 60),
    ];
  }
  const live = entry.status === 'queued' || entry.status === 'running';
  const seen = seenNow(face, entry);
  const ended = [entry.verdict && words.verdict[entry.verdict], entry.reason]
    .filter((part) => part !== null)
    .join(', ');
  const status = words.jobStatus[entry.status];
  const state = live ? `${status}, ${seen}` : [status, ended].filter((part) => part !== '').join(': ');
  return [entry.run_id, entry.type, state, localTime(entry.since), howFar(face, entry, live)];
}

function seenNow({ words: { alive, halted } }: Face, entry: JobEntry): string {
  if (entry.halted !== null) return halted(entry.halted.pid, entry.halted.work);
  return entry.alive === null ? alive.elsewhere : entry.alive ? alive.yes : alive.no;
}

function howFar(face: Face, { progress, elapsed_ms }: JobEntry, live: boolean): string {
  if (progress === null) return '';
  const said = { ...progress, text: progressText(progress, face.words) };
  return live ? progressBar(said, elapsed_ms, wordsOf(face.language)) : said.text;
}
