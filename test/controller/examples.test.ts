import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isOwnExample } from '../../src/controller/examples.js';
import { packageRoot } from '../../src/package-root.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { drop, project } from '../harness/project.js';

it.each([
  ['take a nap', 'nap', true],
  ['Take a nap!', 'nap', true],
  ['take a nap', 'siesta', false],
  ['let me take a nap', 'nap', false],
  ['lie down', 'nap', false],
  ['lie down', 'siesta', false],
  ['take a nap', 'unheard_of', false],
])('“%s” is an example of %s alone: %s', async (text, type, own) => {
  const here = await project();
  const body = 'description: Rest.\nwhen_to_use: Rest is wanted.\ncommand: [sleep, "0"]';
  await drop(here, 'nap', body, { 'examples.jsonl': '{"text":"take a nap"}\n{"text":"lie down"}\n' });
  await drop(here, 'siesta', body, { 'examples.jsonl': '{"text":"sleep after lunch"}\n{"text":"lie down"}\n' });
  const catalog = await readCatalog(
    { bundled: join(packageRoot(), 'skills'), user: join(here.dir, 'skills') },
    { strict: true },
  );
  expect(isOwnExample(text, type, catalog)).toBe(own);
});
