import { randomBytes } from 'node:crypto';
import type { App } from '../../app-interface.js';
import { UsageError } from '../../errors/product-error.js';
import type { Said } from '../../errors/said.js';
import { type RoundResult, withCompletion } from '../../rounds/result.js';
import { DEFAULT_ENVIRONMENT, type Face, languageChosen } from '../face.js';
import { follow } from '../follow.js';
import { readRequest } from '../read-input.js';

export interface RunOptions {
  input?: string;
  interactive?: boolean;
  new?: boolean;
  again?: boolean;
  /** Seconds, or true without a number. */
  wait?: number | true;
}

export async function run(face: Face, options: RunOptions): Promise<number> {
  if (options.new === true && face.environment !== null) {
    throw new UsageError({
      en: '--new makes a fresh Environment, so it does not go with --environment. Give one of the two.',
      zh: '--new 会创建新的 Environment，不能与 --environment 同时使用。请只给其中一个。',
    });
  }
  if (options.interactive === true && options.input !== undefined) {
    throw new UsageError({
      en: '--interactive asks for the requests itself, so it does not go with --input. Give one of the two.',
      zh: '--interactive 会自己询问请求，不能与 --input 同时使用。请只给其中一个。',
    });
  }
  const environment = options.new === true ? freshName() : (face.environment ?? DEFAULT_ENVIRONMENT);
  const terminal = process.stdin.isTTY === true;
  if (options.interactive === true || (options.input === undefined && terminal)) {
    if (face.json) {
      throw new UsageError({
        en: 'A conversation has no --json form. Use --input with --json for one round.',
        zh: '对话没有 --json 形式。要执行单独一轮，请同时使用 --input 和 --json。',
      });
    }
    const { converse } = await import('../conversation/conversation.js');
    if (options.new === true) face.hint(face.words.freshEnvironment(environment));
    return await converse(face, await face.app(), environment);
  }
  const input = options.input === '-' ? await readRequest(process.stdin) : options.input;
  if (input === undefined) throw new UsageError(NO_SPEECH);
  if (options.new === true && !face.json) face.hint(face.words.freshEnvironment(environment));
  return await runOnce(face, await face.app(), environment, input, options);
}

const NO_SPEECH: Said = {
  en: 'Nothing to do: give the request (run "…", or - for stdin), or --interactive on a terminal.',
  zh: '没有要做的事：请给出请求（run "…"，- 表示标准输入），或在终端使用 --interactive。',
};

async function runOnce(face: Face, app: App, environment: string, input: string, options: RunOptions): Promise<number> {
  const result = await app.run({
    input,
    environment,
    identical: options.again === true ? 'force-new' : 'join',
    ...languageChosen(face),
    signal: face.signal,
  });
  if (!face.json) face.print(result.reply);
  if (options.wait === undefined || result.run_id === null || result.task_status !== 'running') {
    if (face.json) face.printJson(result);
    // A stop that was not waited for.
    if (face.signal.aborted && result.reason === 'STOP_UNCONFIRMED') return 130;
    return exitCodeOf(result);
  }
  const waited = await follow(
    face,
    app,
    environment,
    result.run_id,
    options.wait === true ? null : options.wait,
    result.language,
  );
  const finished = waited.end === 'ended' ? withCompletion(result, waited.completion, waited.collected) : result;
  if (face.json) face.printJson(finished);
  if (waited.end === 'interrupted') return 130;
  return waited.end === 'timed_out' ? 5 : exitCodeOf(finished);
}

export function exitCodeOf({ task_status }: Pick<RoundResult, 'task_status'>): number {
  switch (task_status) {
    case 'running':
    case 'done':
      return 0;
    case 'failed':
    case 'cancelled':
      return 1;
    case 'needs_input':
      return 4;
  }
}

function freshName(): string {
  return `env-${randomBytes(4).toString('hex')}`;
}
