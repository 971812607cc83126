import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parserFault } from '../../src/cli/words/parser-fault.js';
import { ROOT } from '../docs/document.js';
import { tableUnder } from '../docs/error-codes.js';
import { PROVOKED } from './provoked.js';

const CHINESE = /\p{Script=Han}/u;

/** What has to read alike in both: paths, options, what stands in backticks, identifiers and numbers. */
function namesIn(text: string): string[] {
  const found = text.match(/`[^`]+`|--[a-z-]+|(?:\/[\w.-]*\w)+|\b\w*\d\w*\b|\b[A-Z]+_[A-Z_]+\b/g) ?? [];
  return [...new Set(found)];
}

describe('an error', () => {
  it('is provoked here for every code of the table', () => {
    const table = tableUnder(readFileSync(join(ROOT, 'docs', 'data-formats.md'), 'utf8'), 'Error codes');
    expect(Object.keys(PROVOKED).sort()).toEqual(table);
  });

  it.each(Object.entries(PROVOKED))('%s says the same in Chinese as in English', async (_code, provoke) => {
    const { en, zh } = await provoke();
    expect(en).not.toMatch(CHINESE);
    expect(zh).toMatch(CHINESE);
    for (const name of namesIn(en)) expect(zh).toContain(name);
  });
});

describe('what the parser of the command line refuses', () => {
  it.each([
    [
      'unknownOption',
      "error: unknown option '--inptu'\n(Did you mean --input?)",
      "没有选项 '--inptu'。是不是想写 --input？",
    ],
    ['missingArgument', "error: missing required argument 'run_id'", "缺少必需的参数 'run_id'。"],
    ['optionMissingArgument', "error: option '--input <text>' argument missing", "选项 '--input <text>' 缺少值。"],
    [
      'missingMandatoryOptionValue',
      "error: required option '--older-than <age>' not specified",
      "缺少必需的选项 '--older-than <age>'。",
    ],
    [
      'invalidArgument',
      "error: option '--stream <name>' argument 'all' is invalid. Allowed choices are stdout, stderr.",
      "选项 '--stream <name>' 的值 'all' 无效，可选：stdout, stderr。",
    ],
    [
      'invalidArgument',
      "error: command-argument value 'ksh' is invalid for argument 'shell'. Allowed choices are bash, zsh.",
      "参数 'shell' 的值 'ksh' 无效，可选：bash, zsh。",
    ],
    [
      'excessArguments',
      "error: too many arguments for 'status'. Expected 1 argument but got 2.",
      "'status' 的参数过多：最多 1 个，给出了 2 个。",
    ],
    ['somethingNew', 'error: out of luck', '命令行无法解析：out of luck'],
  ])('%s has Chinese words', (code, message, zh) => {
    expect(parserFault({ code: `commander.${code}`, message }).zh).toBe(zh);
  });
});
