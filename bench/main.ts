import { parseArgs } from 'node:util';
import { packageRoot } from '../src/package-root.js';
import { inWords, machine } from './machine.js';
import { type Measure, type Measurement, passes } from './measurement.js';
import { coldStart } from './measures/cold-start.js';
import { dispatchingRound } from './measures/dispatching-round.js';
import { floodMemory } from './measures/flood-memory.js';
import { routeAfterDrop } from './measures/route-after-drop.js';
import { statusAnswer } from './measures/status-answer.js';
import { writeReadmes } from './readme.js';
import { line } from './render.js';
import { invokeTime } from './runtimes/invoke-time.js';
import { lineReading } from './runtimes/line-reading.js';
import { manyInvocations } from './runtimes/many-invocations.js';

const MEASURES: readonly Measure[] = [
  dispatchingRound,
  statusAnswer,
  coldStart,
  routeAfterDrop,
  floodMemory,
  invokeTime,
  lineReading,
  manyInvocations,
];

/** `bench [--only NAME] [--json] [--readme]`: every number of the README, each against its target. Exit code 1 where one misses it. */
async function bench(): Promise<number> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, only: { type: 'string' }, readme: { type: 'boolean' } },
  });
  const { only, json = false, readme = false } = values;
  const chosen = MEASURES.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0 || (readme && only !== undefined)) {
    const names = MEASURES.map(({ name }) => name).join(', ');
    console.error(`--only takes one of ${names}, and not together with --readme.`);
    return 2;
  }
  const on = machine();
  if (!json) console.log(inWords(on));
  const measurements: Measurement[] = [];
  for (const { run } of chosen) {
    const measured = await run();
    measurements.push(...measured);
    if (!json) for (const one of measured) console.log(line(one));
  }
  if (json) {
    const results = measurements.map((one) => ({ ...one, pass: passes(one) }));
    console.log(JSON.stringify({ machine: on, results }, null, 2));
  }
  if (readme) for (const file of writeReadmes(packageRoot(), measurements, on)) console.error(`wrote ${file}`);
  return measurements.every(passes) ? 0 : 1;
}

process.exitCode = await bench().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
