import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunExit, StopReason } from '../../src/runtimes/driver.js';
import type { RuntimeFailure } from '../../src/runtimes/failure.js';
import { decide, type Fact, isSettled, type RecordedFact } from '../../src/runtimes/terminal.js';

const completed: Fact = { kind: 'terminal', event: { type: 'completed', content: 'done' } };
const failedWith = (error: Partial<RuntimeFailure>): Fact => ({
  kind: 'terminal',
  event: { type: 'failed', error: { code: 'AUTH', class: 'back-end', message: 'no', ...error } },
});
const exited = (more: Partial<Extract<RunExit, { kind: 'exited' }>>): Fact => ({
  kind: 'exit',
  exit: { kind: 'exited', code: 0, signal: null, ours: false, left: null, ...more },
});
const interrupted = (reason: Exclude<StopReason, 'recording_failed'>): Fact => ({ kind: 'interrupted', reason });
const unrecorded: Fact = { kind: 'recording_failed', message: 'disk full' };

const inOrder = (...facts: Fact[]): RecordedFact[] => facts.map((fact, index) => ({ ...fact, step: index + 1 }));
const atOnce = (...facts: Fact[]): RecordedFact[] => facts.map((fact) => ({ ...fact, step: 1 }));

describe('the end of an invocation', () => {
  it.each<[string, RecordedFact[], string, string | null]>([
    ['success', inOrder(completed, exited({})), 'completed', null],
    ['success, then another exit code', inOrder(completed, exited({ code: 1 })), 'completed', null],
    ['success, then a stop', inOrder(completed, interrupted('cancelled')), 'completed', null],
    ['failure, then exit code 0', inOrder(failedWith({}), exited({})), 'failed', 'AUTH'],
    ['exit code 0 alone', inOrder(exited({})), 'failed', 'NO_SUCCESS_EVENT'],
    ['exit code 145 alone', inOrder(exited({ code: 145 })), 'failed', 'EXIT_CODE'],
    ['a signal of others', inOrder(exited({ code: null, signal: 'SIGKILL' })), 'failed', 'SIGNAL'],
    ['a signal of ours', inOrder(exited({ code: null, signal: 'SIGTERM', ours: true })), 'cancelled', 'CANCELLED'],
    ['neither code nor signal', inOrder(exited({ code: null })), 'cancelled', 'CANCELLED'],
    ['no process, no word', inOrder({ kind: 'exit', exit: { kind: 'settled' } }), 'failed', 'NO_SUCCESS_EVENT'],
    [
      'not started',
      inOrder({ kind: 'exit', exit: { kind: 'not_started', error: { code: 'ENOENT', class: 'launch', message: '' } } }),
      'failed',
      'ENOENT',
    ],
    ['a stop, then exit code 0', inOrder(interrupted('cancelled'), exited({})), 'cancelled', 'CANCELLED'],
    ['a stop, then success', inOrder(interrupted('cancelled'), completed), 'cancelled', 'CANCELLED'],
    [
      'a time limit, then the cancel it causes',
      inOrder(interrupted('wall_limit'), interrupted('cancelled')),
      'timed_out',
      'WALL_LIMIT',
    ],
    ['silence', inOrder(interrupted('idle_limit'), exited({ code: 143 })), 'timed_out', 'IDLE_LIMIT'],
    [
      'a cancel, then a time limit',
      inOrder(interrupted('cancelled'), interrupted('wall_limit')),
      'cancelled',
      'CANCELLED',
    ],
    ['the end of the program', inOrder(interrupted('shutdown'), exited({ code: 143 })), 'cancelled', 'SHUTDOWN'],
    ['a failed write, then success', inOrder(unrecorded, completed, exited({})), 'failed', 'RECORDING_FAILED'],
    ['success that could not be written', atOnce(completed, unrecorded), 'failed', 'RECORDING_FAILED'],
    ['a stop that could not be written', atOnce(interrupted('cancelled'), unrecorded), 'failed', 'RECORDING_FAILED'],
    ['a stop and success at once', atOnce(completed, interrupted('wall_limit')), 'timed_out', 'WALL_LIMIT'],
    ['success and an exit at once', atOnce(exited({ code: 1 }), completed), 'completed', null],
    ['a limit of the back-end, by class', inOrder(failedWith({ code: 'X', class: 'timed_out' })), 'timed_out', 'X'],
    ['a limit of the back-end, by code', inOrder(failedWith({ code: 'ETIMEDOUT' })), 'timed_out', 'ETIMEDOUT'],
    ['the word timeout in a text', inOrder(failedWith({ message: 'timeout: timed out' })), 'failed', 'AUTH'],
    ['a turn interrupted by the back-end', inOrder(failedWith({ code: 'X', class: 'cancelled' })), 'cancelled', 'X'],
    [
      'a stop that left something',
      inOrder(
        interrupted('wall_limit'),
        exited({ ours: true, left: { confirmed: false, forced: true, unconfirmed: [7], stopped: 1 } }),
      ),
      'timed_out',
      'STOP_UNCONFIRMED',
    ],
  ])('%s', (_what, facts, status, code) => {
    const ending = decide(facts);
    expect(ending?.status).toBe(status);
    expect(ending !== null && 'error' in ending ? ending.error.code : null).toBe(code);
  });

  it('says nothing before anything ended', () => {
    expect(decide([])).toBe(null);
    expect(isSettled([])).toBe(false);
  });

  it('calls its outcome unknown where nobody can know what was done', () => {
    for (const fact of [unrecorded, exited({}), exited({ code: 3 }), exited({ code: null, signal: 'SIGSEGV' })]) {
      expect(decide(inOrder(fact))).toMatchObject({ error: { outcome: 'unknown' } });
    }
  });

  it('names what a stop left behind, whatever else it was', () => {
    const left = { confirmed: false, forced: true, unconfirmed: [41, 42], stopped: 2 };
    expect(decide(inOrder(interrupted('cancelled'), exited({ left })))).toMatchObject({
      status: 'cancelled',
      error: { class: 'stop_failed', message: expect.stringContaining('41, 42') },
    });
  });
});

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.constant(unrecorded),
  fc.constantFrom(...(['cancelled', 'shutdown', 'wall_limit', 'idle_limit'] as const)).map(interrupted),
  fc.constant(completed),
  fc.constantFrom('AUTH', 'TIMEOUT', 'X').map((code) => failedWith({ code })),
  fc
    .record({ code: fc.constantFrom(0, 1, 143, null), signal: fc.constantFrom(null, 'SIGKILL'), ours: fc.boolean() })
    .map(exited),
);
const anyFacts = fc
  .array(fc.tuple(anyFact, fc.nat(6)), { minLength: 1, maxLength: 8 })
  .map((list) => list.map(([fact, step]): RecordedFact => ({ ...fact, step })))
  // One of a kind a step, as they are recorded.
  .filter((facts) => new Set(facts.map(({ kind, step }) => `${kind} ${step}`)).size === facts.length);

describe('whatever comes in whatever order', () => {
  it('the same facts end the same way, in whichever order they are looked at', () => {
    fc.assert(
      fc.property(
        anyFacts.chain((facts) =>
          fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length })),
        ),
        ([facts, shuffled]) => {
          expect(decide(shuffled)).toEqual(decide(facts));
          expect(isSettled(shuffled)).toBe(isSettled(facts));
        },
      ),
    );
  });

  it('what comes later changes no status, and settles nothing back', () => {
    fc.assert(
      fc.property(anyFacts, anyFact, (facts, late) => {
        const after = [...facts, { ...late, step: 7 }];
        expect(decide(after)?.status).toBe(decide(facts)?.status);
        if (isSettled(facts)) expect(isSettled(after)).toBe(true);
      }),
    );
  });

  it('success needs the back-end to say so before anything else, with everything written', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (decide(facts)?.status !== 'completed') return;
        const first = Math.min(...facts.map(({ step }) => step));
        const deciding = facts.filter(({ step }) => step === first);
        expect(deciding.some((fact) => fact.kind === 'terminal' && fact.event.type === 'completed')).toBe(true);
        expect(deciding.some(({ kind }) => kind === 'recording_failed' || kind === 'interrupted')).toBe(false);
      }),
    );
  });

  it('a failed write of the deciding step is never covered', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const first = Math.min(...facts.map(({ step }) => step));
        const latched = [...facts.filter(({ kind }) => kind !== 'recording_failed'), { ...unrecorded, step: first }];
        expect(decide(latched)).toMatchObject({ status: 'failed', error: { class: 'recording' } });
      }),
    );
  });

  it('time ran out only by a limit or by its code', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (decide(facts)?.status !== 'timed_out') return;
        const isLimit = (fact: Fact): boolean =>
          (fact.kind === 'interrupted' && fact.reason.endsWith('_limit')) ||
          (fact.kind === 'terminal' && fact.event.type === 'failed' && fact.event.error.code === 'TIMEOUT');
        expect(facts.some(isLimit)).toBe(true);
      }),
    );
  });

  it('it is settled only when it is decided', () => {
    fc.assert(fc.property(anyFacts, (facts) => !isSettled(facts) || decide(facts) !== null));
  });
});
