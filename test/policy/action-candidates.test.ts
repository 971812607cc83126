import { describe, expect, it } from 'vitest';
import { applicableRoutes, candidatesOf } from '../../src/policy/action-candidates.js';
import { emptyScene, routesOf } from './scenes.js';

const names = (candidates: ReturnType<typeof candidatesOf>) =>
  candidates.map((each) => (each.kind === 'observe' ? each.tool : each.type));

describe('candidates', () => {
  const routes = routesOf({ functest: 0.5, perftest: -0.2, executor: -0.4, status: -0.6, cancel: -0.9 });

  it('offer neither context, nor failure, nor cancelling where there is none of it', () => {
    expect(names(candidatesOf(emptyScene(), applicableRoutes(emptyScene(), routes), []))).toEqual([
      'beijing_time',
      'executor',
      'status',
      'functest',
      'perftest',
    ]);
  });

  it('offer every tool and cancelling where the state has what they need', () => {
    const scene = emptyScene({ rounds: 2, running: ['perftest'], failed: { type: 'functest', newest: false } });
    const offered = names(candidatesOf(scene, applicableRoutes(scene, routes), []));
    expect(offered).toEqual(
      expect.arrayContaining(['build_context_view', 'previous_failed_track', 'beijing_time', 'cancel']),
    );
  });

  it('do not offer a tool a second time in a turn, whether it answered or failed', () => {
    const scene = emptyScene({ rounds: 2 });
    const observed = [
      { tool: 'build_context_view', ok: true },
      { tool: 'beijing_time', ok: false },
    ];
    const offered = names(candidatesOf(scene, routes, observed));
    expect(offered).not.toContain('build_context_view');
    expect(offered).not.toContain('beijing_time');
  });

  it('leave out registered types that rank too low to win, but never one the state speaks of', () => {
    const many = routesOf(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`type_${at}`, -at / 40])));
    const scene = emptyScene({ rounds: 1, failed: { type: 'type_39', newest: true } });
    const types = names(candidatesOf(scene, many, [])).filter((name) => name.startsWith('type_'));
    expect(types).toEqual(['type_0', 'type_1', 'type_2', 'type_3', 'type_4', 'type_5', 'type_39']);
  });

  it('know how each type occurs in the state', () => {
    const scene = emptyScene({
      rounds: 3,
      running: ['perftest'],
      last: { type: 'perftest', status: 'running' },
      failed: { type: 'functest', newest: false },
    });
    const relations = Object.fromEntries(
      candidatesOf(scene, routes, []).flatMap((each) => (each.kind === 'observe' ? [] : [[each.type, each.relations]])),
    );
    expect(relations).toMatchObject({ functest: ['failed'], perftest: ['running'], status: [], executor: [] });
  });
});
