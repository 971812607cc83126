import {
  type CompletionCommand,
  type CompletionOption,
  type CompletionValue,
  everyCommand,
} from './describe-program.js';
import { functionName, nameOf, placeOf } from './shell-text.js';

/** A script for fish 3 and newer. */
export function fishScript(program: CompletionCommand, name: string, shorts: readonly string[]): string {
  const commands = everyCommand(program);
  const at = `_${functionName(name)}_at`;
  const line = (typed: string, command: CompletionCommand, place: string, rest: string): string =>
    `complete -c ${typed} -n ${quoted(`${at} ${quoted(placeOf(command))}${place}`)} ${rest}`;
  const lines = (typed: string, shown: readonly CompletionCommand[]): string[] => [
    `complete -c ${typed} -e`,
    `complete -c ${typed} -f`,
    ...shown.flatMap((command) => [
      ...command.commands.map((below) => line(typed, command, ' 0', `-a ${nameOf(below)} -d ${quoted(below.about)}`)),
      ...command.arguments.flatMap((value, place) => {
        const offered = offer(value);
        return offered === '' ? [] : [line(typed, command, ` ${place}`, offered)];
      }),
      ...command.options.map((option) => line(typed, command, '', optionOf(option))),
    ]),
  ];
  return `# Completion of ${name} for fish. Load it with: ${name} completion fish | source
function ${at} --description 'whether the command line is at this command, with so many arguments'
    set -l at ''
    set -l place 0
    set -l skip ''
    set -l parts (commandline -opc)
    switch (string replace -r '.*/' '' -- $parts[1])
${shorts.map((short) => `        case ${name}-${short}\n            set at ' ${short}'`).join('\n')}
    end
    for part in $parts[2..-1]
        if test -n "$skip"
            set skip ''
            continue
        end
        switch "$at $part"
            case ${commands
              .filter(({ path }) => path.length > 0)
              .map((command) => quoted(placeOf(command)))
              .join(' ')}
                set at "$at $part"
                set place 0
                continue
        end
        switch "$at:$part"
            case ${commands.flatMap(valueFlags).join(' ')}
                set skip 1
            case '*:-*'
            case '*'
                set place (math $place + 1)
        end
    end
    test "$at" = "$argv[1]"; and test -z "$argv[2]" -o "$place" = "$argv[2]"
end
${lines(name, commands).join('\n')}
${shorts.flatMap((short) => lines(`${name}-${short}`, below(program, short))).join('\n')}
`;
}

function below(program: CompletionCommand, short: string): CompletionCommand[] {
  return program.commands.filter((command) => nameOf(command) === short).flatMap(everyCommand);
}

function optionOf({ flags, about, takes, value }: CompletionOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const needs = takes === 'required' ? [value.paths === 'files' ? '-r' : '-x', offer(value)] : [];
  return [...names, ...needs, `-d ${quoted(about)}`].filter((part) => part !== '').join(' ');
}

function offer({ words, paths }: CompletionValue): string {
  if (words.length > 0) return `-a ${quoted(words.join(' '))}`;
  if (paths === 'none') return '';
  return paths === 'files' ? '-F' : `-a '(__fish_complete_directories)'`;
}

function valueFlags(command: CompletionCommand): string[] {
  return command.options
    .filter(({ takes }) => takes === 'required')
    .flatMap(({ flags }) => flags.map((flag) => quoted(`${placeOf(command)}:${flag}`)));
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
