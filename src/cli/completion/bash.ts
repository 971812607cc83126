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

/** A script for bash 3.2 and newer; needs nothing else installed. */
export function bashScript(program: CompletionCommand, name: string, shorts: readonly string[]): string {
  const commands = everyCommand(program);
  const run = functionName(name);
  return `# Completion of ${name} for bash. Load it with: source <(${name} completion bash)
${run}() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at='' place=0 skip='' part i
  COMPREPLY=()
  case \${1##*/} in
${shorts.map((short) => `    ${name}-${short}) at=' ${short}' ;;`).join('\n')}
  esac
  # bash hands --lang=zh over as three words.
  if [[ $word == '=' ]]; then word=''
  elif [[ $before == '=' ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    part=\${COMP_WORDS[i]}
    if [[ -n $skip && $part != '=' ]]; then skip=''; continue; fi
    case "$at $part" in
      ${subcommands(commands).join(' | ')}) at="$at $part"; place=0; continue ;;
    esac
    case "$at:$part" in
${commands.map((command) => `      ${valueFlags(command).join(' | ')}) skip=1 ;;`).join('\n')}
      *:-* | *:=) ;;
      *) place=$((place + 1)) ;;
    esac
  done
  case "$at:$before" in
${commands
  .flatMap((command) =>
    offering(command).map(
      ({ flags, value }) =>
        `    ${flags.map((flag) => flagPlace(command, flag)).join(' | ')}) ${offer(value)}; return ;;`,
    ),
  )
  .join('\n')}
${commands.map((command) => `    ${valueFlags(command).join(' | ')}) return ;;`).join('\n')}
  esac
  if [[ $word == -* ]]; then
    case "$at" in
${commands
  .map((command) => `      ${quoted(placeOf(command))}) ${words(command.options.flatMap(({ flags }) => flags))} ;;`)
  .join('\n')}
    esac
    return
  fi
  case "$at:$place" in
${commands
  .filter(({ commands: below }) => below.length > 0)
  .map((command) => `    ${quoted(`${placeOf(command)}:0`)}) ${words(command.commands.map(nameOf))} ;;`)
  .join('\n')}
${commands
  .flatMap((command) =>
    command.arguments.map((value, at) => `    ${quoted(`${placeOf(command)}:${at}`)}) ${offer(value)} ;;`),
  )
  .join('\n')}
  esac
}
complete -F ${run} ${programs(name, shorts)}
`;
}

function offer({ words: list, paths }: CompletionValue): string {
  if (list.length > 0) return words(list);
  if (paths === 'none') return ':';
  const kind = paths === 'files' ? '-f' : '-d';
  return `local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen ${kind} -- "$word"))`;
}

function words(list: readonly string[]): string {
  return `COMPREPLY=($(compgen -W ${quoted(list.join(' '))} -- "$word"))`;
}
