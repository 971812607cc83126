import { describe, expect, it } from 'vitest';
import { watch } from '../../src/rounds/watch.js';
import { house, round } from '../harness/house.js';
import { runIdOf, starts } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';

async function rooms() {
  const here = await project();
  await dropProbe(here);
  const outside = await house(here);
  const ask = async (input: string, parent_run_id: string | null, changes = {}) =>
    await round({ ...outside, parent_run_id }, input, changes);
  const over = async (run_id: string, environment = 'default') =>
    await watch(outside, environment, run_id, () => {}, new AbortController().signal);
  return { here, ask, over };
}

describe('a job that asks for itself', () => {
  it.each([
    ['in its own Environment, where it would be joined', 'default', 'join', 'en', 'which is that very work'],
    ['as another run', 'default', 'force-new', 'en', 'which is that very work'],
    ['in another Environment, as a case does', 'case-1', 'join', 'zh', '会无止境地启动自己'],
  ] as const)('is refused: %s', async (_how, environment, identical, language, words) => {
    const { here, ask, over } = await rooms();
    const outer = runIdOf(await ask(probing('done'), null));
    const again = await ask(probing('done'), outer, { environment, identical, language });
    expect(again).toMatchObject({ task_status: 'failed', reason: 'JOB_NESTED', run_id: null });
    expect(again.reply).toContain(outer);
    expect(again.reply).toContain(words);
    await over(outer);
    expect(starts(here)).toEqual([outer]);
  });

  it('with other parameters is started, and refused further in than four', async () => {
    const { here, ask, over } = await rooms();
    const chain: string[] = [];
    for (const tag of ['a', 'b', 'c', 'd']) {
      const each = await ask(`${probing('done')} tag=${tag}`, chain.at(-1) ?? null);
      chain.push(runIdOf(each));
      await over(runIdOf(each));
    }
    const fifth = await ask(`${probing('done')} tag=e`, chain.at(-1) ?? null);
    expect(fifth).toMatchObject({ task_status: 'failed', reason: 'JOB_NESTED' });
    expect(fifth.reply).toContain('inside 4 jobs');
    const second = await ask(`${probing('done')} tag=b`, chain.at(-1) ?? null);
    expect(second.reply).toContain(`from inside ${chain[1]}`);
    expect(starts(here)).toEqual(chain);
  });
});
