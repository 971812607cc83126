import type { ApprovalListing } from '../../runtimes/shown/approvals.js';
import { commandOf } from '../approvals/asked.js';
import type { Face } from '../face.js';
import { localTime } from '../local-time.js';
import { table } from '../table.js';

export async function list(face: Face, which: 'waiting' | 'all'): Promise<number> {
  const all = await (await face.app()).approvals.list(which);
  if (face.json) face.printJson(all);
  else if (all.length === 0) face.print(face.words.agents.none.approvals);
  else face.print(asTable(face, all));
  return 0;
}

export async function answer(face: Face, id: string, decision: 'approved' | 'denied'): Promise<number> {
  const { approvals } = await face.app();
  const row = decision === 'approved' ? await approvals.approve(id) : await approvals.deny(id);
  if (face.json) face.printJson(row);
  else face.print(face.words.agents.answered(id, decision, row.by ?? ''));
  return 0;
}

function asTable({ words: { agents: words } }: Face, all: readonly ApprovalListing[]): string {
  const { column } = words;
  const rows = all.map((one) => [
    one.id,
    one.state === 'waiting' || one.by === null
      ? words.approvalState[one.state]
      : `${words.approvalState[one.state]} (${one.by})`,
    one.tool,
    localTime(one.expires_at),
    one.cwd ?? '',
    [commandOf(one), ...one.writes].filter((part) => part !== '').join(' · '),
  ]);
  return table([column.id, column.status, column.tool, column.until, column.folder, column.asked], rows);
}
