import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { project } from '../harness/project.js';

async function damaged() {
  const here = await project();
  const policies = join(here.dir, 'var', 'policies');
  await mkdir(policies, { recursive: true });
  await writeFile(join(policies, 'active.json'), '{"active": "00');
  return here;
}

it('tells once, on stderr, of a chosen policy that cannot be used', async () => {
  const here = await damaged();
  const stdin = 'how is it going?\n现在怎么样了\n';
  const { code, stdout, stderr } = await command(here, ['run', '--interactive'], { stdin });
  expect(code).toBe(0);
  expect(stderr.split('Which policy was chosen cannot be read').length).toBe(2);
  expect(stdout).not.toContain('cannot be read');
});

it('tells of it in Chinese, and keeps what a program reads clean', async () => {
  const here = await damaged();
  const { stdout, stderr } = await command(here, ['route', '--json', '--lang', 'zh', '--input', '现在怎么样了']);
  expect(stderr).toContain('由附带的策略判断');
  expect(JSON.parse(stdout)).toMatchObject({ action: expect.anything() });
});

it('tells of it in `doctor`, with what to do', async () => {
  const { stdout } = await command(await damaged(), ['doctor']);
  expect(stdout).toMatch(/· Which policy was chosen cannot be read from .*active\.json\./);
  expect(stdout).toContain('policy use ID');
});
