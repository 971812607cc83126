import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rankActions } from '../../src/policy/action-decide.js';
import { explainActions } from '../../src/policy/action-explain.js';
import type { Reading } from '../../src/policy/action-facts.js';
import { factsOf } from '../../src/policy/action-facts.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import { emptyScene, routesOf } from './scenes.js';

const SHIPPED = fileURLToPath(new URL('../../assets/policy/', import.meta.url));
const [file = ''] = readdirSync(SHIPPED).filter((name) => name.endsWith('.bin'));
const policy = openPolicy(readFileSync(`${SHIPPED}${file}`));
const scene = emptyScene({ rounds: 1, running: ['perftest'], last: { type: 'perftest', status: 'running' } });
const routes = {
  routes: routesOf({ status: 0.4, cancel: -0.3, executor: -0.9, perftest: -0.8 }),
  intents: new Map(),
  beside: new Map(),
  unknown_mass: 0.1,
};

function explained(text: string, language: 'en' | 'zh') {
  const input = actionInput(text, scene, [], routes);
  const vector = factsOf(input);
  const words = (reading: Reading) => (reading === 'status' ? ['how far', 'along'] : []);
  return explainActions(policy.weights, { vector, words }, rankActions(policy, input, vector), {
    explained: 2,
    reasons: 5,
    language,
  });
}

const reasons = (text: string, language: 'en' | 'zh') =>
  explained(text, language)
    .flatMap(({ for: pro, against }) => [...pro, ...against])
    .map(({ text: reason }) => reason);

describe('an explanation', () => {
  it('says what the request reads like and what the state is, strongest first, for as many actions as asked', () => {
    const [best, second] = explained('how far along is the load test?', 'en');
    expect(second).toBeDefined();
    const weights = best?.for.map(({ contribution }) => contribution) ?? [];
    expect(weights.length).toBeGreaterThan(1);
    expect(weights).toEqual([...weights].sort((one, other) => other - one));
    expect(best?.for.every(({ contribution }) => contribution > 0)).toBe(true);
    expect(best?.against.every(({ contribution }) => contribution < 0)).toBe(true);
  });

  it('quotes the words for what the request reads like, and sums up what it does not', () => {
    const told = reasons('how far along is the load test?', 'en');
    expect(told).toContain('reads like a question about progress or results (how far, along)');
    for (const reason of told.filter((each) => each.startsWith('reads like'))) {
      expect(reason).toMatch(/progress or results \(how far, along\)$|stop what runs$/);
    }
    expect(told).toContain('what it does not read like');
  });

  it('speaks the language of the request', () => {
    expect(reasons('跑到哪了', 'zh').every((text) => /\p{Script=Han}/u.test(text))).toBe(true);
    expect(reasons('跑到哪了', 'en').some((text) => /\p{Script=Han}/u.test(text))).toBe(false);
  });

  it.each([
    ['run the load test', 'en'],
    ['压测一下', 'zh'],
  ] as const)('leaves out what adds the same to both, and adds up to what tells them apart: %s', (text, language) => {
    const alike = {
      ...routes,
      routes: routesOf({ status: -0.9, cancel: -0.9, executor: -0.9, perftest: 0.6, functest: 0.1 }),
    };
    const idle = emptyScene({ rounds: 1, last: { type: 'inspection', status: 'done' } });
    const input = actionInput(text, idle, [], alike);
    const vector = factsOf(input);
    const ranked = rankActions(policy, input, vector);
    const [best, second] = ranked;
    const told = explainActions(policy.weights, { vector, words: () => [] }, ranked, {
      explained: 3,
      reasons: Number.POSITIVE_INFINITY,
      language,
    });
    const types = [best, second].map((each) => (each?.candidate.kind === 'generate_task' ? each.candidate.type : ''));
    expect(types).toEqual(['perftest', 'functest']);
    // Two registered types in the same relation to the state: every reading and every state weighs alike for both.
    const own = language === 'en' ? 'how well its own texts fit' : '与自身示例的匹配程度';
    expect(told[0]?.for.map((reason) => reason.text)).toEqual([own]);
    expect(told[0]?.against).toEqual([]);
    expect(told[1]?.for).toEqual([]);
    expect(told[1]?.against.map((reason) => reason.text)).toEqual([own]);
    const sum = (at: number) =>
      [...(told[at]?.for ?? []), ...(told[at]?.against ?? [])].reduce((all, { contribution }) => all + contribution, 0);
    expect(sum(0)).toBeCloseTo((best?.utility ?? 0) - (second?.utility ?? 0), 3);
    expect(sum(2)).toBeCloseTo((ranked[2]?.utility ?? 0) - (best?.utility ?? 0), 3);
  });
});
