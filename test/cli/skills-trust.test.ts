import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, json } from '../harness/command-line.js';
import { library } from '../harness/library.js';
import { project, put } from '../harness/project.js';

/** A project with a skill written for another product. */
async function withForeign() {
  const here = await project();
  const folder = join(here.dir, 'skills', 'executor', 'word-tools');
  await put(folder, {
    'SKILL.md':
      '---\nname: word-tools\ndescription: Counts words in a text.\nallowed-tools: Bash Read\n---\n\nRun scripts/count.sh.\n',
    'scripts/count.sh': '#!/bin/sh\nwc -w\n',
  });
  return { here, folder };
}

it('trusts a skill by name, shows it, and shows when it has changed', async () => {
  const { here, folder } = await withForeign();
  expect((await command(here, ['skills', 'list'])).stdout).toMatch(
    /^word-tools +executor +user +text \(scripts not trusted\)/m,
  );

  const trusted = await command(here, ['skills', 'trust', 'word-tools']);
  expect(trusted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^word-tools is trusted as it is now \([0-9a-f]{12}\)/),
  });
  expect((await command(here, ['skills', 'list', '--lang', 'zh'])).stdout).toMatch(
    /^word-tools .*（脚本已信任）|\(脚本已信任\)/m,
  );
  const record = join(here.dir, 'var', 'trusted-skills.json');
  expect(JSON.parse(await readFile(record, 'utf8'))).toMatchObject([{ name: 'word-tools', dir: folder }]);
  expect(existsSync(join(folder, 'trusted-skills.json'))).toBe(false);

  await appendFile(join(folder, 'scripts', 'count.sh'), 'echo more\n');
  const rows = await json<{ name: string; trust: string | null }[]>(here, ['skills', 'list']);
  expect(rows.find(({ name }) => name === 'word-tools')?.trust).toBe('changed');
  expect(rows.find(({ name }) => name === 'greeting_guide')?.trust).toBeNull();
  expect(await json(here, ['skills', 'trust', 'word-tools'])).toMatchObject({
    name: 'word-tools',
    content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it.each([
  ['nothing', /There is no skill 'nothing'.*Skills with scripts: word-tools/],
  ['greeting_guide', /comes with the program: there is nothing to trust/],
])('refuses to trust %s', async (name, message) => {
  const { here } = await withForeign();
  expect(await command(here, ['skills', 'trust', name])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(message),
  });
});

it('does the same as a library', async () => {
  const { here } = await withForeign();
  const app = await library(here);
  const trust = async () => (await app.skills.list()).find(({ name }) => name === 'word-tools')?.trust;
  expect(await trust()).toBe('untrusted');
  await app.skills.trust('word-tools');
  expect(await trust()).toBe('trusted');
  await expect(app.skills.trust('word')).rejects.toMatchObject({ code: 'SKILL_UNKNOWN', exitCode: 2 });
});
