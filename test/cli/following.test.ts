import { expect, it } from 'vitest';
import { following } from '../../src/cli/conversation/following.js';
import type { App } from '../../src/index.js';

/** An app whose jobs end when they are told to. */
function jobs() {
  const ends = new Map<string, () => void>();
  const watch = (run_id: string) =>
    new Promise((resolve) => {
      ends.set(run_id, () => resolve({ completion: { run_id } }));
    });
  return { app: { watch } as unknown as App, end: (run_id: string) => ends.get(run_id)?.() };
}

it('tells the end of a job it follows, and not of one whose end is told elsewhere', async () => {
  const { app, end } = jobs();
  const told: string[] = [];
  const followed = following(app, 'default', {
    progressText: ({ text }) => text,
    onProgress: () => {},
    onEnd: ({ run_id }) => void told.push(run_id),
    onError: (error) => {
      throw error;
    },
  });
  followed.add('a', 'probe', 'en');
  followed.add('b', 'probe', 'en');
  followed.leave('a');
  expect(followed.progress(80)).not.toContain(' · ');
  end('a');
  end('b');
  await followed.stop();
  expect(told).toEqual(['b']);
});
