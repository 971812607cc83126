import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app-interface.js';
import { suite } from '../../src/cli/commands/cases.js';
import { loadConfig } from '../../src/config/load-config.js';
import type { Language } from '../../src/environment/language.js';
import { watch } from '../../src/rounds/watch.js';
import { face } from '../harness/face.js';
import { house, round } from '../harness/house.js';
import { holds, jobFolder, starts } from '../harness/library.js';
import { drop, dropProbe, probing, project, put, type TestProject } from '../harness/project.js';
import { until } from '../harness/until.js';

/** As much of the app as playing cases takes. */
async function player(here: TestProject): Promise<App> {
  const rooms = await house(here);
  const config = await loadConfig({ cwd: here.dir, env: {} });
  const app: Pick<App, 'config' | 'run' | 'watch'> = {
    config,
    run: ({ input, ...changes }) => round(rooms, input, changes),
    watch: (run_id, { environment = 'default', onEvent = () => {}, signal = new AbortController().signal } = {}) =>
      watch(rooms, environment, run_id, onEvent, signal),
  };
  return app as App;
}

async function casesIn(here: TestProject, cases: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const files = Object.entries(cases).map(([case_id, turns]) => [
    `${case_id}.json`,
    JSON.stringify({ case_id, turns }),
  ]);
  const folder = join(here.dir, 'cases');
  await put(folder, Object.fromEntries(files));
  return folder;
}

/** A task type whose job puts a file where the run directories are made, so that no round can be played any more. */
async function dropBreaker(here: TestProject): Promise<void> {
  await drop(
    here,
    'breaker',
    'description: Breaks the hourglass.\nwhen_to_use: Somebody asks to break the hourglass.\ncommand: [./breaker.sh]\ncwd: package',
    {
      'breaker.sh': `#!/bin/sh\ncd ${here.dir}/var && mv runs kept && : > runs\n`,
      'examples.jsonl': ['break the hourglass', 'please break the hourglass now']
        .map((text) => `${JSON.stringify({ text })}\n`)
        .join(''),
    },
  );
}

it('a round that cannot be played fails its case, and the others are played and summed up', async () => {
  const here = await project();
  await dropBreaker(here);
  const folder = await casesIn(here, {
    '1-whole': ['how is it going?'],
    '2-broken': ['break the hourglass', 'how is it going?'],
    '3-after': ['how is it going?'],
  });
  const app = await player(here);
  const told = await face(app, { json: true });
  expect(await suite(told.face, folder)).toBe(1);
  expect(JSON.parse(told.out.join())).toMatchObject({
    count: 3,
    passed: 1,
    failed: 2,
    not_run: 0,
    cases: [
      { case_id: '1-whole', ok: true, error: null },
      { case_id: '2-broken', ok: false, turns: [{ misses: [] }], error: { code: 'RUN_DIRECTORY' } },
      { case_id: '3-after', ok: false, turns: [], error: { code: 'RUN_DIRECTORY' } },
    ],
  });
  const shown = await face(app, { language: 'zh' });
  expect(await suite(shown.face, folder)).toBe(1);
  expect(shown.out.join('\n')).toMatch(/✗ 3-after .*\n {4}无法在 .* 下创建运行目录/);
});

describe('Ctrl-C leaves the case that waits undecided, and names the job that goes on', () => {
  it.each<[Language | 'json', RegExp, RegExp]>([
    ['en', /^Stopped waiting; (job_\w+) goes on\./, /– 2 .*1 passed, 0 failed, 2 not run/s],
    ['zh', /(job_\w+)/, /– 2 .*通过 1，未通过 0，未执行 2/s],
    ['json', /(job_\w+)/, /"passed":1,"failed":0,"not_run":2,.*"goes_on":"job_\w+".*"end":"interrupted"/],
  ])('%s', async (how, goesOn, summary) => {
    const here = await project();
    await dropProbe(here);
    const folder = await casesIn(here, { '1': ['how is it going?'], '2': [probing('hold')], '3': [probing('done')] });
    const app = await player(here);
    const interrupt = new AbortController();
    const language = how === 'json' ? 'en' : how;
    const told = await face(app, { language, json: how === 'json', signal: interrupt.signal });
    const played = suite(told.face, folder);
    const [run_id = ''] = await until('the job is started', () =>
      (starts(here)[0] ?? '') === '' ? null : starts(here),
    );
    await holds(here, run_id);
    interrupt.abort();
    expect(await played).toBe(130);
    expect(told.hints.join('\n').match(goesOn)?.[1]).toBe(run_id);
    expect(told.out.join('\n')).toMatch(summary);
    expect(told.out.join('\n')).not.toContain('✗');
    await writeFile(join(jobFolder(here, run_id), 'go'), '');
    await app.watch(run_id);
    expect(starts(here)).toEqual([run_id]);
  });
});
