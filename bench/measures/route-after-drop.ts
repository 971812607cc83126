import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { COMMAND, runNode } from '../command.js';
import { interleaved } from '../interleaved.js';
import type { Measure, Measurement } from '../measurement.js';
import { type DroppedPackage, drop, inProject } from '../project.js';
import { inMs, median } from '../statistics.js';

const TURNS = 15;
const BESIDE = 20;

/** The first cold `route` after a package was dropped beside others, between cold ones with everything cached. */
export const routeAfterDrop: Measure = { name: 'route-after-drop', run: () => inProject(measure) };

async function measure(dir: string): Promise<Measurement[]> {
  for (let number = 0; number < BESIDE; number += 1) await drop(dir, madeUp(number));
  const cache = join(dir, 'var', 'cache');
  const kept = join(dir, 'kept-cache');
  const route = async (): Promise<number> => (await runNode([COMMAND, 'route', '--input', REQUEST], { cwd: dir })).ms;
  await settled(route);
  await cp(cache, kept, { recursive: true, preserveTimestamps: true });

  const samples = await interleaved(
    {
      node: async () => (await runNode(['-e', '0'], { cwd: dir })).ms,
      cached: route,
      dropped: async () => {
        const folder = await drop(dir, madeUp(BESIDE));
        const ms = await route();
        // As if it had never been there.
        await rm(folder, { recursive: true });
        await rm(cache, { recursive: true });
        await cp(kept, cache, { recursive: true, preserveTimestamps: true });
        return ms;
      },
    },
    TURNS,
  );
  const { cached, dropped, node } = samples;
  return [
    {
      name: 'route-after-drop',
      what: 'Cold `route` right after a package of 20 examples was dropped beside 20 others, compared with a cached one',
      value: median(dropped) / median(cached),
      unit: 'x',
      target: 1.25,
      detail: `dropped ${inMs(dropped)}, cached ${inMs(cached)}, node -e 0 ${inMs(node)}`,
    },
  ];
}

const REQUEST = 'please inspect the harbour lights of the northern pier';

/** Runs it until the caches hold everything. */
async function settled(route: () => Promise<number>): Promise<void> {
  // File times move in ticks: what was written just now is read once more.
  await delay(200);
  for (let time = 0; time < 3; time += 1) await route();
}

const PLACES =
  'harbour pier station depot garden mill tower bridge market lake quarry cellar attic hangar orchard chapel arena kiln forge dock silo';
const DEEDS =
  'inspect polish measure drain paint repair count weigh survey label sweep test heat cool stack sort seal open fill rinse mend';

/** A package of 20 examples with words of its own. */
function madeUp(number: number): DroppedPackage {
  const place = PLACES.split(' ')[number] ?? 'yard';
  const deed = DEEDS.split(' ')[number] ?? 'visit';
  const forms = ['please {} now', '{} again', 'could you {}?', 'we have to {} today', '{} and tell me how it went'];
  const objects = ['lights', 'walls', 'gates of the northern side', 'old machines'];
  return {
    name: `${deed}_${place}`,
    description: `Will ${deed} everything at the ${place}.`,
    when_to_use: `Somebody wants the ${place} looked after.`,
    command: ['true'],
    examples: forms.flatMap((form) => objects.map((what) => form.replace('{}', `${deed} the ${place} ${what}`))),
  };
}
