import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../src/controller/reindex/lock.js';
import { hostName, ownerName, self } from '../../src/processes/identity.js';
import { workspace } from '../harness/workspace.js';

const MINUTE = 60_000;
const { pid, started_at } = self();

/** Whether the work is done beside a lock that says this and is so old. */
async function works(holder: string, age_ms = 0): Promise<boolean> {
  const file = join(await workspace(), 'lock');
  writeFileSync(file, holder);
  const then = new Date(Date.now() - age_ms);
  utimesSync(file, then, then);
  let done = false;
  withLock(file, () => {
    done = true;
    expect(readFileSync(file, 'utf8')).toBe(ownerName());
  });
  expect(existsSync(file)).toBe(!done);
  return done;
}

describe('the lock of a build', () => {
  it.each<[string, boolean, string, number?]>([
    ['a process that lives, however old its lock', false, ownerName(), 60 * MINUTE],
    ['a process that lives, whatever the clock says', false, ownerName(), -60 * MINUTE],
    ['a process that was killed', true, `${hostName()}:999999999:${started_at}`],
    ['a process that was killed, dated in the future', true, `${hostName()}:999999999:${started_at}`, -60 * MINUTE],
    ['a process whose pid has another one now', true, `${hostName()}:${pid}:1@another`],
    ['a process of another machine', false, `elsewhere:${pid}:${started_at}`, MINUTE],
    ['a process of another machine, long ago', true, `elsewhere:${pid}:${started_at}`, 11 * MINUTE],
    ['nobody, just now', false, ''],
    ['nobody, long ago', true, '', 11 * MINUTE],
    ['nobody, dated in the future', true, '4711', -60 * MINUTE],
  ])('of %s: the work is done %s', async (_, done, holder, age_ms) => {
    expect(await works(holder, age_ms)).toBe(done);
  });

  it('is let go when the work fails', async () => {
    const file = join(await workspace(), 'lock');
    expect(() =>
      withLock(file, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(existsSync(file)).toBe(false);
  });

  it('holds where it is something else than a file', async () => {
    const file = join(await workspace(), 'lock');
    mkdirSync(file);
    withLock(file, () => expect.fail('the work was done'));
  });
});
