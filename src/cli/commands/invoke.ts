import { resolve } from 'node:path';
import type { InvokeResult } from '../../app-agents-interface.js';
import type { App } from '../../app-interface.js';
import { PromptInvalidError } from '../../app-invoke.js';
import { UsageError } from '../../errors/product-error.js';
import type { RuntimeEvent } from '../../runtimes/events.js';
import { agentProgress } from '../agent-progress.js';
import { announcing } from '../approvals/announcing.js';
import type { Face } from '../face.js';
import { readInput } from '../read-input.js';

export interface InvokeOptions {
  agent?: string;
  prompt?: string;
  resume?: string;
  requireResume?: boolean;
  workDir?: string;
  timeout?: number;
  events?: boolean;
}

/** One call of an agent. Whatever becomes of it is told as it is stored; Ctrl-C stops it, and it is waited for until it is gone. */
export async function invoke(face: Face, options: InvokeOptions): Promise<number> {
  const prompt = await promptOf(options.prompt);
  const app = await face.app();
  const { words } = face;
  const seen = options.events === true ? asLines(face) : forPeople(face, app);
  const release = face.holdInterrupts(() => seen.say(words.agents.stopping));
  try {
    const result = await app.invoke({
      prompt,
      ...(options.agent === undefined ? {} : { agent: options.agent }),
      ...(options.resume === undefined ? {} : { resume: options.resume }),
      ...(options.requireResume === true ? { require_resume: true } : {}),
      ...(options.workDir === undefined ? {} : { work_dir: resolve(options.workDir) }),
      ...(options.timeout === undefined ? {} : { timeout_sec: options.timeout }),
      onStart: seen.started,
      onEvent: seen.event,
      signal: face.signal,
    });
    await seen.ended(result);
    return EXIT_CODE[result.status];
  } finally {
    release();
  }
}

const EXIT_CODE: Readonly<Record<InvokeResult['status'], number>> = {
  completed: 0,
  failed: 1,
  timed_out: 1,
  cancelled: 130,
};

interface Seen {
  started(id: string): void;
  event(event: RuntimeEvent): void;
  say(text: string): void;
  ended(result: InvokeResult): Promise<void>;
}

/** `--events`: everything on stdout, a JSON line each; the last one is what `--json` prints. */
function asLines(face: Face): Seen {
  return {
    started: (id) => face.hint(face.words.agents.started(id)),
    event: (event) => face.printJson(event),
    say: (text) => face.hint(text),
    ended: async (result) => face.printJson({ type: 'result', ...result }),
  };
}

function forPeople(face: Face, app: App): Seen {
  const { agents: words } = face.words;
  const progress = agentProgress(face);
  const approvals = announcing(face, app, progress.say);
  return {
    started: (id) => {
      approvals.of(id);
      progress.say(words.started(id));
    },
    event: (event) => {
      progress.show(event);
      if (event.type === 'approval_request') approvals.asked(event.requestId);
    },
    say: progress.say,
    ended: async (result) => {
      progress.end();
      await approvals.end();
      const { usage, error, status, invocation_id, content } = result;
      if (face.json) return face.printJson(result);
      if (usage !== null) face.hint(words.tokens(count(usage.input_tokens), count(usage.output_tokens)));
      face.hint(words.ended(invocation_id, status));
      if (error !== null) face.hint(`${error.code} (${error.class}): ${error.message}`);
      if (error?.outcome === 'unknown') face.hint(words.outcomeUnknown);
      if (content !== null) face.print(content);
    },
  };
}

function count(tokens: number | null): string {
  return tokens === null ? '?' : String(tokens);
}

async function promptOf(given: string | undefined): Promise<string> {
  if (given === undefined) {
    throw new UsageError({
      en: 'Say what the agent shall do: --prompt "…", or --prompt - to read it from stdin.',
      zh: '请说明要 agent 做什么：--prompt "…"，或用 --prompt - 从标准输入读取。',
    });
  }
  return given === '-' ? await readInput(process.stdin, tooLong) : given;
}

function tooLong(bytes: number): PromptInvalidError {
  return new PromptInvalidError({
    en: `The prompt on stdin is more than ${bytes} bytes long. Put the data into a file in the folder the agent works in, and name the file.`,
    zh: `标准输入上的提示词超过 ${bytes} 字节。请把数据放进 agent 工作目录里的文件，并写明文件名。`,
  });
}
