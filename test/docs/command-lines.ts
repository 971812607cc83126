import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';
import { cliWords } from '../../src/cli/words/words.js';
import type { Document } from './document.js';

/** The commands and options that `--help` lists. */
export async function program(): Promise<Command> {
  return buildProgram(await cliWords('en'), '0.0.0', async () => {});
}

/** The command lines of a document: what its shell blocks and its inline code call. */
export function commandLines({ blocks, spans }: Document): string[] {
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'));
  return [...lines, ...spans].map(withoutComment).flatMap((line) => calledWith(line) ?? []);
}

/** The arguments of one command line, as one text; null where it calls something else. */
function calledWith(line: string): string | null {
  const match = /^(?:[A-Z_]+=\S+ )*(?:environment-runtime|npm start --)(?=$|\s)(.*)$/.exec(line.trim());
  return match === null ? null : (match[1] ?? '').trim();
}

function withoutComment(line: string): string {
  return line.replace(/\s#\s.*$/, '');
}

/** What of a command line is not known to the program; null: all of it is. */
export function unknownIn(line: string, root: Command): string | null {
  let command = root;
  let named = false;
  for (const word of line.match(/"[^"]*"|\S+/g) ?? []) {
    if (word.startsWith('--')) {
      const [name = ''] = word.split('=');
      const known = name === '--help' || name === '--version' || hasOption(command, name, named ? [] : root.commands);
      if (!known) return name;
      continue;
    }
    const sub = command.commands.find((one) => one.name() === word);
    const expected = command.commands.length > 0 && (named || /^[a-z-]+$/.test(word));
    if (sub === undefined && expected) return word;
    command = sub ?? command;
    named = true;
  }
  return null;
}

/** Without a command, `run` is meant. */
function hasOption(command: Command, name: string, defaults: readonly Command[]): boolean {
  const run = defaults.find((sub) => sub.name() === 'run');
  return [command, ...(run === undefined ? [] : [run])].some(({ options }) =>
    options.some(({ long }) => long === name),
  );
}
