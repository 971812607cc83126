import { describe, expect, it } from 'vitest';
import { textCodec } from '../../../src/runtimes/conversation.js';
import type { RuntimeDriver } from '../../../src/runtimes/driver.js';
import { createRegistry } from '../../../src/runtimes/registry.js';
import { loaderOf, scriptedDriver } from './scripted-driver.js';

describe('the registry', () => {
  it.each<[string, Partial<RuntimeDriver>]>([
    ['a codec of another runtime', { codec: textCodec('claude') }],
    ['one-shot without its method', { createOneShot: undefined as never }],
    ['interactive without its method', { createInteractive: undefined as never }],
    ['a test without its method', { testChannel: undefined as never }],
    ['cleanup without its method', { deleteSession: undefined as never }],
    ['cleanup of a session that is not named', { surfaces: { cleanup: { oneshot: ['fresh'] } } }],
    ['an interactive test', { surfaces: { 'channel-test': { interactive: ['fresh'] } } }],
    ['a mode without a policy', { surfaces: { task: { oneshot: [] } } }],
  ])('refuses %s', async (_what, more) => {
    const registry = createRegistry([loaderOf(scriptedDriver({}, more))]);
    await expect(registry.driver('codex')).rejects.toMatchObject({ code: 'DRIVER_REFUSED' });
  });

  it('refuses two drivers of one runtime, and one that is of another', async () => {
    const loader = loaderOf(scriptedDriver());
    expect(() => createRegistry([loader, loader])).toThrow(/twice/);
    const registry = createRegistry([{ ...loader, runtimeId: 'claude' }]);
    await expect(registry.driver('claude')).rejects.toMatchObject({ code: 'DRIVER_REFUSED' });
  });

  it('loads a driver when it is first asked for, once', async () => {
    let loads = 0;
    const registry = createRegistry([
      {
        runtimeId: 'codex',
        async load() {
          loads += 1;
          return scriptedDriver();
        },
      },
    ]);
    expect([loads, registry.loaded().length]).toEqual([0, 0]);
    const [one, other] = await Promise.all([registry.driver('codex'), registry.driver('codex')]);
    expect(one).toBe(other);
    expect(await registry.driver('claude')).toBe(null);
    expect([loads, registry.loaded().length, (await registry.all()).length]).toEqual([1, 1, 1]);
  });
});
