import type { Command } from 'commander';
import { nearest } from '../config/nearest.js';
import { UsageError } from '../errors/product-error.js';

/** `word` is none of the commands below `parent`; null: one is needed and none was given. */
export class UnknownCommandError extends UsageError {
  override readonly code = 'UNKNOWN_COMMAND';

  constructor(word: string | null, parent: Command) {
    const names = parent.commands.map((command) => command.name());
    super(`${fault(word, parent, names)} \`${callOf(parent)} --help\` lists what there is.`);
  }
}

function fault(word: string | null, parent: Command, names: readonly string[]): string {
  if (word === null) return `Say what to do: ${callOf(parent)} ${names.join(' | ')}.`;
  const near = nearest(word, names);
  const shown = word.length > 80 ? `${word.slice(0, 80)}…` : word;
  if (near !== null) return `There is no command '${shown}'. Did you mean ${near}?`;
  const request = parent.parent === null ? ' A request goes with --input "…".' : '';
  return `There is no command '${shown}'.${request}`;
}

function callOf(command: Command): string {
  return command.parent === null ? command.name() : `${callOf(command.parent)} ${command.name()}`;
}
