import type { RouteRow } from '../../src/policy/route-index.js';

const WORDS = {
  functest: [
    'run the functional tests',
    'test the checkout page',
    '跑一下功能测试',
    '测试登录接口',
    'check that sign-in works',
  ],
  perftest: [
    'load test with 50 users',
    'measure p95 latency',
    '压测一下订单接口',
    '测一下 QPS 上限',
    'stress the search service',
  ],
  status: ['what is running', 'how far is it', '现在进度怎么样', '跑完了吗', 'is the job done'],
  cancel: ['stop it', 'cancel the run', '停掉它', '取消任务', 'abort the test'],
} as const;

/** A small bilingual installation, written out so that the golden index depends on nothing else. */
export function syntheticRows(): RouteRow[] {
  return Object.entries(WORDS).flatMap(([label, texts]) => [...texts, label].map((text) => ({ label, text })));
}
