import { basename } from 'node:path';
import { isRequired, type ParamsSchema } from './params-schema.js';
import { placeholdersIn } from './placeholders.js';
import { error, type Finding, warning } from './report.js';

const INTERPRETERS = /^(?:ba|da|z|k|a|fi)?sh$|^(?:python|node|ruby|perl|php|deno|bun|pwsh|powershell)[\d.]*$/;
const CODE_FLAG = /^(?:-[a-z]*[ce]|--eval|--command|-Command)$/;

/** What is wrong with a `command:` before any value is known. */
export function checkCommand(argv: readonly string[], schema: ParamsSchema | null, line: number): Finding[] {
  const [program = ''] = argv;
  const findings: Finding[] = [];
  if (program === '' || placeholdersIn(program).length > 0) {
    findings.push(error(line, 'command-program', 'command: the program itself has to be fixed, not a parameter.'));
  }
  if (argv.some((item) => item.includes('\0')))
    findings.push(error(line, 'command-nul', 'command: a NUL character is refused.'));
  for (const [i, item] of argv.entries()) {
    const names = placeholdersIn(item);
    if (names.length > 0 && isCode(argv, i)) {
      findings.push(
        error(
          line,
          'command-code',
          `command: {${names[0]}} would become program text of ${interpreterBefore(argv, i)}.`,
          codeFix(names[0]),
        ),
      );
    }
    for (const name of names.filter((candidate) => !declares(schema, candidate))) {
      const fix = `Declare it in params.schema.json, or write {{${name}}} if the braces are meant literally.`;
      findings.push(error(line, 'command-param', `command: {${name}} is no parameter of this package.`, fix));
    }
    const before = argv[i - 1] ?? '';
    const optional = isCode(argv, i)
      ? []
      : names.filter((name) => declares(schema, name) && schema !== null && !isRequired(schema, name));
    if (optional.length > 0 && names.length === 1 && item === `{${names[0]}}` && /^--?[A-Za-z]/.test(before) && i > 1) {
      const message = `command: without a value for {${names[0]}} the item is dropped and ${before} stays alone.`;
      findings.push(
        warning(line, 'command-dangling', message, `Write ${before}={${names[0]}} as one item, or give it a default.`),
      );
    }
  }
  return findings;
}

function declares(schema: ParamsSchema | null, name: string): boolean {
  return schema !== null && Object.hasOwn(schema.properties, name);
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

function codeFix(name: string | undefined): string {
  return `Pass it after the program text as an item of its own, "{${name}}", and use "$1" (sh) or argv there.`;
}
