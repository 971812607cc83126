import type { RuntimeListing } from '../../runtimes/shown/runtimes.js';
import type { Face } from '../face.js';
import { table } from '../table.js';

/** Every back-end: whether it is here, and what its driver declares. */
export async function runtimes(face: Face): Promise<number> {
  const all = await (await face.app()).runtimes();
  if (face.json) {
    face.printJson(all.map(({ problem, ...one }) => ({ ...one, problem: problem?.en ?? null })));
    return 0;
  }
  const { column } = face.words.agents;
  const rows = all.map((one) => [
    one.runtime_id,
    one.label,
    found(face, one),
    one.version ?? '',
    String(one.channels),
    supports(one),
  ]);
  face.print(
    table([column.runtime, column.label, column.found, column.version, column.channels, column.supports], rows),
  );
  for (const { runtime_id, problem } of all) {
    if (problem !== null) face.hint(`${runtime_id}: ${problem[face.language]}`);
  }
  return 0;
}

function found({ words }: Face, { state, executable }: RuntimeListing): string {
  if (executable !== null) return executable;
  return state === 'none' ? words.agents.noProgram : words.agents.notFound;
}

/** `task: oneshot fresh|resume-preferred; chat: interactive …`, from the declaration. */
function supports({ supports: declared }: RuntimeListing): string {
  if (declared === null) return '–';
  return declared.surfaces.map(({ surface, mode, policies }) => `${surface}/${mode} ${policies.join('|')}`).join('; ');
}
