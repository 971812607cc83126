import type { Face } from '../face.js';
import { localTime } from '../local-time.js';
import { table } from '../table.js';

export async function list(face: Face, limit?: number): Promise<number> {
  const all = await (await face.app()).sessions.list(limit);
  const { agents: words } = face.words;
  if (face.json) face.printJson(all);
  else if (all.length === 0) face.print(words.none.sessions);
  else {
    const { column } = words;
    const rows = all.map((one) => [
      one.session_id,
      one.runtime_id,
      one.agent_id,
      localTime(one.used_at),
      one.verified_at === null ? words.onlyRecorded : localTime(one.verified_at),
      one.work_dir,
    ]);
    face.print(
      table([column.session, column.runtime, column.agent, column.used, column.verified, column.folder], rows),
    );
  }
  return 0;
}

export async function remove(face: Face, id: string, runtime?: string): Promise<number> {
  const deleted = await (await face.app()).sessions.delete(id, runtime);
  if (face.json) face.printJson(deleted);
  else face.print(face.words.agents.sessionDeleted(deleted.session_id, deleted.back_end));
  return 0;
}
