import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rankActions } from '../../src/policy/action-decide.js';
import { explainActions } from '../../src/policy/action-explain.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput, vectorOf } from '../../src/policy/action-model.js';
import { emptyScene, routesOf } from './scenes.js';

const SHIPPED = fileURLToPath(new URL('../../assets/policy/', import.meta.url));
const [file = ''] = readdirSync(SHIPPED).filter((name) => name.endsWith('.bin'));
const policy = openPolicy(readFileSync(`${SHIPPED}${file}`));
const scene = emptyScene({ rounds: 1, running: ['perftest'], last: { type: 'perftest', status: 'running' } });
const routes = {
  routes: routesOf({ status: 0.4, cancel: -0.3, executor: -0.9, perftest: -0.8 }),
  unknown_mass: 0.1,
};

function explained(text: string, language: 'en' | 'zh') {
  const input = actionInput(text, scene, [], routes);
  const vector = vectorOf(input, policy.weights);
  return explainActions(policy.weights, { text: input.text, vector }, rankActions(policy, input, vector), {
    explained: 2,
    reasons: 5,
    language,
  });
}

describe('an explanation', () => {
  it('names words of the request and facts of the state, strongest first, for as many actions as asked', () => {
    const [best, second] = explained('how far along is the load test?', 'en');
    expect(second).toBeDefined();
    expect(best?.for.length).toBe(5);
    const weights = best?.for.map(({ contribution }) => contribution) ?? [];
    expect(weights).toEqual([...weights].sort((one, other) => other - one));
    expect(best?.for.every(({ contribution }) => contribution > 0)).toBe(true);
    expect(best?.against.every(({ contribution }) => contribution < 0)).toBe(true);
    const words = [...(best?.for ?? []), ...(best?.against ?? [])].map(({ text }) => text);
    expect(
      words.every(
        (word) =>
          word.startsWith('(') || word.split(/ … | /).every((part) => 'how far along is the load test?'.includes(part)),
      ),
    ).toBe(true);
  });

  it('says facts in the language of the request', () => {
    const facts = (language: 'en' | 'zh') =>
      explained('跑到哪了', language)
        .flatMap(({ for: pro, against }) => [...pro, ...against])
        .filter(({ text }) => text.startsWith('('))
        .map(({ text }) => text);
    expect(facts('zh').every((text) => /\p{Script=Han}/u.test(text))).toBe(true);
    expect(facts('en').some((text) => /\p{Script=Han}/u.test(text))).toBe(false);
  });

  it('of an empty request rests on facts alone', () => {
    expect(explained('', 'en')[0]?.for.every(({ text }) => text.startsWith('('))).toBe(true);
  });
});
