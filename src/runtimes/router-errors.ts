import { ProductError } from '../errors/product-error.js';
import type { RuntimeRequest } from './request.js';

/** No place to record what is started. */
export class RecorderRequiredError extends ProductError {
  override readonly code = 'RECORDER_REQUIRED';
  constructor() {
    super({
      en: 'Agents are only started where every call is recorded, and no recorder is wired. Open a store first.',
      zh: '只有在每次调用都有记录时才会启动智能体，而当前没有记录器。请先打开数据库。',
    });
  }
}

export class DriverNotRegisteredError extends ProductError {
  override readonly code = 'DRIVER_NOT_REGISTERED';
  override readonly exitCode = 2 as const;
  constructor(runtimeId: string) {
    super({
      en: `There is no driver for the runtime ${runtimeId}. \`environment-runtime runtimes\` lists those there are.`,
      zh: `没有运行时 ${runtimeId} 的驱动。\`environment-runtime runtimes\` 会列出现有的运行时。`,
    });
  }
}

export class SurfaceUnsupportedError extends ProductError {
  override readonly code = 'SURFACE_UNSUPPORTED';
  override readonly exitCode = 2 as const;
  constructor({ runtimeId, surface }: Pick<RuntimeRequest, 'runtimeId' | 'surface'>, supported: readonly string[]) {
    const list = supported.join(', ');
    super({
      en: `${runtimeId} cannot be used for ${surface}; it supports: ${list}. Use an agent of another channel.`,
      zh: `${runtimeId} 不支持用途 ${surface}，只支持：${list}。请换用其他渠道的智能体。`,
    });
  }
}

export class CombinationUnsupportedError extends ProductError {
  override readonly code = 'COMBINATION_UNSUPPORTED';
  override readonly exitCode = 2 as const;
  constructor(request: Omit<RuntimeRequest, 'prompt' | 'signal'>, supported: readonly string[]) {
    const { runtimeId, surface, executionMode, continuationPolicy } = request;
    const list = supported.join(', ');
    super({
      en: `${runtimeId} does not support ${executionMode} with ${continuationPolicy} for ${surface}; it supports: ${list}. No other runtime was tried.`,
      zh: `${runtimeId} 在用途 ${surface} 下不支持 ${executionMode} 加 ${continuationPolicy}，只支持：${list}。没有尝试其他运行时；请改用其中一种组合。`,
    });
  }
}

export class ConversationRequiredError extends ProductError {
  override readonly code = 'CONVERSATION_REQUIRED';
  override readonly exitCode = 2 as const;
  constructor() {
    super({
      en: 'A session must be continued, and none is known. Name one with --resume, or ask without --require-resume.',
      zh: '要求接续会话，但没有可用的会话。请用 --resume 指定一个，或去掉 --require-resume。',
    });
  }
}

export class CodecRequiredError extends ProductError {
  override readonly code = 'CODEC_REQUIRED';
  override readonly exitCode = 2 as const;
  constructor(runtimeId: string) {
    super({
      en: `${runtimeId} cannot continue sessions: nothing it stores can be read back. Ask without --resume.`,
      zh: `${runtimeId} 无法接续会话：它没有可还原的会话状态。请去掉 --resume。`,
    });
  }
}

export class ConversationOwnerMismatchError extends ProductError {
  override readonly code = 'CONVERSATION_OWNER_MISMATCH';
  override readonly exitCode = 2 as const;
  constructor(runtimeId: string, owner: string) {
    super({
      en: `That session belongs to ${owner} and cannot be used with ${runtimeId}. Use an agent of ${owner}, or start anew.`,
      zh: `该会话属于 ${owner}，不能用于 ${runtimeId}。请使用 ${owner} 的智能体，或新开会话。`,
    });
  }
}

export class ConversationInvalidError extends ProductError {
  override readonly code = 'CONVERSATION_INVALID';
  override readonly exitCode = 2 as const;
  constructor(runtimeId: string) {
    super({
      en: `What is stored of that session of ${runtimeId} cannot be read. Start anew without --resume.`,
      zh: `${runtimeId} 那个会话的存储内容无法读取。请去掉 --resume 新开会话。`,
    });
  }
}

/** The owner of a session that is being written. */
export interface SessionOwner {
  readonly invocationId: string;
  /** The back-end's process; null before it was there. */
  readonly pid: number | null;
}

export class SessionBusyError extends ProductError {
  override readonly code = 'SESSION_BUSY';
  override readonly exitCode = 3 as const;
  constructor(
    sessionId: string,
    readonly owner: SessionOwner,
  ) {
    const pid = owner.pid ?? '-';
    super({
      en: `The session ${sessionId} is in use by invocation ${owner.invocationId} (pid ${pid}). Wait for it or stop it, then repeat.`,
      zh: `会话 ${sessionId} 正被调用 ${owner.invocationId} 使用（pid ${pid}）。请等它结束或先停止它，再重试。`,
    });
  }
}

export class InvocationWriteFailedError extends ProductError {
  override readonly code = 'INVOCATION_WRITE_FAILED';
  constructor(options: { cause: unknown }) {
    super(
      {
        en: 'The call could not be written down, so nothing was started. Check the disk and the store, then repeat.',
        zh: '无法写入调用记录，因此没有启动任何东西。请检查磁盘和数据库后重试。',
      },
      options,
    );
  }
}

export class RuntimesClosedError extends ProductError {
  override readonly code = 'RUNTIMES_CLOSED';
  override readonly exitCode = 3 as const;
  constructor() {
    super({
      en: 'The program is ending and starts no more agents. Repeat with a new one.',
      zh: '程序正在退出，不再启动智能体。请在新的进程中重试。',
    });
  }
}
