import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { within } from '../../../src/controller/observe/within.js';
import { workspace } from '../../harness/workspace.js';

/** A root with a file, a link to what lies outside, and a link that leads nowhere; and what lies outside. */
async function folders(): Promise<{ root: string; outside: string }> {
  const dir = await workspace();
  const [root, outside] = [join(dir, 'root'), join(dir, 'outside')];
  await mkdir(root);
  await mkdir(outside);
  await writeFile(join(root, 'notes.txt'), 'notes');
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await symlink(outside, join(root, 'away'));
  await symlink(join(outside, 'nothing'), join(root, 'nowhere'));
  return { root, outside };
}

it.each([
  ['above the root', '../outside/secret.txt', '../outside/nothing.txt'],
  ['in no folder of the root', '/etc', '/no-such-folder/at/all'],
  ['behind a link', 'away/secret.txt', 'away/nothing.txt'],
  ['what a link leads to', 'away', 'nowhere'],
])('says the same of what is there and of what is not: %s', async (_where, there, missing) => {
  const { root } = await folders();
  for (const path of [there, missing]) {
    expect(() => within(path, [root]), path).toThrow(`${path} lies outside of what may be read`);
  }
});

it('finds what lies inside, and says there what does not exist', async () => {
  const { root, outside } = await folders();
  expect(within('notes.txt', [root])).toMatch(/root\/notes\.txt$/);
  expect(within(join(outside, 'secret.txt'), [root, outside])).toMatch(/secret\.txt$/);
  for (const path of ['nothing.txt', 'no/such/folder', 'notes.txt/below']) {
    expect(() => within(path, [root]), path).toThrow(`${path} does not exist.`);
  }
  const missing = join(outside, 'nothing.txt');
  expect(() => within(missing, [root, outside])).toThrow(`${missing} does not exist.`);
});
