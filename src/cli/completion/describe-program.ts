import type { Argument, Command, Option } from 'commander';

/** What may stand after an option or as an argument. */
export interface CompletionValue {
  /** The whole list, where there is one. */
  readonly words: readonly string[];
  /** Where there is none: what the shell offers. */
  readonly paths: 'files' | 'folders' | 'none';
}

export interface CompletionOption {
  /** `--wait`, and `-h` where there is a short one. */
  readonly flags: readonly string[];
  readonly about: string;
  /** `required`: the next word is always its value. */
  readonly takes: 'nothing' | 'optional' | 'required';
  readonly value: CompletionValue;
}

/** One command, as far as the shell has to know it. */
export interface CompletionCommand {
  /** Its words after the program's name: `['environments', 'export']`; empty for the program itself. */
  readonly path: readonly string[];
  readonly about: string;
  readonly commands: readonly CompletionCommand[];
  readonly options: readonly CompletionOption[];
  readonly arguments: readonly CompletionValue[];
}

/** The program with all its commands, `byDefault` being the one that is meant when none is named. */
export function describeProgram(program: Command, byDefault: Command): CompletionCommand {
  const all = describe(program, []);
  const own = all.commands.find(({ path }) => path[0] === byDefault.name())?.options ?? [];
  const known = new Set(all.options.flatMap(({ flags }) => flags));
  return { ...all, options: [...all.options, ...own.filter(({ flags }) => !flags.some((flag) => known.has(flag)))] };
}

/** The command itself and everything below it. */
export function everyCommand(command: CompletionCommand): CompletionCommand[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

function describe(command: Command, path: readonly string[]): CompletionCommand {
  const shown = command.createHelp();
  return {
    path,
    about: command.description(),
    commands: shown.visibleCommands(command).map((sub) => describe(sub, [...path, sub.name()])),
    options: shown.visibleOptions(command).map(optionOf),
    arguments: command.registeredArguments.map((argument) =>
      // `help` takes the commands themselves.
      argument.name() === 'command' && command.parent !== null
        ? { words: command.parent.commands.map((sub) => sub.name()), paths: 'none' }
        : valueNamed(argument.name(), argument),
    ),
  };
}

function optionOf(option: Option): CompletionOption {
  const [, name = ''] = /[<[]([^>\]]+)[>\]]/.exec(option.flags) ?? [];
  return {
    flags: [option.long, option.short].filter((flag) => flag !== undefined && flag !== null),
    about: option.description,
    takes: option.required ? 'required' : option.optional ? 'optional' : 'nothing',
    value: valueNamed(name, option),
  };
}

/** The name of a value in the help says what kind of path it is. */
function valueNamed(name: string, { argChoices }: Pick<Argument | Option, 'argChoices'>): CompletionValue {
  const paths = name === 'file' ? 'files' : name === 'dir' ? 'folders' : 'none';
  return { words: argChoices ?? [], paths };
}
