import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readIndex } from '../../src/controller/route-index-cache.js';
import { library } from '../harness/library.js';
import { drop, dropProbe, project } from '../harness/project.js';
import { until } from '../harness/until.js';

it('begins with the index that came with the product: nothing is built, nothing is kept', async () => {
  const here = await project();
  const app = await library(here);
  await app.run({ input: 'how is it going?' });
  expect((await app.route(['run the functional tests']))[0]?.candidates[0]).toMatchObject({ task_type: 'functest' });
  expect(readdirSync(join(here.dir, 'var', 'cache')).filter((name) => name.startsWith('route-index'))).toEqual([]);
});

/** A whole build takes what the computer has left: it runs at the lowest priority. */
const WHOLE_BUILD_MS = 100_000;

it('a package dropped in is routed to at once; a look starts nothing, the next round has the index built whole', async () => {
  const here = await project();
  await dropProbe(here);
  const cache = join(here.dir, 'var', 'cache');
  const file = () => readdirSync(cache).find((name) => /^route-index-[0-9a-f]{8}$/.test(name)) ?? 'none';
  const columns = () => readIndex(join(cache, file()))?.labels.map(({ name }) => name) ?? [];
  await (await library(here)).run({ input: 'how is it going?' });
  await until('the whole index of both is in place', () => columns().includes('probe'), WHOLE_BUILD_MS);

  await drop(here, 'coffee', 'description: Make coffee.\nwhen_to_use: Somebody is thirsty.\ncommand: [/bin/true]', {
    'examples.jsonl': ['make me an espresso', 'brew some coffee', '来一杯咖啡', '煮点咖啡']
      .map((text) => `${JSON.stringify({ text })}\n`)
      .join(''),
  });
  const app = await library(here);
  const [preview] = await app.route(['an espresso please']);
  expect(preview?.candidates[0]).toMatchObject({ task_type: 'coffee' });
  expect(columns()).not.toContain('coffee');

  await app.run({ input: 'how is it going?' });
  await until('the whole index is in place', () => columns().includes('coffee'), WHOLE_BUILD_MS);
  await until('nothing else is left', () => !readdirSync(cache).some((name) => /^route-index-\w+\./.test(name)));
}, 240_000);
