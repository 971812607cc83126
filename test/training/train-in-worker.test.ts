import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ProtocolData } from '../../src/training/protocol-data.js';
import { trainInWorker } from '../../src/training/train-in-worker.js';
import { start } from '../harness/command-line.js';
import { project } from '../harness/project.js';
import { until } from '../harness/until.js';
import { workspace } from '../harness/workspace.js';

const NONE: ProtocolData = {
  samples: [],
  types: [],
  packages: [],
  vague: [],
  about: [],
  frames: [],
  names: [],
  named: [],
  hashes: {},
};

/** A worker that does this in place of training. */
async function worker(program: string): Promise<{ entry: string; file: string }> {
  const dir = await workspace();
  const [entry, file] = [join(dir, 'worker.mjs'), join(dir, 'busy')];
  const head = "import { writeFileSync } from 'node:fs';\nimport { parentPort } from 'node:worker_threads';\n";
  await writeFile(entry, `${head}writeFileSync(${JSON.stringify(file)}, '');\n${program}\n`);
  return { entry, file };
}

it('is ended at once where it never looks up', async () => {
  const { entry, file } = await worker('for (;;);');
  const interrupt = new AbortController();
  const training = trainInWorker(entry, NONE, interrupt.signal);
  const ended = expect(training).rejects.toMatchObject({ name: 'AbortError' });
  await until('it is busy', () => existsSync(file));
  interrupt.abort();
  await ended;
});

it('starts nothing where it was interrupted before', async () => {
  const { entry, file } = await worker('for (;;);');
  await expect(trainInWorker(entry, NONE, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['hands over what it made', 'parentPort.postMessage({ bytes: new Uint8Array([7]), evaluated: {} });', '7'],
  ['tells what it died of', "throw new RangeError('out of room');", 'out of room'],
  ['says so where it ends without a word', '', 'ended with code 0'],
])('%s', async (_what, program, expected) => {
  const { entry } = await worker(program);
  const made = trainInWorker(entry, NONE, new AbortController().signal);
  expect(await made.then(({ bytes }) => String(bytes[0]), String)).toContain(expected);
});

/** The most that a thread beside the main one has computed, in hundredths of a second. */
function computed(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).filter((thread) => thread !== String(pid));
  return Math.max(
    ...threads.map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]);
    }),
  );
}

it('of the command ends at Ctrl-C with 130 and leaves nothing behind', async () => {
  const here = await project();
  const { child, ended } = start(here, ['policy', 'train']);
  await until('it trains', () => computed(child.pid ?? 0) > 50, 50_000);
  child.kill('SIGINT');
  expect(await ended).toEqual({
    code: 130,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(/takes minutes.*interrupted/s),
  });
  expect(await readdir(here.dir)).toEqual(['configs']);
});
