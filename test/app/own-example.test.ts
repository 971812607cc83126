import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type App, createApp } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { drop, project, type TestProject } from '../harness/project.js';
import { until } from '../harness/until.js';

const open: App[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function shipped(here: TestProject): Promise<App> {
  const app = await createApp({ cwd: here.dir, env: userEnv(here) });
  open.push(app);
  return app;
}

async function dropNamed(here: TestProject, name: string): Promise<void> {
  const body = `description: Runs ${name.replaceAll('_', ' ')}.\nwhen_to_use: Somebody wants it.\ncommand: [/bin/true]`;
  const example = { text: 'soak the queue conc=3 ratio=92% note="two words"' };
  await drop(here, name, body, {
    'examples.jsonl': [{ text: 'run the tests' }, example].map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
}

/** The whole index is in place once nothing but it is left of a build. */
async function builtWhole(here: TestProject): Promise<void> {
  const cache = join(here.dir, 'var', 'cache');
  const files = () => readdirSync(cache).filter((name) => name.startsWith('route-index'));
  await until(
    'the index is built whole',
    () => files().length === 1 && /^route-index-[0-9a-f]+$/.test(files()[0] ?? ''),
    150_000,
  );
}

const SAID = ['run the tests', 'Run the tests!', 'soak the queue conc=3 ratio=92% note="two words"'];

it("what a user's package gives as its example starts it, before and after the whole build, though the product's has it too", async () => {
  const here = await project({ runtime: { policy_threshold: null } });
  await dropNamed(here, 'rt_check');
  const app = await shipped(here);
  const look = async (by: App) => {
    for (const [at, preview] of (await by.route(SAID, { explain: 'words' })).entries()) {
      expect(preview.action, SAID[at]).toMatchObject({ task_type: 'rt_check' });
      expect(preview.evidence?.[0]?.evidence.for[0]?.said).toEqual({
        en: 'is word for word an example of rt_check',
        zh: '与 rt_check 的一条示例一字不差',
      });
    }
  };
  await look(app);
  await app.run({ input: 'how is it going?' });
  await builtWhole(here);
  await look(await shipped(here));
}, 200_000);

it('what two packages of the user give as their example is asked about', async () => {
  const here = await project({ runtime: { policy_threshold: null } });
  await dropNamed(here, 'rt_check');
  await dropNamed(here, 'rt_other');
  const app = await shipped(here);
  const [preview] = await app.route(['run the tests']);
  expect(preview).toMatchObject({ outcome: 'ask', action: null, threshold: 1 });
  expect(
    preview?.candidates
      .slice(0, 2)
      .map(({ task_type }) => task_type)
      .sort(),
  ).toEqual(['rt_check', 'rt_other']);
});

it('name=value pairs count for nothing where a request is weighed', async () => {
  const here = await project({ runtime: { policy_threshold: null } });
  await dropNamed(here, 'queue_soak');
  const app = await shipped(here);
  const said = ['please soak our queue', 'please soak our queue threads=12 out=/tmp/report.json'];
  const [without, beside] = (await app.route(said)).map(({ candidates }) => candidates);
  expect(beside).toEqual(without);
});
