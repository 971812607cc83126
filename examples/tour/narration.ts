import type { Language } from '../../src/environment/language.js';

/** `look`: go on at once, while it runs. `follow`: show its progress until it has ended. */
export interface Step {
  readonly input: string;
  readonly next: 'look' | 'follow';
}

/** What the tour says around the requests, once per language. Requests come in both languages in either. */
export interface Narration {
  readonly welcome: string;
  readonly requests: readonly Step[];
  readonly progress: string;
  readonly conversation: string;
  afterwards(environment: string, root: string): string;
}

const EN: Narration = {
  welcome:
    'A tour on the bundled example service (examples/shop). No model and no key: every route below is decided here, at 0 tokens.',
  requests: [
    { input: 'Please run the functional tests of the shop', next: 'look' },
    { input: 'how is it going?', next: 'look' },
    { input: 'run the functional tests of the shop', next: 'follow' },
    { input: '跑一下 shop-coupons 的功能测试', next: 'follow' },
    { input: '刚才结果怎么样？', next: 'follow' },
  ],
  progress: 'progress',
  conversation: '\nYour turn. Say what you want done; Ctrl-D ends.',
  afterwards: (environment) =>
    `\nThe coupons are red because they are: two of their tests find a real rounding error.\nAll of it is stored in Environment ${environment}; \`npm start -- show --config examples/tour/graph.yaml --environment ${environment} --trace\` shows every step.`,
};

const ZH: Narration = {
  welcome:
    '在自带的示例服务（examples/shop）上走一遍。没有模型，也没有密钥：下面每一次路由都在本地完成，消耗 0 token。',
  requests: [
    { input: '帮我给 shop 做一次功能测试', next: 'look' },
    { input: '现在进展怎么样了？', next: 'look' },
    { input: '给 shop 跑一下功能测试', next: 'follow' },
    { input: 'run the functional tests of shop-coupons', next: 'follow' },
    { input: 'how did it go?', next: 'follow' },
  ],
  progress: '进展',
  conversation: '\n轮到你了：直接说要做什么，Ctrl-D 结束。',
  afterwards: (environment) =>
    `\n优惠券是红的，因为它确实有错：两个用例查出了真实的舍入误差。\n全部过程保存在 Environment ${environment}；用 \`npm start -- show --config examples/tour/graph.yaml --environment ${environment} --trace\` 查看每一步。`,
};

export function narration(language: Language): Narration {
  return language === 'zh' ? ZH : EN;
}
