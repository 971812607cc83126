import { expect, it } from 'vitest';
import type { App } from '../../src/app-interface.js';
import { cancel } from '../../src/cli/commands/cancel.js';
import type { Language } from '../../src/environment/language.js';
import { face } from '../harness/face.js';

/** An app in which a stop takes for ever, and is interrupted as soon as it has begun. */
function slow(interrupt: AbortController): App {
  const app: Pick<App, 'cancel' | 'job'> = {
    cancel: async (_run_id, signal) => {
      interrupt.abort();
      if (signal?.aborted !== true) throw new Error('nobody could interrupt it');
      return { status: 'running', confirmed: false, forced: false, was: 'live', waited: 'interrupted' };
    },
    job: async (run_id) => ({ kind: 'job', run_id, type: 'probe' }) as Awaited<ReturnType<App['job']>>,
  };
  return app as App;
}

it.each<[Language, string]>([
  ['en', 'The stop of probe (job_1) is asked for; it goes on'],
  ['zh', '已要求 probe（job_1）停止，不再等待，停止会继续进行'],
])('Ctrl-C ends the wait of a cancellation with exit code 130 (%s)', async (language, words) => {
  const interrupt = new AbortController();
  const told = await face(slow(interrupt), { language, signal: interrupt.signal });
  expect(await cancel(told.face, 'job_1')).toBe(130);
  expect(told.out.join()).toContain(words);
});
