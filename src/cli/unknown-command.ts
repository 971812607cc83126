import type { Command } from 'commander';
import { didYouMean } from '../config/hint.js';
import { nearest } from '../config/nearest.js';
import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';

/** `word` is none of the commands below `parent`; null: one is needed and none was given. */
export class UnknownCommandError extends UsageError {
  override readonly code = 'UNKNOWN_COMMAND';

  constructor(word: string | null, parent: Command) {
    const names = parent.commands.map((command) => command.name());
    const { en, zh } = fault(word, parent, names);
    super({
      en: `${en} \`${callOf(parent)} --help\` lists what there is.`,
      zh: `${zh}用 \`${callOf(parent)} --help\` 查看全部命令。`,
    });
  }
}

function fault(word: string | null, parent: Command, names: readonly string[]): Said {
  if (word === null) {
    const calls = `${callOf(parent)} ${names.join(' | ')}`;
    return { en: `Say what to do: ${calls}.`, zh: `请说明要做什么：${calls}。` };
  }
  const near = nearest(word, names);
  const shown = word.length > 80 ? `${word.slice(0, 80)}…` : word;
  const hint = near !== null ? didYouMean(near) : parent.parent === null ? REQUEST : null;
  return {
    en: `There is no command '${shown}'.${hint === null ? '' : ` ${hint.en}`}`,
    zh: `没有命令 '${shown}'。${hint?.zh ?? ''}`,
  };
}

const REQUEST: Said = { en: 'A request goes with --input "…".', zh: '请求请写在 --input "…" 中。' };

/** How a command is called: `environment-runtime policy use`. */
export function callOf(command: Command): string {
  return command.parent === null ? command.name() : `${callOf(command.parent)} ${command.name()}`;
}
