import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace } from '../harness/workspace.js';
import { ROOT } from './document.js';
import { agrees, comparable, stepsOf } from './guide-page.js';
import { reader } from './reader.js';

/** What is done once on a machine: here the working copy stands for the clone, and a folder on PATH for the install. */
const INSTALL = /^(?:git clone |cd environment-runtime$|npm i -g \.$)/;

const NEEDS: Readonly<Record<string, readonly string[]>> = { 'pytest.md': ['python3', '-c', 'import pytest'] };

const folders = ['docs/guide', 'docs/zh/guide'];
const pages = folders.flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => ({ name, path: `${folder}/${name}`, zh: folder.includes('/zh/') })),
);
const runnable = pages.filter(({ name }) => {
  const [program, ...args] = NEEDS[name] ?? ['true'];
  return spawnSync(program ?? '', args).status === 0;
});

describe.each(runnable)('$path', ({ path, zh }) => {
  it('does what it shows', async () => {
    const home = join(await workspace(), 'home');
    await mkdir(home);
    const port = await freePort();
    const follower = await reader(home, zh ? 'zh_CN.UTF-8' : 'en_US.UTF-8');
    try {
      for (const step of stepsOf(path)) {
        if (step.kind === 'file') await follower.put(step.path, step.text.replaceAll('8080', port));
        else {
          const lines = step.lines.filter((line) => !INSTALL.test(line)).map((line) => line.replaceAll('8080', port));
          if (lines.length === 0) continue;
          const { printed } = await follower.type(lines);
          const told = printed.replaceAll(port, '8080');
          if (step.shown !== null && !agrees(step.shown, told)) {
            expect(`${lines.join('\n')}\n${comparable(told)}`).toBe(`${lines.join('\n')}\n${comparable(step.shown)}`);
          }
        }
      }
    } finally {
      await follower.leave();
    }
  }, 120_000);
});

it.each(folders)('%s has the six pages', (folder) => {
  const names = ['first-workflow', 'load-test', 'nightly-suite', 'pytest', 'python-script', 'shell-script'];
  expect(readdirSync(join(ROOT, folder)).sort()).toEqual(names.map((name) => `${name}.md`));
});

it.each(folders)('%s goes from a clone to an own script that was run in six commands at most', (folder) => {
  const commands = stepsOf(`${folder}/first-workflow.md`).flatMap((step) => (step.kind === 'run' ? step.lines : []));
  const last = commands.findIndex((line) => line.startsWith('environment-runtime run '));
  expect(commands[0]).toMatch(/^git clone /);
  expect(last).toBeGreaterThan(0);
  expect(commands.slice(0, last + 1).length).toBeLessThanOrEqual(6);
});

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return String(port);
}
