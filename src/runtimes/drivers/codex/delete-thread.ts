import { INVOCATION_MARK, SUPERVISOR_MARK } from '../../../processes/marks.js';
import type { Supervisor } from '../../../processes/supervised/supervisor.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { JsonRpcLines, METHOD_NOT_FOUND, RpcError } from '../../command-line/json-rpc.js';
import { DRAIN_MS, REFUSED } from '../../command-line/run.js';
import type { SessionTarget } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';
import { codexOptions } from './options.js';

const LIMIT_MS = 30_000;

/** Removes a thread through the app server; a version that cannot remove it puts it away. */
export async function deleteThread(target: SessionTarget, supervisor: Supervisor): Promise<RuntimeFailure | null> {
  const program = findExecutable('codex', target.env);
  if (program === null) return executableMissing('codex', target.env);
  const options = codexOptions({ channel: target.channel, reasoningEffort: null });
  const rpc = new JsonRpcLines((line) => child?.write(line), {
    request: (method) => Promise.reject(new RpcError(METHOD_NOT_FOUND, `${method} is not supported`)),
    notification: () => {},
  });
  const child = supervisor.start(
    {
      argv: [program, 'app-server', ...options.argv],
      cwd: target.scratchDir,
      env: childEnvironment(target, 'codex', options.env),
    },
    {
      stdin: 'open',
      mark: { name: INVOCATION_MARK, value: target.invocationId },
      foreignMark: SUPERVISOR_MARK,
      stop: { signal: 'SIGTERM', grace_ms: 3_000 },
      drainMs: DRAIN_MS,
      keepStdout: 0,
      onLine: (line) => {
        if ('json' in line) rpc.receive(line.json);
      },
    },
  );
  if (child === null) return REFUSED;
  void child.ended.then((end) => rpc.close(new Error(end.stderrTail.trim() || 'the app server has ended')));
  const limit = setTimeout(() => rpc.close(new Error(`no answer within ${LIMIT_MS / 1_000} s`)), LIMIT_MS);
  try {
    await rpc.call('initialize', {
      clientInfo: { name: 'environment-runtime', title: 'Environment Runtime', version: '1' },
      capabilities: null,
    });
    rpc.notify('initialized');
    await remove(rpc, target.conversation.sessionId);
    return null;
  } catch (error) {
    const message = `the session was not deleted: ${error instanceof Error ? error.message : String(error)}`;
    return { code: 'SESSION_NOT_DELETED', class: 'cleanup', message };
  } finally {
    clearTimeout(limit);
    await child.stop({ ask: () => child.closeStdin(), askMs: 2_500 });
    await child.ended;
  }
}

async function remove(rpc: JsonRpcLines, threadId: string): Promise<void> {
  try {
    await rpc.call('thread/delete', { threadId });
  } catch (error) {
    const unknown = error instanceof RpcError && /unknown variant|unknown method|method not found/i.test(error.message);
    if (!unknown) throw error;
    await rpc.call('thread/archive', { threadId });
  }
}
