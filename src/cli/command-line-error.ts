import type { Command, CommanderError } from 'commander';
import { UsageError } from '../errors/product-error.js';
import { callOf } from './unknown-command.js';
import { parserFault } from './words/parser-fault.js';

/** A command line that the parser refused: what is wrong with it, and where it says what may be given. */
class CommandLineError extends UsageError {
  constructor(refused: CommanderError, command: Command) {
    const { en, zh } = parserFault(refused);
    const help = `${callOf(command)} --help`;
    super({
      en: `${en}${/[.)]$/.test(en) ? '' : '.'} \`${help}\` says what it takes.`,
      zh: `${zh}用 \`${help}\` 查看它接受什么。`,
    });
  }
}

/** Lets the command throw where the parser would exit; help and version are no faults. */
export function throwing(command: Command): Command {
  return command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new CommandLineError(error, command);
  });
}
