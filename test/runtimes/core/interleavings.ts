import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isTerminal, type RuntimeEvent } from '../../../src/runtimes/events.js';
import type { Invocation } from '../../../src/runtimes/invocation.js';
import { fakeExecutable } from './fake-executable.js';
import { type Chance, chance } from './random.js';
import { linesOf, type Room, withRoom } from './room.js';

/** One after the other in so many lanes: each waits for its own processes, all of them share the cores. */
const LANES = 12;
const CASES = 125;

/** What a program may do, in any order and number. */
function program(random: Chance): string {
  const say = (event: RuntimeEvent): string => `printf '%s\\n' '${JSON.stringify(event)}'`;
  const completed = () => say({ type: 'completed', content: 'done' });
  const steps = [
    () => say({ type: 'session', sessionId: `s${random.below(1_000_000)}`, turnId: 't' }),
    () => say({ type: 'text', text: 'some words\n' }),
    () => say({ type: 'usage', usage: { input_tokens: random.below(9), output_tokens: null, cached_tokens: null } }),
    completed,
    completed,
    completed,
    () => say({ type: 'failed', error: { code: 'AUTH', class: 'back-end', message: 'no' } }),
    () => 'echo a banner',
    () => `sleep 0.0${random.below(4)}`,
    () => 'sleep 30 >/dev/null 2>&1 &',
    () => 'setsid sleep 30 >/dev/null 2>&1 &',
    () => "trap '' TERM",
    () => "trap 'exit 0' TERM",
    () => 'exec >&-',
  ];
  const ends = ['', '', '', 'exit 1', 'exit 145', 'kill -9 $$', 'kill -15 $$', 'sleep 30', 'wait'];
  const body = Array.from({ length: 1 + random.below(5) }, () => random.pick(steps)());
  return [...body, random.pick(ends)].join('\n');
}

interface Played {
  readonly what: string;
  readonly invocation: Invocation;
  readonly events: RuntimeEvent[];
}

async function play(room: Room, seed: number): Promise<Played> {
  const random = chance(seed);
  const prompt = program(random);
  const wallMs = random.oneIn(4) ? 1 + random.below(60) : 2_000;
  const idleMs = random.oneIn(4) ? 1 + random.below(60) : 2_000;
  const asking = new AbortController();
  const events: RuntimeEvent[] = [];
  const call = room.call({ prompt, limits: { wallMs, idleMs }, signal: asking.signal });
  const invocation = await room.runtimes.invoke({ ...call, onEvent: (event) => events.push(event) });
  const timers = Array.from({ length: random.below(3) }, () =>
    setTimeout(() => (random.oneIn(3) ? asking.abort() : void invocation.stop('cancelled')), random.below(50)),
  );
  await invocation.gone;
  for (const timer of timers) clearTimeout(timer);
  return { what: `seed ${seed}\n${prompt}`, invocation, events };
}

async function check(room: Room, { what, invocation, events }: Played): Promise<string> {
  const result = await invocation.result;
  expect(events.filter(isTerminal), what).toHaveLength(1);
  expect(events.at(-1), what).toEqual(
    result.error === null ? { type: 'completed', content: result.content } : { type: 'failed', error: result.error },
  );
  const row = await room.row(invocation.id);
  if (row.status !== 'pending') {
    expect(row.status, what).toBe(result.status);
    expect(row.finished_at, what).not.toBe(null);
  } else {
    // Its end could not be stored, and the caller was told.
    expect(result.error?.class, what).toBe('recording');
  }
  if (result.status === 'completed') expect(what).toContain('"completed"');
  const lines = linesOf(readFileSync(row.events_path, 'utf8'));
  expect(
    lines.filter((line) => 'exit' in line),
    what,
  ).toHaveLength(1);
  expect(lines.at(-1), what).toHaveProperty('exit');
  expect(
    lines.map(({ seq }) => seq),
    what,
  ).toEqual(lines.map((_line, index) => index + 1));
  return result.status === 'failed' ? `failed ${result.error?.class}` : result.status;
}

/** Invocations of which something still runs. */
function marked(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const found = /\0ER_INVOCATION_ID=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'));
      return found?.[1] === undefined ? [] : [found[1]];
    } catch {
      return [];
    }
  });
}

/** Plays `CASES` programs of that part; each ends once, exits once, and leaves nothing. */
export async function interleave(part: number): Promise<void> {
  const random = chance(part);
  const faults = () => random.oneIn(25);
  await withRoom(
    fakeExecutable({ signal: 'SIGTERM', graceMs: 40 }),
    async (room) => {
      const seen = new Map<string, number>();
      const ids = new Set<string>();
      let next = 0;
      const lane = async (): Promise<void> => {
        while (next < CASES) {
          next += 1;
          const played = await play(room, part * 10_000 + next).catch((error: { code?: string }) => error);
          if (!('invocation' in played)) {
            expect(played.code).toBe('INVOCATION_WRITE_FAILED');
            continue;
          }
          ids.add(played.invocation.id);
          const end = await check(room, played);
          seen.set(end, (seen.get(end) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      for (const end of ['completed', 'cancelled', 'timed_out', 'failed back-end', 'failed recording']) {
        expect(seen.get(end) ?? 0, end).toBeGreaterThan(0);
      }
      expect(marked().filter((id) => ids.has(id))).toEqual([]);
      expect(existsSync(join(room.stateDir, 'scratch')) ? readdirSync(join(room.stateDir, 'scratch')) : []).toEqual([]);
    },
    { faults },
  );
}
