import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { project, put } from '../harness/project.js';

const READERS = [
  'policy eval --samples',
  'policy train --samples',
  'route --batch',
  'case --case',
  'channels add',
  'environments import',
  'status --config',
];

it.each(READERS)('refuses what is no regular file at once, in words: %s', async (words) => {
  const here = await project();
  await mkdir(join(here.dir, 'folder'));
  execFileSync('mkfifo', [join(here.dir, 'pipe')]);
  for (const file of ['/dev/zero', 'folder', 'pipe']) {
    const { code, stderr } = await command(here, [...words.split(' '), file]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/is not a regular file|is a folder, not a file/),
    });
    expect(stderr).toContain(file);
    expect(stderr).not.toContain('undefined');
  }
});

it('refuses an archive that is no regular file before anything is imported', async () => {
  const here = await project();
  await put(here.dir, { 'one.json': '{"cur_round":0,"rounds":[]}' });
  execFileSync('mkfifo', [join(here.dir, 'one_archive.jsonl')]);
  const { code, stderr } = await command(here, ['environments', 'import', 'one.json']);
  expect(code).toBe(2);
  expect(stderr).toContain('one_archive.jsonl');
  expect((await command(here, ['environments', 'list', '--json'])).stdout).toBe('[]\n');
});
