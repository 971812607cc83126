import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EnvironmentMissingError } from '../../src/store/environments.js';
import { acquireLease, checkLease, type Lease, LeaseLostError, releaseLease } from '../../src/store/lease.js';
import { later, START, withEnvironment } from './made.js';

it('refuses an environment that is not there', async () => {
  await withEnvironment(async (tx) => {
    const request = { environment_id: 99, owner: 'a', now: START, ttl_ms: 1, isAlive: () => true };
    await expect(acquireLease(tx, request)).rejects.toThrow(EnvironmentMissingError);
  });
});

it('keeps a lease for an owner that may live on another machine, until it lapses', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const request = { environment_id, now: START, ttl_ms: 1_000, isAlive: () => null };
    await acquireLease(tx, { ...request, owner: 'a' });
    const refused = await acquireLease(tx, { ...request, owner: 'b' });
    expect(refused).toEqual({ held: false, owner: 'a', until: later(1).toISOString() });
    expect(await acquireLease(tx, { ...request, owner: 'b', now: later(1) })).toMatchObject({ held: true });
  });
});

it('extends while it checks, and marks the environment as written', async () => {
  await withEnvironment(async (tx, environment_id) => {
    const acquired = await acquireLease(tx, {
      environment_id,
      owner: 'a',
      now: START,
      ttl_ms: 1_000,
      isAlive: () => true,
    });
    if (!acquired.held) throw new Error('it was free');
    await checkLease(tx, acquired.lease, later(9), 5_000);
    const row = await tx.selectFrom('environments').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ lease_until: later(14).toISOString(), updated_at: later(9).toISOString() });
  });
});

const step = fc.oneof(
  fc.record({ do: fc.constant('acquire' as const), owner: fc.constantFrom('a', 'b', 'c'), dead: fc.boolean() }),
  fc.record({ do: fc.constantFrom('check' as const, 'extend' as const, 'release' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 20 }) }),
);

it('has at most one lease that may write, always the newest, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) =>
      withEnvironment(async (tx, environment_id) => {
        const given: Lease[] = [];
        let current: Lease | null = null;
        let until = 0;
        let now = 0;
        for (const next of steps) {
          if (next.do === 'wait') now += next.seconds;
          else if (next.do === 'acquire') {
            const acquired = await acquireLease(tx, {
              environment_id,
              owner: next.owner,
              now: later(now),
              ttl_ms: 10_000,
              isAlive: () => !next.dead,
            });
            const open: boolean = current === null || until <= now || current.owner === next.owner || next.dead;
            expect(acquired.held).toBe(open);
            if (!acquired.held) continue;
            expect(acquired.lease.epoch).toBe(given.length + 1);
            given.push(acquired.lease);
            current = acquired.lease;
            until = now + 10;
          } else {
            const lease: Lease | undefined = given[next.which % Math.max(1, given.length)];
            if (lease === undefined) continue;
            if (next.do === 'release') {
              await releaseLease(tx, lease);
              if (lease === current) current = null;
              continue;
            }
            const checked = checkLease(tx, lease, later(now), ...(next.do === 'extend' ? [10_000] : []));
            if (lease === current) {
              await checked;
              if (next.do === 'extend') until = now + 10;
            } else await expect(checked).rejects.toThrow(LeaseLostError);
          }
        }
      }),
    ),
    { numRuns: 40 },
  );
});
