import { expect, it } from 'vitest';
import { recast } from '../../src/training/recast.js';
import { emptyScene } from '../policy/scenes.js';

it('gives the newest work another type wherever it occurs, and leaves other work alone', () => {
  const scene = {
    ...emptyScene(),
    running: ['functest', 'perftest', 'functest'],
    last: { type: 'functest', status: 'running' },
    failed: { type: 'functest', newest: false },
  };
  expect(recast(scene, 'tide')).toEqual({
    ...scene,
    running: ['tide', 'perftest', 'tide'],
    last: { type: 'tide', status: 'running' },
    failed: { type: 'tide', newest: false },
  });
  expect(recast({ ...scene, failed: { type: 'perftest', newest: false } }, 'tide').failed?.type).toBe('perftest');
});

it.each([
  ['no work', null],
  ['open-ended work', { type: 'executor', status: 'done' }],
])('leaves a conversation with %s as it is', (_what, last) => {
  const scene = { ...emptyScene(), last };
  expect(recast(scene, 'tide')).toEqual(scene);
});
