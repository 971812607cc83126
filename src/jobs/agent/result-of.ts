import type { InvocationResult } from '../../runtimes/invocation.js';

/** result.json, as every workflow may write one. */
export interface AgentJobResult {
  readonly task_status: 'done' | 'failed';
  readonly task_result: string;
  readonly data: {
    readonly agent: string;
    readonly invocation_id: string | null;
    readonly status: string;
    readonly session: InvocationResult['session'];
    readonly usage: InvocationResult['usage'];
    readonly error: InvocationResult['error'];
  };
}

/** An answer beyond this is cut here; all of it is kept with the invocation. */
const LONGEST_ANSWER = 1_000_000;

/** What an ended invocation means for its job. */
export function resultOf(agent: string, ended: InvocationResult): AgentJobResult {
  const { invocationId, status, content, session, usage, error } = ended;
  const data = { agent, invocation_id: invocationId, status, session, usage, error };
  if (status === 'completed') {
    return { task_status: 'done', task_result: shortened(content ?? '', invocationId), data };
  }
  return { task_status: 'failed', task_result: error === null ? status : `${error.code}: ${error.message}`, data };
}

/** What never became an invocation. */
export function refusalOf(agent: string, { code, message }: { code: string; message: string }): AgentJobResult {
  const error = { code, class: 'config' as const, message };
  const data = { agent, invocation_id: null, status: 'failed', session: null, usage: null, error };
  return { task_status: 'failed', task_result: `${code}: ${message}`, data };
}

function shortened(answer: string, invocationId: string): string {
  if (answer.length <= LONGEST_ANSWER) return answer;
  const omitted = answer.length - LONGEST_ANSWER;
  const all = `environment-runtime invocations show ${invocationId}`;
  return `${answer.slice(0, LONGEST_ANSWER)}\n[… ${omitted} more characters; all of them: ${all} …]`;
}
