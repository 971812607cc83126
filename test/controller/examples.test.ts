import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleOf } from '../../src/controller/examples.js';
import { packageRoot } from '../../src/package-root.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { drop, project } from '../harness/project.js';

it.each([
  ['take a nap', ['nap'], []],
  ['Take a nap!', ['nap'], []],
  ['let me take a nap', [], []],
  ['lie down', ['nap', 'siesta'], []],
  ['run the tests', ['siesta'], ['functest']],
])('“%s” is an example of %j, and of %j of the product', async (text, own, bundled) => {
  const here = await project();
  const body = 'description: Rest.\nwhen_to_use: Rest is wanted.\ncommand: [sleep, "0"]';
  await drop(here, 'nap', body, { 'examples.jsonl': '{"text":"take a nap"}\n{"text":"lie down"}\n' });
  await drop(here, 'siesta', body, { 'examples.jsonl': '{"text":"run the tests"}\n{"text":"lie down"}\n' });
  const catalog = await readCatalog(
    { bundled: join(packageRoot(), 'skills'), user: join(here.dir, 'skills') },
    { strict: true },
  );
  const among = ['nap', 'siesta', 'functest', 'unheard_of'];
  expect(exampleOf(text, { among, source: 'user' }, catalog)).toEqual(own);
  expect(exampleOf(text, { among, source: 'bundled' }, catalog)).toEqual(bundled);
});
