import { COMMAND, runNode } from '../command.js';
import { interleaved, type Timed } from '../interleaved.js';
import type { Measure, Measurement } from '../measurement.js';
import { drop, inFreshFolder, inProject } from '../project.js';
import { inMs, median } from '../statistics.js';

const TURNS = 25;

const WHAT = {
  status: ['cold-status', 'Cold `environment-runtime status`, in `node -e 0`', 2.2],
  statusWithFile: ['cold-status-config', 'The same with a configuration file', 2.2],
  help: ['cold-help', 'Cold `environment-runtime --help`, in `node -e 0`', 2.2],
  route: ['cold-route', 'Cold `environment-runtime route`, in `node -e 0`', 3],
} as const;

/** Whole processes, from the shell's point of view, between runs of a node that does nothing. */
export const coldStart: Measure = {
  name: 'cold-start',
  run: () => inProject((project) => inFreshFolder((plain) => measure(project, plain))),
};

async function measure(project: string, plain: string): Promise<Measurement[]> {
  await drop(project, {
    name: 'stamp',
    description: 'Stamps the ledger with the time.',
    when_to_use: 'Somebody wants the ledger stamped.',
    command: ['date'],
    examples: ['stamp the ledger'],
  });
  const command =
    (cwd: string, ...args: string[]): Timed =>
    async () =>
      (await runNode([COMMAND, ...args], { cwd })).ms;
  // Both have a store, as they have once anything was run.
  for (const cwd of [project, plain]) await command(cwd, 'run', '--input', 'how is it going?')();

  const samples = await interleaved(
    {
      node: async () => (await runNode(['-e', '0'], { cwd: plain })).ms,
      status: command(plain, 'status'),
      statusWithFile: command(project, 'status'),
      help: command(plain, '--help'),
      route: command(project, 'route', '--input', 'stamp the ledger'),
    },
    TURNS,
  );
  const { node, ...rest } = samples;
  return (Object.keys(WHAT) as (keyof typeof WHAT)[]).map((key) => {
    const [name, what, target] = WHAT[key];
    const detail = `${inMs(rest[key])}, node -e 0 ${inMs(node)}`;
    return { name, what, value: median(rest[key]) / median(node), unit: 'x', target, detail };
  });
}
