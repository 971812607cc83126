import { describe, expect, it } from 'vitest';
import { refusal, refusalIn } from './write-config.js';

describe('what a configuration cannot say', () => {
  it.each([
    ['runtime:\n  max_round: 4\n', 'graph.yaml:2: runtime.max_round: unknown key. Did you mean max_rounds?'],
    ['modle:\n  provider: x\n', 'graph.yaml:1: modle: unknown key. Did you mean model?'],
    [
      'a: 1\n',
      'graph.yaml:1: a: unknown key. Known here: model, embedding, paths, runtime, projects, default_project.',
    ],
    ['\nmax_rounds: 4\n', 'graph.yaml:2: max_rounds: unknown key. It belongs under runtime.'],
    [
      'model:\n  providers:\n    aliyun:\n      api_key: sk-1234\n',
      'graph.yaml:4: model.providers.aliyun.api_key: unknown key. Did you mean api_key_env?',
    ],
    [
      'runtime:\n  max_rounds: "4"\n',
      'graph.yaml:2: runtime.max_rounds: expected a whole number of at least 1, found "4"',
    ],
    ['runtime:\n  max_rounds: 0\n', 'graph.yaml:2: runtime.max_rounds: expected a whole number of at least 1, found 0'],
    [
      'runtime:\n  max_rounds: 1.5\n',
      'graph.yaml:2: runtime.max_rounds: expected a whole number of at least 1, found 1.5',
    ],
    [
      'runtime:\n  max_rounds: .nan\n',
      'graph.yaml:2: runtime.max_rounds: expected a whole number of at least 1, found NaN',
    ],
    ['runtime:\n  save_logs: maybe\n', 'graph.yaml:2: runtime.save_logs: expected true or false, found "maybe"'],
    [
      'runtime:\n  pyskill_timeout_sec: 0\n',
      'graph.yaml:2: runtime.pyskill_timeout_sec: expected a number of seconds above 0, found 0',
    ],
    ['runtime:\n  policy: fast\n', 'graph.yaml:2: runtime.policy: expected one of local, model, cascade, found "fast"'],
    ['runtime: [1]\n', 'graph.yaml:1: runtime: expected a mapping (key: value), found a list'],
    ['- a\n', 'graph.yaml:1: (file): expected a mapping (key: value), found a list'],
    ['just text\n', 'graph.yaml:1: (file): expected a mapping (key: value), found "just text"'],
    [
      'projects:\n  shop:\n    test_command: npm test\n',
      'graph.yaml:3: projects.shop.test_command: expected a list of words such as [npm, test], found "npm test"',
    ],
    [
      'projects:\n  shop:\n    test_command:\n      - npm\n      - [x]\n',
      'graph.yaml:5: projects.shop.test_command[1]: expected a text: quote it, found a list',
    ],
    [
      'model:\n  providers:\n    aliyun: {base_url: "file:///etc"}\n',
      'graph.yaml:3: model.providers.aliyun.base_url: expected an http(s) URL, found "file:///etc"',
    ],
    [
      'projects: {a: {}}\ndefault_project: b\n',
      'graph.yaml:2: default_project: no project is called "b". Did you mean a?',
    ],
    ['default_project: b\n', 'graph.yaml:1: default_project: no project is called "b". There is no project yet.'],
    [
      'model:\n  provider: alyun\n',
      'graph.yaml:2: model.provider: no provider is called "alyun". Did you mean aliyun?',
    ],
  ])('%j', async (text, message) => {
    expect(await refusal(text)).toEqual({ code: 'CONFIG_INVALID', message });
  });

  it.each([
    ['runtime:\n  max_round: 4\n', 'graph.yaml:2: runtime.max_round: 未知的键。是不是想写 max_rounds？'],
    ['max_rounds: 4\n', 'graph.yaml:1: max_rounds: 未知的键。它应放在 runtime 下。'],
    ['runtime:\n  max_rounds: "4"\n', 'graph.yaml:2: runtime.max_rounds: 应为不小于 1 的整数，实际是："4"'],
    ['runtime: [1]\n', 'graph.yaml:1: runtime: 应为键值映射（key: value），实际是：列表'],
    ['default_project: b\n', 'graph.yaml:1: default_project: 没有名为 "b" 的项目。还没有任何项目。'],
  ])('%j is said in Chinese too', async (text, chinese) => {
    expect(await refusalIn('zh', text)).toBe(chinese);
  });

  it('is told all at once, in the order of lines', async () => {
    const { message } = await refusal('runtime:\n  max_rounds: x\n  save_log: true\nfoo: 1\n');
    expect(message.split('\n').map((line) => line.split(':')[1])).toEqual(['2', '3', '4']);
  });

  it('never shows a key that was pasted where its name belongs', async () => {
    const { message } = await refusal('model:\n  providers:\n    aliyun:\n      api_key_env: sk-0123456789-secret\n');
    expect(message).not.toContain('secret');
    expect(message).toContain('the name of an environment variable');
  });
});

describe('what the environment overrides', () => {
  it('names the variable and the nearest provider where there is none of that name', async () => {
    expect(await refusal('', { MODEL_PROVIDER: 'sglan' })).toEqual({
      code: 'CONFIG_OVERRIDE',
      message: 'MODEL_PROVIDER: no provider is called "sglan". Did you mean sglang?',
    });
    expect((await refusal('', { EMBEDDING_PROVIDER: 'zzzzzzzz' })).message).toContain('Known: aliyun, sglang.');
    expect((await refusal('', { SGLANG_BASE_URL: 'localhost' })).message).toContain(
      'SGLANG_BASE_URL: expected an http(s) URL',
    );
  });
});
