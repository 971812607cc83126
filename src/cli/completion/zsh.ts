import { type CompletionCommand, type CompletionValue, everyCommand } from './describe-program.js';
import {
  flagPlace,
  functionName,
  nameOf,
  offering,
  placeOf,
  programs,
  quoted,
  subcommands,
  valueFlags,
} from './shell-text.js';

/** A script for zsh, to be sourced after `compinit`, or kept as `_<name>` in a folder of `fpath`. */
export function zshScript(program: CompletionCommand, name: string, shorts: readonly string[]): string {
  const commands = everyCommand(program);
  const run = functionName(name);
  return `#compdef ${programs(name, shorts)}
# Completion of ${name} for zsh. Load it with: source <(${name} completion zsh)
${run}() {
  local word=$words[CURRENT] before=$words[CURRENT-1] at='' skip='' part
  local -i place=0 i
  local -a found
  case \${words[1]:t} in
${shorts.map((short) => `    (${name}-${short}) at=' ${short}' ;;`).join('\n')}
  esac
  for ((i = 2; i < CURRENT; i++)); do
    part=$words[i]
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$at $part" in
      (${subcommands(commands).join('|')}) at="$at $part"; place=0; continue ;;
    esac
    case "$at:$part" in
${commands.map((command) => `      (${valueFlags(command).join('|')}) skip=1 ;;`).join('\n')}
      (*:-*) ;;
      (*) place=$((place + 1)) ;;
    esac
  done
  if [[ $word == --*=* ]]; then
    before=\${word%%=*}
    compset -P '*='
  fi
  case "$at:$before" in
${commands
  .flatMap((command) =>
    offering(command).map(
      ({ flags, value }) =>
        `    (${flags.map((flag) => flagPlace(command, flag)).join('|')}) ${offer(value)}; return ;;`,
    ),
  )
  .join('\n')}
${commands.map((command) => `    (${valueFlags(command).join('|')}) return 1 ;;`).join('\n')}
  esac
  if [[ $word == -* ]]; then
    case "$at" in
${commands
  .map(
    (command) =>
      `      (${quoted(placeOf(command))}) found=(${command.options.flatMap(({ flags, about }) => flags.map((flag) => described(flag, about))).join(' ')}) ;;`,
  )
  .join('\n')}
    esac
    _describe -o 'option' found
    return
  fi
  case "$at:$place" in
${commands
  .filter(({ commands: below }) => below.length > 0)
  .map(
    (command) =>
      `    (${quoted(`${placeOf(command)}:0`)}) found=(${command.commands.map((below) => described(nameOf(below), below.about)).join(' ')}); _describe 'command' found ;;`,
  )
  .join('\n')}
${commands
  .flatMap((command) =>
    command.arguments.map((value, at) => `    (${quoted(`${placeOf(command)}:${at}`)}) ${offer(value)} ;;`),
  )
  .join('\n')}
  esac
}
if [[ $funcstack[1] == ${run} ]]; then ${run} "$@"; else compdef ${run} ${programs(name, shorts)}; fi
`;
}

function described(word: string, about: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${about}`);
}

function offer({ words, paths }: CompletionValue): string {
  if (words.length > 0) return `compadd -- ${words.map(quoted).join(' ')}`;
  if (paths === 'none') return ':';
  return paths === 'files' ? '_files' : '_files -/';
}
