import type { CompletionCommand, CompletionOption } from './describe-program.js';

/** A name for the functions of a script. */
export function functionName(program: string): string {
  return `_${program.replaceAll(/\W/g, '_')}`;
}

/** How the scripts write where on the command line one is: `''`, `' environments'`, `' environments export'`. */
export function placeOf({ path }: CompletionCommand): string {
  return path.map((word) => ` ${word}`).join('');
}

/** One text for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function nameOf({ path }: CompletionCommand): string {
  return path.at(-1) ?? '';
}

/** The patterns of a `case`: the place of each command below the program. */
export function subcommands(commands: readonly CompletionCommand[]): string[] {
  return commands.filter(({ path }) => path.length > 0).map((command) => quoted(placeOf(command)));
}

/** The patterns of a `case`: `' run:--input'` for each flag whose next word is a value. */
export function valueFlags(command: CompletionCommand): string[] {
  return command.options
    .filter(({ takes }) => takes === 'required')
    .flatMap(({ flags }) => flags.map((flag) => flagPlace(command, flag)));
}

/** The options whose values a shell can offer. */
export function offering(command: CompletionCommand): CompletionOption[] {
  return command.options.filter(
    ({ takes, value }) => takes !== 'nothing' && (value.words.length > 0 || value.paths !== 'none'),
  );
}

export function flagPlace(command: CompletionCommand, flag: string): string {
  return quoted(`${placeOf(command)}:${flag}`);
}

/** The program and its short commands, as they are typed. */
export function programs(name: string, shorts: readonly string[]): string {
  return [name, ...shorts.map((short) => `${name}-${short}`)].join(' ');
}
