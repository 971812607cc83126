import { describe, expect, it } from 'vitest';
import {
  addLabel,
  maskLabels,
  open,
  type RouteIndex,
  score,
  serialize,
  trainIndex,
  version,
} from '../../src/policy/route-index.js';
import { syntheticRows } from './synthetic-rows.js';

/** Changes only with the features, the learner or the file format: raise FORMAT in index-file.ts with it. */
const GOLDEN = '1c0882b997d62d9c4f7374efbda65566598e316e5c6bcee242778287bf2cca45';

function best(index: Parameters<typeof score>[0], text: string): string | undefined {
  return score(index, text).routes[0]?.label;
}

describe('the route index', () => {
  it('has the same bytes whenever the same rows are trained on', () => {
    expect(version(trainIndex(syntheticRows()))).toBe(GOLDEN);
    expect(Buffer.from(serialize(trainIndex(syntheticRows())))).toEqual(
      Buffer.from(serialize(trainIndex(syntheticRows()))),
    );
  });

  it('sends each training row, and a rewording, to its label', () => {
    const index = trainIndex(syntheticRows());
    for (const { label, text } of syntheticRows()) expect(best(index, text)).toBe(label);
    expect(best(index, 'please cancel that run')).toBe('cancel');
    expect(best(index, '帮我压测搜索接口')).toBe('perftest');
  });

  it('ranks every label once, best first', () => {
    const { routes } = score(trainIndex(syntheticRows()), 'run the tests');
    expect(routes.map(({ label }) => label).sort()).toEqual(['cancel', 'functest', 'perftest', 'status']);
    expect(routes.map((route) => route.score)).toEqual(routes.map((route) => route.score).sort((a, b) => b - a));
  });

  it('decides alike after being written and read', () => {
    const index = trainIndex(syntheticRows());
    const read = open(Uint8Array.from(serialize(index)));
    expect(read).toEqual(index);
    expect(score(read, '跑一下登录测试')).toEqual(score(index, '跑一下登录测试'));
  });

  it('reads a file that does not start on a multiple of eight', () => {
    const index = trainIndex(syntheticRows());
    const shifted = new Uint8Array(serialize(index).length + 3);
    shifted.set(serialize(index), 3);
    expect(version(open(shifted.subarray(3)))).toBe(version(index));
  });

  it('holds no label when there are no rows', () => {
    const index = trainIndex([]);
    expect(score(index, 'anything')).toEqual({
      routes: [],
      intents: new Map(),
      beside: new Map(),
      unknown_mass: 1,
    });
    expect(version(open(serialize(index)))).toBe(version(index));
  });

  it('holds a single label', () => {
    expect(best(trainIndex([{ label: 'only', text: 'do it' }]), 'do it')).toBe('only');
  });

  it('tells how much of a text it has never seen', () => {
    const index = trainIndex(syntheticRows());
    expect(score(index, 'stop it').unknown_mass).toBe(0);
    expect(score(index, 'xyzzy qwfp').unknown_mass).toBeGreaterThan(0.7);
    expect(score(index, '').unknown_mass).toBe(1);
  });

  it('scores an intent beside the routes, and never as one', () => {
    const index = trainIndex([...syntheticRows(), { label: 'intent:again', text: 'the same once more' }]);
    const { routes, intents } = score(index, 'the same once more');
    expect(routes.map(({ label }) => label)).not.toContain('intent:again');
    expect([...intents]).toEqual([['intent:again', expect.any(Number)]]);
    expect(intents.get('intent:again')).toBeGreaterThan(routes[0]?.score ?? 0);
  });

  it('takes an n-gram of one or two rows among many for noise, and keeps one that a package alone holds', () => {
    const many = { label: 'intent:again', many: true } as const;
    const index = trainIndex([
      { label: 'one', text: 'zebra' },
      { ...many, text: 'again quokka' },
      { ...many, text: 'again quokka' },
      ...Array.from({ length: 3 }, () => ({ ...many, text: 'again' })),
    ]);
    expect(score(index, 'zebra').unknown_mass).toBe(0);
    expect(score(index, 'again').unknown_mass).toBeLessThan(0.1);
    expect(score(index, 'quokka').unknown_mass).toBeGreaterThan(0.5);
  });

  it('lets an example outweigh a row of many', () => {
    const example = { label: 'one', text: 'deploy the build' };
    const many = Array.from({ length: 3 }, () => ({ label: 'two', text: 'deploy the build', many: true }) as const);
    expect(best(trainIndex([example, ...many]), 'deploy the build')).toBe('one');
  });

  it('counts a heavier row as more of an error', () => {
    const weighed = (label: string, weight: number) =>
      Array.from({ length: 3 }, () => ({ label, text: 'deploy the build', many: true, weight }) as const);
    const rows = [...weighed('one', 0.1), ...weighed('two', 1)];
    expect(best(trainIndex(rows), 'deploy the build')).toBe('two');
  });
});

describe('an added label', () => {
  const without = (): RouteIndex => trainIndex(syntheticRows().filter(({ label }) => label !== 'cancel'));
  const cancelRows = () => syntheticRows().filter(({ label }) => label === 'cancel');

  it('is routed to at once and leaves the index stale', () => {
    const index = addLabel(without(), 'cancel', cancelRows());
    expect(index.stale).toBe(true);
    for (const { text } of cancelRows()) expect(best(index, text)).toBe('cancel');
    expect(best(index, '跑一下功能测试')).toBe('functest');
  });

  it('leaves the other columns nearly as they were on other texts', () => {
    const before = without();
    const after = addLabel(before, 'cancel', cancelRows());
    const scores = (index: typeof before) =>
      new Map(score(index, 'what is running').routes.map((route) => [route.label, route.score]));
    for (const [label, value] of scores(before))
      expect(Math.abs((scores(after).get(label) ?? 9) - value)).toBeLessThan(0.1);
  });

  it('is left what its own rows say, whatever a column of many rows claims', () => {
    const words = ['disk', 'space', 'host', 'full', 'left', 'server', 'memory', 'load'];
    const many = words.flatMap((one) => words.map((other) => ({ label: 'inspection', text: `check ${one} ${other}` })));
    const before = trainIndex([...syntheticRows(), ...many]);
    const text = 'disk full or space left';
    expect(best(before, text)).toBe('inspection');
    const after = addLabel(before, 'disks', [{ label: 'disks', text }]);
    const { routes } = score(after, text);
    expect(routes[0]?.label).toBe('disks');
    expect(routes.find(({ label }) => label === 'inspection')?.score).toBeLessThan(0.5);
    expect(best(after, 'check server load')).toBe('inspection');
  });

  it('is given nothing of what belongs to the runtime itself', () => {
    const text = syntheticRows().find(({ label }) => label === 'status')?.text ?? '';
    const after = addLabel(trainIndex(syntheticRows()), 'mine', [{ label: 'mine', text }]);
    expect(score(after, text).routes.find(({ label }) => label === 'status')?.score).toBeGreaterThan(0.5);
  });

  it('takes the place of the column it renews', () => {
    const index = addLabel(trainIndex(syntheticRows()), 'cancel', [{ label: 'cancel', text: 'make coffee' }]);
    expect(index.labels.map(({ name }) => name).sort()).toEqual(['cancel', 'functest', 'perftest', 'status']);
    expect(best(index, 'make coffee')).toBe('cancel');
    // Nothing of the old column is left.
    const own = (of: RouteIndex, text: string) =>
      score(of, text).routes.find(({ label }) => label === 'cancel')?.score ?? 0;
    for (const { text } of cancelRows()) {
      expect(own(index, text), text).toBeLessThan(own(trainIndex(syntheticRows()), text) / 2);
    }
  });

  it('gives the same each time, under a version that tells what was added, and can be the first', () => {
    const added = () => addLabel(without(), 'cancel', cancelRows());
    expect(added()).toEqual(added());
    expect(version(added())).not.toBe(version(without()));
    expect(version(added())).not.toBe(version(addLabel(without(), 'cancel', cancelRows().slice(1))));
    expect(best(addLabel(trainIndex([]), 'cancel', cancelRows()), 'stop it')).toBe('cancel');
  });

  it('finds room for more labels than were kept free', () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const grown = names.reduce(
      (index, name) => addLabel(index, name, [{ label: name, text: `make ${name}` }]),
      without(),
    );
    for (const name of names) expect(best(grown, `make ${name}`)).toBe(name);
    expect(best(grown, '跑一下功能测试')).toBe('functest');
  });

  it('is told apart from one added just before', () => {
    const index = addLabel(
      addLabel(without(), 'cancel', cancelRows()),
      'coffee',
      ['make coffee', 'a cup of coffee please', '来杯咖啡'].map((text) => ({ label: 'coffee', text })),
    );
    expect(best(index, 'make coffee')).toBe('coffee');
    expect(best(index, '停掉它')).toBe('cancel');
  });
});

describe('a masked label', () => {
  it('is out of every ranking until it is unmasked', () => {
    const index = trainIndex(syntheticRows());
    const masked = maskLabels(index, new Set(['cancel']));
    expect(score(masked, 'cancel the run').routes.map(({ label }) => label)).not.toContain('cancel');
    expect(best(maskLabels(masked, new Set()), 'cancel the run')).toBe('cancel');
  });
});
