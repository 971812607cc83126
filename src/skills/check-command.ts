import { basename } from 'node:path';
import type { Said } from '../errors/said.js';
import { isRequired, type ParamsSchema } from './params-schema.js';
import { placeholdersIn } from './placeholders.js';
import { error, type Finding, warning } from './report.js';

const INTERPRETERS = /^(?:ba|da|z|k|a|fi)?sh$|^(?:python|node|ruby|perl|php|deno|bun|pwsh|powershell)[\d.]*$/;
const CODE_FLAG = /^(?:-[a-z]*[ce]|--eval|--command|-Command)$/;

const FIXED_PROGRAM: Said = {
  en: 'command: the program itself has to be fixed, not a parameter.',
  zh: 'command：程序本身必须是固定的，不能是参数。',
};
const NUL: Said = { en: 'command: a NUL character is refused.', zh: 'command：不允许 NUL 字符。' };

/** What is wrong with a `command:` before any value is known. */
export function checkCommand(argv: readonly string[], schema: ParamsSchema | null, line: number): Finding[] {
  const [program = ''] = argv;
  const findings: Finding[] = [];
  if (program === '' || placeholdersIn(program).length > 0) {
    findings.push(error(line, 'command-program', FIXED_PROGRAM));
  }
  if (argv.some((item) => item.includes('\0'))) findings.push(error(line, 'command-nul', NUL));
  for (const [i, item] of argv.entries()) {
    const names = placeholdersIn(item);
    if (names.length > 0 && isCode(argv, i)) {
      const interpreter = interpreterBefore(argv, i);
      const message = {
        en: `command: {${names[0]}} would become program text of ${interpreter}.`,
        zh: `command：{${names[0]}} 会成为 ${interpreter} 的程序文本。`,
      };
      findings.push(error(line, 'command-code', message, codeFix(names[0])));
    }
    for (const name of names.filter((candidate) => !declares(schema, candidate))) {
      const message = {
        en: `command: {${name}} is no parameter of this package.`,
        zh: `command：{${name}} 不是这个包的参数。`,
      };
      const fix = {
        en: `Declare it in params.schema.json, or write {{${name}}} if the braces are meant literally.`,
        zh: `请在 params.schema.json 中声明它；若就是要写花括号，请写 {{${name}}}。`,
      };
      findings.push(error(line, 'command-param', message, fix));
    }
    const before = argv[i - 1] ?? '';
    const optional = isCode(argv, i)
      ? []
      : names.filter((name) => declares(schema, name) && schema !== null && !isRequired(schema, name));
    if (optional.length > 0 && names.length === 1 && item === `{${names[0]}}` && isBareOption(before) && i > 1) {
      const message = {
        en: `command: without a value for {${names[0]}} the item is dropped and ${before} stays alone.`,
        zh: `command：{${names[0]}} 没有值时这一项会被去掉，只剩下 ${before}。`,
      };
      const fix = {
        en: `Write ${before}={${names[0]}} as one item, or give it a default.`,
        zh: `请写成一项 ${before}={${names[0]}}，或给它一个默认值。`,
      };
      findings.push(warning(line, 'command-dangling', message, fix));
    }
  }
  return findings;
}

function declares(schema: ParamsSchema | null, name: string): boolean {
  return schema !== null && Object.hasOwn(schema.properties, name);
}

/** An option that takes its value from the next item: `--since`, but not `--ratio={ratio}`, which has one. */
function isBareOption(item: string): boolean {
  return /^--?[A-Za-z][\w-]*$/.test(item);
}

function interpreterBefore(argv: readonly string[], at: number): string | null {
  return (
    argv
      .slice(0, at)
      .map((item) => basename(item))
      .find((name) => INTERPRETERS.test(name)) ?? null
  );
}

function isCode(argv: readonly string[], at: number): boolean {
  return CODE_FLAG.test(argv[at - 1] ?? '') && interpreterBefore(argv, at) !== null;
}

function codeFix(name: string | undefined): Said {
  return {
    en: `Pass it after the program text as an item of its own, "{${name}}", and use "$1" (sh) or argv there.`,
    zh: `请在程序文本之后把 "{${name}}" 作为单独一项传入，在程序里用 "$1"（sh）或 argv 取得。`,
  };
}
