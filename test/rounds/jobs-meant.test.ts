import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../src/jobs/room.js';
import { jobsMeant } from '../../src/rounds/jobs-meant.js';

const job = (run_id: string, type: string) => ({ run_id, package: type }) as JobRecord;
const live = [job('a', 'functest'), job('b', 'perftest'), job('c', 'perftest')];

const routes = (scores: Record<string, number>) => ({
  score: () => ({
    routes: Object.entries(scores)
      .map(([label, score]) => ({ label, score }))
      .sort((one, other) => other.score - one.score),
    intents: new Map(),
    beside: new Map(),
    unknown_mass: 0,
  }),
});
const alike = routes({ functest: -0.9, perftest: -0.95 });
const meant = (texts: string[], by = alike) => jobsMeant(live, texts, by).map(({ run_id }) => run_id);

describe('the jobs that a request to stop means', () => {
  it('are all where it says nothing of a type', () => {
    expect(meant(['stop it'])).toEqual(['a', 'b', 'c']);
  });

  it('are those of the type it names', () => {
    expect(meant(['stop functest'])).toEqual(['a']);
    expect(meant(['stop the perftest'])).toEqual(['b', 'c']);
  });

  it('are those of the type whose words it uses, where they fit no other live type as well', () => {
    expect(meant(['stop the load test'], routes({ release_check: 0.4, perftest: -0.2, functest: -0.8 }))).toEqual([
      'b',
      'c',
    ]);
    expect(meant(['stop the test'], routes({ perftest: -0.2, functest: -0.3 }))).toEqual(['a', 'b', 'c']);
    expect(meant(['stop'], routes({ perftest: -0.75, functest: -1.1 }))).toEqual(['a', 'b', 'c']);
  });

  it('are looked for in the answer before the request', () => {
    expect(meant(['functest', 'stop the perftest'])).toEqual(['a']);
    expect(meant(['yes', 'stop the perftest'])).toEqual(['b', 'c']);
  });
});
