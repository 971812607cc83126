import { ProductError, UsageError } from '../../errors/product-error.js';
import { inBoth, type Said } from '../../errors/said.js';
import type { Consumer } from './consumers.js';

/** One thing that is wrong with a channel or an agent, and where: `environment.API_KEY`. Never holds a value. */
export interface RecordProblem {
  readonly path: string;
  readonly message: Said;
}

const listed = (problems: readonly RecordProblem[]): Said =>
  inBoth((language) => problems.map(({ path, message }) => `  ${path}: ${message[language]}`).join('\n'));

/** What was given is no channel. Nothing was stored. */
export class ChannelInvalidError extends UsageError {
  override readonly code = 'CHANNEL_INVALID';

  constructor(readonly problems: readonly RecordProblem[]) {
    const all = listed(problems);
    super({
      en: `This is no channel; nothing was stored:\n${all.en}`,
      zh: `这不是一个有效的 channel，没有存储任何内容：\n${all.zh}`,
    });
  }
}

/** It is a channel, but says something that its runtime would not honour. Nothing was stored. */
export class ChannelFieldRefusedError extends UsageError {
  override readonly code = 'CHANNEL_FIELD_REFUSED';

  constructor(
    runtime: string,
    readonly problems: readonly RecordProblem[],
  ) {
    const all = listed(problems);
    super({
      en: `The runtime ${runtime} does not honour this, so nothing was stored. Leave it out, or choose another runtime:\n${all.en}`,
      zh: `运行时 ${runtime} 不支持以下内容，因此没有存储。请去掉它们，或换一个运行时：\n${all.zh}`,
    });
  }
}

export class ChannelExistsError extends UsageError {
  override readonly code = 'CHANNEL_EXISTS';

  constructor(id: string) {
    super({
      en: `There is a channel '${id}' already. Edit it, remove it, or choose another id.`,
      zh: `已经有 channel '${id}'。请编辑或删除它，或换一个 id。`,
    });
  }
}

export class ChannelUnknownError extends UsageError {
  override readonly code = 'CHANNEL_UNKNOWN';

  constructor(id: string, known: readonly string[]) {
    const shown = id.slice(0, 80);
    const there = namesSaid(known);
    super({ en: `There is no channel '${shown}'.${there.en}`, zh: `没有 channel '${shown}'。${there.zh}` });
  }
}

/** Something still needs the channel. Nothing was changed. */
export class ChannelInUseError extends UsageError {
  override readonly code = 'CHANNEL_IN_USE';

  constructor(
    id: string,
    readonly consumers: readonly Consumer[],
  ) {
    const all = consumersSaid(consumers);
    super({
      en: `The channel '${id}' is used; nothing was changed. Remove or change these first:\n${all.en}`,
      zh: `channel '${id}' 正在使用中，没有做任何改动。请先删除或修改：\n${all.zh}`,
    });
  }
}

/** An edit would take away what an agent of the channel uses. Nothing was changed. */
export class ChannelModelInUseError extends UsageError {
  override readonly code = 'CHANNEL_MODEL_IN_USE';

  constructor(
    id: string,
    readonly consumers: readonly Consumer[],
  ) {
    const all = consumersSaid(consumers);
    super({
      en: `The channel '${id}' would lose a model or a reasoning effort that these use; nothing was changed. Edit them first:\n${all.en}`,
      zh: `channel '${id}' 会失去以下对象所用的模型或推理强度，没有做任何改动。请先编辑它们：\n${all.zh}`,
    });
  }
}

/** A value that the channel refers to cannot be had now. Names the references, never a value. */
export class ChannelReferenceError extends ProductError {
  override readonly code = 'CHANNEL_REFERENCE';
  override readonly exitCode = 2 as const;

  constructor(
    id: string,
    readonly problems: readonly RecordProblem[],
  ) {
    const all = listed(problems);
    super({
      en: `The channel '${id}' refers to values that cannot be had, so nothing was started:\n${all.en}`,
      zh: `channel '${id}' 引用的值无法取得，因此没有启动任何东西：\n${all.zh}`,
    });
  }
}

/** The file with a channel's values cannot be written, or not be read as it was written. */
export class ChannelSecretsFileError extends ProductError {
  override readonly code = 'CHANNEL_SECRETS_FILE';

  constructor(file: string, what: Said, options?: { cause?: unknown }) {
    super(
      {
        en: `${file}, which holds values of a channel, ${what.en}.`,
        zh: `存放 channel 各值的文件 ${file} ${what.zh}。`,
      },
      options,
    );
  }
}

/** What was given is no agent. Nothing was stored. */
export class AgentInvalidError extends UsageError {
  override readonly code = 'AGENT_INVALID';

  constructor(readonly problems: readonly RecordProblem[]) {
    const all = listed(problems);
    super({
      en: `This is no agent; nothing was stored:\n${all.en}`,
      zh: `这不是一个有效的 agent，没有存储任何内容：\n${all.zh}`,
    });
  }
}

export class AgentExistsError extends UsageError {
  override readonly code = 'AGENT_EXISTS';

  constructor(id: string, state: 'live' | 'deleted') {
    super(
      state === 'live'
        ? {
            en: `There is an agent '${id}' already. Edit it, or choose another id.`,
            zh: `已经有 agent '${id}'。请编辑它，或换一个 id。`,
          }
        : {
            en: `The agent '${id}' was deleted, and its past invocations keep its id until its channel goes. Choose another id.`,
            zh: `agent '${id}' 已被删除；在它的 channel 删除之前，这个 id 归它过去的调用所有。请换一个 id。`,
          },
    );
  }
}

/** No agent was named. None is ever chosen in its place. */
export class AgentRequiredError extends UsageError {
  override readonly code = 'AGENT_REQUIRED';

  constructor(known: readonly string[]) {
    const there = namesSaid(known);
    super({
      en: `No agent is named, and none is chosen silently. Name one.${there.en}`,
      zh: `没有指明 agent，也不会自行选择。请指明一个。${there.zh}`,
    });
  }
}

/** There is none of that id, or it is gone. Another one is never taken in its place. */
export class AgentUnknownError extends UsageError {
  override readonly code = 'AGENT_UNKNOWN';

  constructor(id: string, known: readonly string[], state: 'never' | 'deleted' = 'never') {
    const shown = id.slice(0, 80);
    const there = namesSaid(known);
    super(
      state === 'never'
        ? { en: `There is no agent '${shown}'.${there.en}`, zh: `没有 agent '${shown}'。${there.zh}` }
        : {
            en: `The agent '${shown}' was deleted. Name another one.${there.en}`,
            zh: `agent '${shown}' 已被删除，请指明另一个。${there.zh}`,
          },
    );
  }
}

/** Something still needs the agent. Nothing was changed. */
export class AgentInUseError extends UsageError {
  override readonly code = 'AGENT_IN_USE';

  constructor(
    id: string,
    readonly consumers: readonly Consumer[],
  ) {
    const all = consumersSaid(consumers);
    super({
      en: `The agent '${id}' is used; nothing was changed. Remove or change these first:\n${all.en}`,
      zh: `agent '${id}' 正在使用中，没有做任何改动。请先删除或修改：\n${all.zh}`,
    });
  }
}

/** A command line's own configuration is not there, cannot be read, or there is none to read. Nothing was stored. */
export class RuntimeConfigError extends UsageError {
  override readonly code = 'RUNTIME_CONFIG';
}

const SHOWN = 20;

function namesSaid(known: readonly string[]): Said {
  if (known.length === 0) return { en: ' None is stored yet.', zh: '目前一个也没有。' };
  const names = known.slice(0, SHOWN).join(', ') + (known.length > SHOWN ? ', …' : '');
  return { en: ` There are: ${names}.`, zh: `现有：${names}。` };
}

const KINDS: Readonly<Record<Consumer['kind'], Said>> = {
  agent: { en: 'agent', zh: 'agent' },
  session: { en: 'session', zh: '会话' },
  invocation: { en: 'running invocation', zh: '进行中的调用' },
  executor: { en: 'configuration', zh: '配置' },
  package: { en: 'package', zh: '技能包' },
  evaluation: { en: 'evaluation', zh: '评测' },
};

function consumersSaid(consumers: readonly Consumer[]): Said {
  return inBoth((language) => consumers.map(({ kind, name }) => `  ${KINDS[kind][language]} ${name}`).join('\n'));
}
