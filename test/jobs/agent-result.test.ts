import { expect, it } from 'vitest';
import { resultOf } from '../../src/jobs/agent/result-of.js';
import type { InvocationResult } from '../../src/runtimes/invocation.js';

const ended = (content: string): InvocationResult =>
  ({
    invocationId: 'inv-1',
    status: 'completed',
    content,
    session: null,
    usage: null,
    error: null,
  }) as InvocationResult;

it('an answer too long for a result says where all of it is', () => {
  expect(resultOf('coder', ended('well')).task_result).toBe('well');
  const { task_result } = resultOf('coder', ended('x'.repeat(1_000_025)));
  expect(task_result).toMatch(
    /x\n\[… 25 more characters; all of them: environment-runtime invocations show inv-1 …\]$/,
  );
});
