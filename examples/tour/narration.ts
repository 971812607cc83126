import type { Language } from '../../src/environment/language.js';

/** One request of the tour. */
export interface Step {
  /** What there is to see from here on; said before the request. */
  readonly about?: string;
  readonly input: string;
  /** `look`: go on at once, while it runs. `follow`: show its progress until it has ended. */
  readonly next: 'look' | 'follow';
  /** Whether the example service answers from this step on. Default: as before. */
  readonly shop?: 'stopped';
}

/** What the tour says around the requests, once per language. Requests come in both languages in either. */
export interface Narration {
  readonly welcome: string;
  /** `shop`: address of the example service. */
  requests(shop: string): readonly Step[];
  readonly progress: string;
  readonly conversation: string;
  afterwards(environment: string): string;
}

const EN: Narration = {
  welcome:
    'A tour on the bundled example service (examples/shop). No model and no key: every route below is decided here, at 0 tokens.',
  requests: (shop) => [
    {
      about: 'Functional tests. They run without you; ask meanwhile, and ask twice: it runs once.',
      input: 'Please run the functional tests of the shop',
      next: 'look',
    },
    { input: 'how is it going?', next: 'look' },
    { input: 'run the functional tests of the shop', next: 'follow' },
    {
      about: 'Red is red: two tests of the coupons find a real rounding error. Chinese works as well.',
      input: '跑一下 shop-coupons 的功能测试',
      next: 'follow',
    },
    {
      about: 'What is missing is asked for, not guessed. The next line is the answer.',
      input: 'How accurate is our message classifier?',
      next: 'look',
    },
    { input: 'classifier/messages.csv', next: 'follow' },
    {
      about: 'A load test of the shop, which this tour has started.',
      input: `Load test ${shop}/products for 1 second with 5 connections, p95 below 500 ms`,
      next: 'follow',
    },
    {
      about: 'Once more: the figures are compared with the last run.',
      input: 'Run it again',
      next: 'follow',
    },
    { input: 'How did it go?', next: 'look' },
    {
      about: 'Now the shop is stopped. A run that could not do its work is no red result, and it says why.',
      input: 'Run it again',
      next: 'follow',
      shop: 'stopped',
    },
    { input: 'Why did it fail?', next: 'look' },
  ],
  progress: 'progress',
  conversation: '\nYour turn. Say what you want done; Ctrl-D ends.',
  afterwards: (environment) =>
    `\nAll of it is stored in Environment ${environment}; \`npm start -- show --config examples/tour/graph.yaml --environment ${environment} --trace\` shows every step.\nYour own scripts next: docs/guide/first-workflow.md`,
};

const ZH: Narration = {
  welcome:
    '在自带的示例服务（examples/shop）上走一遍。没有模型，也没有密钥：下面每一次路由都在本地完成，消耗 0 token。',
  requests: (shop) => [
    {
      about: '功能测试。任务自己在跑，你可以随时问；同一件事说两遍，也只跑一次。',
      input: '帮我给 shop 做一次功能测试',
      next: 'look',
    },
    { input: '现在进展怎么样了？', next: 'look' },
    { input: '给 shop 跑一下功能测试', next: 'follow' },
    {
      about: '红就是红：优惠券有两个用例查出了真实的舍入误差。英文也可以。',
      input: 'run the functional tests of shop-coupons',
      next: 'follow',
    },
    { about: '缺什么就问，不猜。下一行是回答。', input: '测一下我们的消息分类器的准确率', next: 'look' },
    { input: 'classifier/messages.csv', next: 'follow' },
    {
      about: '给 shop 做一次压测，服务由这次体验启动。',
      input: `对 ${shop}/products 压测 1 秒，5 个并发，p95 不超过 500 毫秒`,
      next: 'follow',
    },
    { about: '再来一次：结果会和上一次对比。', input: '再跑一次', next: 'follow' },
    { input: '刚才结果怎么样？', next: 'look' },
    {
      about: '现在把 shop 停掉。没能完成的任务不算“红”，它会说明原因。',
      input: '再跑一次',
      next: 'follow',
      shop: 'stopped',
    },
    { input: '刚才为什么失败了？', next: 'look' },
  ],
  progress: '进展',
  conversation: '\n轮到你了：直接说要做什么，Ctrl-D 结束。',
  afterwards: (environment) =>
    `\n全部过程保存在 Environment ${environment}；用 \`npm start -- show --config examples/tour/graph.yaml --environment ${environment} --trace\` 查看每一步。\n接下来接入自己的脚本：docs/zh/guide/first-workflow.md`,
};

export function narration(language: Language): Narration {
  return language === 'zh' ? ZH : EN;
}
