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
    found(face, one),
    one.version ?? '',
    String(one.channels),
    ...supports(face, one),
  ]);
  face.print(
    table([column.runtime, column.found, column.version, column.channels, column.continues, column.supports], rows),
  );
  // That one is not installed is told by the table.
  for (const { runtime_id, problem, state, override } of all) {
    if (problem !== null && (state === 'broken' || override !== null)) {
      face.hint(`${runtime_id}: ${problem[face.language]}`);
    }
  }
  return 0;
}

function found({ words }: Face, { state, executable }: RuntimeListing): string {
  if (executable !== null) return executable;
  return state === 'none' ? words.agents.noProgram : words.agents.notFound;
}

/** Whether it can continue sessions, and what for it is used in which mode; `--json` has all of the declaration. */
function supports({ words: { agents: words } }: Face, { supports: declared }: RuntimeListing): [string, string] {
  if (declared === null) return ['', words.noDriver];
  const { surfaces } = declared;
  const continues = surfaces.some(
    ({ surface, policies }) => surface !== 'cleanup' && policies.some((policy) => policy !== 'fresh'),
  );
  const modes = [...new Set(surfaces.map(({ mode }) => mode))].map((mode) => {
    const own = surfaces.filter((one) => one.mode === mode).map(({ surface }) => surface);
    return `${mode}: ${own.join(', ')}`;
  });
  return [continues ? words.yes : words.no, modes.join('; ')];
}
