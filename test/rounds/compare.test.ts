import { expect, it } from 'vitest';
import type { App } from '../../src/index.js';
import { ended, library, runIdOf } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';

async function ran(app: App, input: string): Promise<string> {
  const run_id = runIdOf(await app.run({ input }));
  await ended(app, run_id);
  await app.collect();
  return run_id;
}

it('compares a run that measures nothing with what there is, and says that there is no number', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const failed = await ran(app, probing('exit'));
  await ran(app, probing('done'));
  await app.run({ input: 'how is it going?' });
  const en = (await app.run({ input: 'how is it going?' })).reply;
  expect(en).toContain(`Compared with ${failed}:\n  another parameter: how = exit → done\n  it failed → it is done`);
  expect(en).toContain('exit code: 3 → 0');
  expect(en).toMatch(/time: [\d.]+ s → [\d.]+ s\n {2}it gives no numbers that could be compared$/);
  const zh = (await app.run({ input: '现在怎么样了' })).reply;
  expect(zh).toContain(`与 ${failed} 相比：\n  参数不同：how = exit → done\n  结局：失败 → 已完成`);
  expect(zh).toMatch(/没有可以比较的数字$/);
});

it('compares with the newest earlier run of the same parameters before any other', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  await ran(app, `${probing('done')} tag=a`);
  const same = await ran(app, `${probing('done')} tag=a`);
  const other = await ran(app, `${probing('done')} tag=b`);
  const newest = await ran(app, `${probing('done')} tag=a`);
  const { reply } = await app.run({ input: `what is the status of ${newest}?` });
  expect(reply).toContain(`Compared with ${same}:`);
  expect(reply).not.toContain('another parameter');
  expect((await app.run({ input: `what is the status of ${other}?` })).reply).toContain(
    'another parameter: tag = a → b',
  );
});

it.each([
  ['how is it going compared with the first run?', ', the first (round 1):', /There is no such earlier run/],
  ['现在怎么样了，和第一次比呢', '（第 1 次，第 1 轮）相比', /没有这样的更早的运行/],
])('compares with the run that is asked for, and says which; or that there is none: %s', async (input, told, none) => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const first = await ran(app, `${probing('exit')} tag=a`);
  expect((await app.run({ input })).reply).toMatch(none);
  await ran(app, `${probing('done')} tag=b`);
  await ran(app, `${probing('done')} tag=b`);
  const { reply } = await app.run({ input });
  expect(reply).toContain(`${first}${told}`);
});
