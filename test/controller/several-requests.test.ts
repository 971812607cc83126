import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { RouteScorer } from '../../src/controller/policy.js';
import { readIndex } from '../../src/controller/route-index-cache.js';
import { routeScorer } from '../../src/controller/route-scorer.js';
import { type Requestable, type Segment, severalRequests } from '../../src/controller/several-requests.js';
import { packageRoot } from '../../src/package-root.js';

const RUNNABLE = ['functest', 'perftest', 'accutest', 'inspection', 'release_check'];

let routes: RouteScorer;
beforeAll(() => {
  const index = readIndex(join(packageRoot(), 'dist', 'route-index'));
  if (index === null) throw new Error('the product is not built');
  routes = routeScorer(index, null);
});

function segmentsOf(text: string, running: readonly string[] = []): Segment[] {
  return severalRequests(text, requestable(routes, running));
}

function requestable(by: RouteScorer, running: readonly string[] = []): Requestable {
  return {
    routes: by,
    runnable: (type) => RUNNABLE.includes(type),
    running: (type) => running.includes(type),
  };
}

it.each([
  ['先跑功能测试，再压测一下', ['先跑功能测试', '再压测一下']],
  ['run the tests, then the release check', ['run the tests', 'then the release check']],
  ['run the functional tests and then do the release check', ['functest', 'release_check']],
  ['跑一下功能测试然后做发布检查', ['跑一下功能测试', '做发布检查']],
  ['跑功能测试顺便压测一下首页', ['跑功能测试', '压测一下首页']],
  ['跑一下功能测试 压测一下首页', ['跑一下功能测试', '压测一下首页']],
  ['inspect the services after that run the unit tests', ['inspection', 'functest']],
])('finds two requests in: %s', (text, two) => {
  const segments = segmentsOf(text);
  expect(segments.map((one) => (RUNNABLE.includes(two[0] ?? '') ? one.task_type : one.text))).toEqual(two);
});

it.each([
  ['stop the load test and run the functional tests', ['cancel', 'functest']],
  ['停掉压测，然后跑功能测试', ['cancel', 'functest']],
  ['run the functional tests and stop the load test', ['functest', 'cancel']],
  ['stop everything, then inspect the services and run the release check', ['cancel', 'inspection', 'release_check']],
])('takes a wish to stop for a request of its own: %s', (text, types) => {
  expect(segmentsOf(text, ['perftest']).map(({ task_type }) => task_type)).toEqual(types);
});

it.each(['run the load test', 'run the stress test', 'run the perf test', '跑一下压测'])(
  'does not take words for a request that say too little alone: %s',
  (text) => {
    expect(segmentsOf(text).map((segment) => segment.text)).not.toContain(/^(run the|跑一下)/.exec(text)?.[0]);
    expect(segmentsOf(text).length).toBeLessThan(2);
  },
);

it.each([
  ['a reason before the request', 'tests are green, go to the release check'],
  ['an order to leave something out', 'check release readiness, skip the tests'],
  ['a place', 'run functest on shop'],
])('takes a sentence with %s for one request', (_what, text) => {
  expect(segmentsOf(text).length).toBeLessThan(2);
});

/** Examples that do ask for two things. */
const TWO = ['先跑功能测试，再压测一下', '先把回归跑了，过了再做发布检查'];

it('cuts no example of a bundled package in two that asks for one thing', () => {
  const examples = [...RUNNABLE, 'executor', 'status', 'cancel'].flatMap((name) =>
    readFileSync(join(packageRoot(), 'skills', 'controller', name, 'examples.jsonl'), 'utf8')
      .trim()
      .split('\n'),
  );
  const texts = examples.map((line) => (JSON.parse(line) as { text: string }).text);
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => segmentsOf(text).length > 1).sort()).toEqual([...TWO].sort());
});

it('reads a long sentence no more often than its words', () => {
  for (const length of [100, 400, 4000]) {
    let reads = 0;
    const text = '跑一下功能测试然后做发布检查'.repeat(400).slice(0, length);
    severalRequests(
      text,
      requestable({
        ...routes,
        score: (part) => {
          reads += 1;
          return routes.score(part);
        },
      }),
    );
    expect(reads).toBeLessThanOrEqual(4 * length);
  }
});
