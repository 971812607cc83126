import { statSync } from 'node:fs';
import type { InvokeRequest, InvokeResult } from './app-agents-interface.js';
import { UsageError } from './errors/product-error.js';
import { callAgent } from './runtimes/call-agent.js';
import { findConversation } from './runtimes/find-conversation.js';
import { showAgent } from './runtimes/records/agents.js';
import type { RuntimesRoom } from './runtimes/room.js';

/** A prompt that is empty, too long, or no text. */
export class PromptInvalidError extends UsageError {
  override readonly code = 'PROMPT_INVALID';
}

/** The folder an agent would work in is none. */
export class WorkDirectoryError extends UsageError {
  override readonly code = 'WORK_DIRECTORY';

  constructor(folder: string) {
    super({
      en: `${folder} is no folder that an agent could work in. Name one with --work-dir.`,
      zh: `${folder} 不是 agent 可以工作的目录。请用 --work-dir 指定一个。`,
    });
  }
}

/** Bytes of UTF-8. */
const LONGEST_PROMPT = 1024 * 1024;
const WALL_MS = 3_600_000;
/** A model may think, and a person may be asked, for minutes. */
const IDLE_MS = 900_000;

/** One call of an agent to its end: the result comes when nothing of it is left. Throws what keeps it from being started. */
export async function invokeAgent(
  room: RuntimesRoom,
  request: InvokeRequest,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<InvokeResult> {
  checkPrompt(request.prompt);
  const workDir = await folderOf(room, request, cwd);
  const wallMs = request.timeout_sec === undefined ? WALL_MS : Math.ceil(request.timeout_sec * 1_000);
  const { signal, onEvent, resume } = request;
  const invocation = await callAgent(room, {
    agentId: request.agent,
    prompt: request.prompt,
    surface: 'task',
    workDir,
    limits: { wallMs, idleMs: IDLE_MS },
    requireResume: request.require_resume === true,
    env,
    // The job inside whose workflow this is.
    ...(env.ER_RUN_ID === undefined ? {} : { owner: { run_id: env.ER_RUN_ID } }),
    ...(resume === undefined ? {} : { resume }),
    ...(signal === undefined ? {} : { signal }),
    ...(onEvent === undefined ? {} : { onEvent }),
  });
  request.onStart?.(invocation.id);
  const { invocationId, status, content, session, usage, error } = await invocation.result;
  await invocation.gone;
  return { invocation_id: invocationId, status, content, session, usage, error };
}

/** A session is continued where it was: back-ends look for it there. */
async function folderOf({ records }: RuntimesRoom, request: InvokeRequest, cwd: string): Promise<string> {
  const { agent, resume, work_dir } = request;
  const folder = work_dir ?? (resume === undefined ? cwd : await folderOfSession(records, agent, resume)) ?? cwd;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new WorkDirectoryError(folder);
  return folder;
}

async function folderOfSession(
  records: RuntimesRoom['records'],
  agent: string | undefined,
  resume: string,
): Promise<string | null> {
  const { runtime_id } = await showAgent(records, agent);
  const { payload } = await findConversation(records.store, runtime_id, resume);
  const workDir = typeof payload === 'object' && payload !== null && 'workDir' in payload ? payload.workDir : null;
  return typeof workDir === 'string' ? workDir : null;
}

function checkPrompt(prompt: string): void {
  const bytes = Buffer.byteLength(prompt);
  if (prompt.trim() === '') {
    throw new PromptInvalidError({
      en: 'The prompt is empty. Say what the agent shall do.',
      zh: '提示词是空的。请说明要 agent 做什么。',
    });
  }
  if (bytes > LONGEST_PROMPT) {
    throw new PromptInvalidError({
      en: `The prompt is longer than ${LONGEST_PROMPT} bytes. Put the data into a file and name the file in the prompt.`,
      zh: `提示词超过 ${LONGEST_PROMPT} 字节。请把数据放进文件，在提示词中写明文件名。`,
    });
  }
  if (prompt.includes('\0')) {
    throw new PromptInvalidError({
      en: 'The prompt holds a NUL character. Remove it.',
      zh: '提示词中有 NUL 字符。请去掉它。',
    });
  }
}
