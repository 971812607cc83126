import { managedAgentId } from '../../runtimes/agent.js';
import type { RuntimeId } from '../../runtimes/catalog.js';
import type { ChannelRecord } from '../../runtimes/records/channels.js';
import type { Face } from '../face.js';
import { localTime } from '../local-time.js';
import { readRecordFile } from '../read-record.js';
import { shorten, table } from '../table.js';

export async function list(face: Face): Promise<number> {
  const all = await (await face.app()).channels.list();
  if (face.json) face.printJson(all);
  else if (all.length === 0) face.print(face.words.agents.none.channels);
  else face.print(asTable(face, all));
  return 0;
}

export async function show(face: Face, id: string): Promise<number> {
  const record = await (await face.app()).channels.show(id);
  if (face.json) face.printJson(record);
  else face.print([asTable(face, [record]), JSON.stringify(record.channel, null, 2)].join('\n\n'));
  return 0;
}

export async function addFrom(face: Face, file: string): Promise<number> {
  return tell(face, await (await face.app()).channels.add(await readRecordFile(file)));
}

export async function editFrom(face: Face, id: string, file: string): Promise<number> {
  const record = await (await face.app()).channels.edit(id, await readRecordFile(file));
  if (face.json) face.printJson(record);
  else face.print(face.words.agents.changed(id));
  return 0;
}

/** Exit code 1 where the channel does not work, 130 where it was interrupted. */
export async function test(face: Face, id: string): Promise<number> {
  const { words } = face;
  const app = await face.app();
  const release = face.holdInterrupts(() => face.hint(words.agents.stopping));
  try {
    face.hint(words.agents.testing(id));
    const tested = await app.channels.test(id, { signal: face.signal });
    if (face.json) face.printJson(tested);
    else if (tested.outcome === 'ok') face.print(words.agents.testOk(id));
    else face.print(words.agents.testFailed(id, tested.error?.message ?? ''));
    if (face.signal.aborted && tested.outcome !== 'ok') return 130;
    return tested.outcome === 'ok' ? 0 : 1;
  } finally {
    release();
  }
}

export async function remove(face: Face, id: string, how: 'alone' | 'with-managed'): Promise<number> {
  await (await face.app()).channels.remove(id, how);
  if (face.json) face.printJson({ channel: id, removed: true });
  else face.print(face.words.agents.removed(id));
  return 0;
}

export async function importFrom(face: Face, runtime: RuntimeId): Promise<number> {
  const { files, added, skipped, notes } = await (await face.app()).channels.import(runtime);
  const { agents: words } = face.words;
  if (face.json) {
    const why = skipped.map((one) => ({ ...one, why: one.why.en }));
    face.printJson({ files, added, skipped: why, notes: notes.map(({ en }) => en) });
    return 0;
  }
  if (added.length === 0 && skipped.length === 0) face.print(words.none.imported(runtime));
  for (const { channel } of added) face.print(words.stored(channel.id, managedAgentId(channel.id)));
  for (const { id, why } of skipped) face.hint(`${id}: ${why[face.language]}`);
  for (const note of notes) face.hint(note[face.language]);
  return 0;
}

function tell(face: Face, record: ChannelRecord): number {
  const { id } = record.channel;
  if (face.json) face.printJson(record);
  else face.print(face.words.agents.stored(id, managedAgentId(id)));
  return 0;
}

/** Saved, tested and ran are three facts, each in a column of its own. */
function asTable({ words: { agents: words } }: Face, all: readonly ChannelRecord[]): string {
  const { column } = words;
  const rows = all.map(({ channel, tested, last_run }) => [
    channel.id,
    channel.runtimeId,
    shorten(channel.label, 40),
    shorten(channel.models.map(({ id }) => id).join(', '), 40),
    tested === null ? words.notTested : words.tested(localTime(tested.at), tested.outcome),
    last_run === null
      ? words.neverRan
      : words.ran(localTime(last_run.at), words.invocationState[last_run.status] ?? last_run.status),
  ]);
  return table([column.id, column.runtime, column.label, column.models, column.tested, column.lastRun], rows);
}
