import type { CommanderError } from 'commander';
import type { Said } from '../../errors/said.js';

interface Fault {
  /** How the parser words it; the groups are what it names. */
  readonly wording: RegExp;
  readonly zh: (...named: string[]) => string;
}

/** What the parser of the command line says in English, by its codes. */
const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'commander.unknownOption': [{ wording: /^unknown option '(.*)'$/s, zh: (option) => `没有选项 '${option}'。` }],
  'commander.missingArgument': [
    { wording: /^missing required argument '(.*)'$/s, zh: (name) => `缺少必需的参数 '${name}'。` },
  ],
  'commander.optionMissingArgument': [
    { wording: /^option '(.*)' argument missing$/s, zh: (option) => `选项 '${option}' 缺少值。` },
  ],
  'commander.missingMandatoryOptionValue': [
    { wording: /^required option '(.*)' not specified$/s, zh: (option) => `缺少必需的选项 '${option}'。` },
  ],
  'commander.conflictingOption': [
    {
      wording: /^option '(.*)' cannot be used with option '(.*)'$/s,
      zh: (one, other) => `选项 '${one}' 不能与 '${other}' 同时使用。`,
    },
  ],
  'commander.invalidArgument': [
    {
      wording: /^option '(.*)' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s,
      zh: (option, value, choices) => `选项 '${option}' 的值 '${value}' 无效，可选：${choices}。`,
    },
    {
      wording: /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/s,
      zh: (value, name, choices) => `参数 '${name}' 的值 '${value}' 无效，可选：${choices}。`,
    },
  ],
  'commander.excessArguments': [
    {
      wording: /^too many arguments for '(.*)'\. Expected (\d+) arguments? but got (\d+)\.$/s,
      zh: (command, most, given) => `'${command}' 的参数过多：最多 ${most} 个，给出了 ${given} 个。`,
    },
    {
      wording: /^too many arguments\. Expected (\d+) arguments? but got (\d+)\.$/s,
      zh: (most, given) => `参数过多：最多 ${most} 个，给出了 ${given} 个。`,
    },
  ],
};

const SUGGESTION = /\n\(Did you mean (?:one of )?(.*)\?\)$/s;

/** A refused command line in both languages. What the parser words in a way that is not known here is quoted. */
export function parserFault({ code, message }: Pick<CommanderError, 'code' | 'message'>): Said {
  const en = message.replace(/^error: /, '');
  const [suffix = '', suggested] = SUGGESTION.exec(en) ?? [];
  const told = suffix === '' ? en : en.slice(0, -suffix.length);
  const hint = suggested === undefined ? '' : `是不是想写 ${suggested}？`;
  for (const { wording, zh } of FAULTS[code] ?? []) {
    const found = wording.exec(told);
    if (found !== null) return { en, zh: `${zh(...found.slice(1))}${hint}` };
  }
  return { en, zh: `命令行无法解析：${en}` };
}
