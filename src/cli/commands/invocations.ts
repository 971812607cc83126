import { wordsOf } from '../../reply/words.js';
import type { InvocationListing } from '../../runtimes/shown/invocations.js';
import type { Face } from '../face.js';
import { localTime } from '../local-time.js';
import { table } from '../table.js';

export async function list(face: Face, limit?: number): Promise<number> {
  const all = await (await face.app()).invocations.list(limit);
  if (face.json) face.printJson(all);
  else if (all.length === 0) face.print(face.words.agents.none.invocations);
  else face.print(asTable(face, all));
  return 0;
}

export async function show(face: Face, id: string): Promise<number> {
  const shown = await (await face.app()).invocations.show(id);
  if (face.json) {
    face.printJson(shown);
    return 0;
  }
  const { content, error, outcome, sessions, approvals, events_path, usage } = shown;
  const { agents: words } = face.words;
  const said = [
    `${shown.surface}, ${shown.mode}, ${shown.policy}; ${shown.work_dir}`,
    ...(shown.run_id === null ? [] : [shown.run_id]),
    ...sessions.map(({ session_id, relation }) => `${words.sessionLine(session_id)} (${relation})`),
    ...approvals.map((one) => `${one.id}  ${words.approvalState[one.state]}  ${one.tool}  ${one.by ?? ''}`.trimEnd()),
    ...(usage === null ? [] : [words.tokens(count(usage.input_tokens), count(usage.output_tokens))]),
    events_path,
    ...(error === null ? [] : [`${error.code} (${error.class}): ${error.message}`]),
    ...(outcome === 'unknown' ? [words.outcomeUnknown] : []),
  ];
  face.print([asTable(face, [shown]), said.join('\n'), ...(content === null ? [] : [content])].join('\n\n'));
  return 0;
}

/** As they are stored: one JSON line an event. */
export async function events(face: Face, id: string): Promise<number> {
  for await (const line of (await face.app()).invocations.events(id)) await face.write(Buffer.from(`${line}\n`));
  return 0;
}

function asTable(face: Face, all: readonly InvocationListing[]): string {
  const { column, invocationState } = face.words.agents;
  const { duration } = wordsOf(face.language);
  const rows = all.map((one) => [
    one.id,
    one.agent_id,
    one.runtime_id,
    invocationState[one.status] ?? one.status,
    localTime(one.started_at),
    one.finished_at === null ? '' : duration(Date.parse(one.finished_at) - Date.parse(one.started_at)),
    one.session_id ?? '',
  ]);
  return table(
    [column.id, column.agent, column.runtime, column.status, column.started, column.took, column.session],
    rows,
  );
}

function count(tokens: number | null): string {
  return tokens === null ? '?' : String(tokens);
}
