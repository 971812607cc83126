import type { AgentRecord } from '../../runtimes/records/agents.js';
import type { Face } from '../face.js';
import { localTime } from '../local-time.js';
import { readRecordFile } from '../read-record.js';
import { shorten, table } from '../table.js';

export async function list(face: Face): Promise<number> {
  const all = await (await face.app()).agents.list();
  if (face.json) face.printJson(all);
  else if (all.length === 0) face.print(face.words.agents.none.agents);
  else face.print(asTable(face, all));
  return 0;
}

export async function show(face: Face, id: string): Promise<number> {
  const record = await (await face.app()).agents.show(id);
  if (face.json) face.printJson(record);
  else {
    const revisions = record.revisions.map(({ revision, at, by }) => `${revision}  ${localTime(at)}  ${by}`);
    face.print([asTable(face, [record]), JSON.stringify(record.agent, null, 2), revisions.join('\n')].join('\n\n'));
  }
  return 0;
}

export async function addFrom(face: Face, file: string): Promise<number> {
  return tell(face, await (await face.app()).agents.add(await readRecordFile(file)));
}

export async function editFrom(face: Face, id: string, file: string): Promise<number> {
  return tell(face, await (await face.app()).agents.edit(id, await readRecordFile(file)));
}

export async function remove(face: Face, id: string): Promise<number> {
  await (await face.app()).agents.remove(id);
  if (face.json) face.printJson({ agent: id, removed: true });
  else face.print(face.words.agents.removed(id));
  return 0;
}

function tell(face: Face, record: AgentRecord): number {
  if (face.json) face.printJson(record);
  else face.print(face.words.agents.agentStored(record.agent.id, record.revision));
  return 0;
}

function asTable({ words: { agents: words, column: general } }: Face, all: readonly AgentRecord[]): string {
  const { column } = words;
  const rows = all.map(({ agent, runtime_id }) => [
    agent.id,
    shorten(agent.name, 32),
    agent.channelId,
    runtime_id,
    agent.reasoningEffort === undefined ? agent.modelId : `${agent.modelId} (${agent.reasoningEffort})`,
    [...(agent.managed === true ? [words.managed] : []), ...agent.tags].join(', '),
  ]);
  return table([column.id, general.name, column.channel, column.runtime, column.model, column.tags], rows);
}
