import { describe, expect, it } from 'vitest';
import { FACTS, factsOf } from '../../src/policy/action-facts.js';
import { INTENTS, type RouteScores } from '../../src/policy/route-index.js';
import { emptyScene, routesOf } from './scenes.js';

const routes: RouteScores = {
  routes: routesOf({ status: 0.7, perftest: -0.2, executor: -0.9, functest: -1.2, cancel: -1.4 }),
  intents: new Map(INTENTS.map((intent) => [intent, -1])),
  beside: new Map(),
  unknown_mass: 0.25,
};
const running = emptyScene({ rounds: 1, running: ['perftest'], last: { type: 'perftest', status: 'running' } });

function facts(scene = running, scores = routes): Map<string, number> {
  const found = new Map<string, number>();
  const { rows, values } = factsOf({ text: 'how far is it', scene, observed: [], routes: scores });
  for (const [at, fact] of rows.entries()) found.set(FACTS[fact]?.name ?? `no fact ${fact}`, values[at] ?? 0);
  return found;
}

describe('the facts of a decision', () => {
  it('have each a name of its own', () => {
    expect(new Set(FACTS.map(({ name }) => name)).size).toBe(FACTS.length);
  });

  it('are told in their order, and none that is 0', () => {
    const order = FACTS.map(({ name }) => name);
    const places = [...facts().keys()].map((name) => order.indexOf(name));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect([...facts().values()]).not.toContain(0);
  });

  it('say what the request reads like, by how much, and which reading leads', () => {
    const found = facts();
    expect(found.get('status.score')).toBe(0.7);
    expect(found.get('status.clear')).toBeCloseTo(1.1);
    expect(found.get('status.best')).toBe(1);
    expect(found.get('status.lead')).toBeCloseTo(0.9);
    expect(found.get('registered.score')).toBe(-0.2);
    expect(found.get('registered.lead')).toBeCloseTo(-0.9);
    expect(found.has('cancel.clear')).toBe(false);
    expect(found.get('route_gap')).toBeCloseTo(1);
    expect(found.get('unknown_to_index')).toBe(0.25);
  });

  it('cross a reading with the states that hold, and with no other', () => {
    const found = facts();
    expect(found.get('status.score running_one')).toBeCloseTo(0.49);
    expect(found.has('status.score running_several')).toBe(false);
    expect([...facts(emptyScene()).keys()].filter((name) => name.includes(' '))).toEqual([]);
  });

  it('say what the words read like that are not those of the best registered type', () => {
    const found = facts(running, {
      ...routes,
      beside: new Map([
        ['cancel', 0.6],
        ['status', -0.7],
      ]),
    });
    expect(found.get('beside.cancel.score')).toBe(0.6);
    expect(found.get('beside.cancel.clear')).toBeCloseTo(1);
    expect(found.get('beside.cancel.inside')).toBe(0.6);
    expect(found.get('beside.cancel.best')).toBe(1);
    expect(found.get('beside.status.score')).toBe(-0.7);
    expect(found.has('beside.status.clear')).toBe(false);
    expect(found.has('beside.status.best')).toBe(false);
  });

  it('stay finite where no type and no intent is known', () => {
    const found = facts(running, { routes: [], intents: new Map(), beside: new Map(), unknown_mass: 1 });
    expect([...found.values()].every(Number.isFinite)).toBe(true);
    expect([...found.keys()].every((name) => !name.startsWith('no fact'))).toBe(true);
  });
});
