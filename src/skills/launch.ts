import { join } from 'node:path';
import { ArgumentRefusedError, NothingToLaunchError, PlaceholderEmptyError, WorkflowUnusableError } from './errors.js';
import { ownValue } from './own-value.js';
import type { Package } from './package.js';
import { isRequired } from './params-schema.js';
import { fillPlaceholders, placeholdersIn, startsWithPlaceholder } from './placeholders.js';
import { commandFor } from './workflow-kind.js';

/**
 * The argv of a package for bound parameters. A workflow reads its parameters from stdin, so its argv is only how its file is started.
 * A command's placeholders are filled, each within its own item and never taken apart:
 * - a parameter without value drops the whole item if the schema does not require it;
 * - a value that would turn its item into an option (`-…` at the start, before a literal `--`) is refused, unless its schema says
 *   `x-allow-dash: true`. `--file={param}` is safe: the item begins with the template's own text.
 * Throws NothingToLaunchError, WorkflowUnusableError, PlaceholderEmptyError, ArgumentRefusedError.
 */
export function argvOf(pkg: Package, params: Readonly<Record<string, unknown>>): string[] {
  if (pkg.launch === null) {
    throw new NothingToLaunchError({
      en: `package ${pkg.name} has neither a workflow nor a command, so there is nothing to start.`,
      zh: `包 ${pkg.name} 既没有 workflow 也没有 command，没有可以启动的东西。`,
    });
  }
  if (pkg.launch.kind === 'command') return filledCommand(pkg, pkg.launch.argv, params);
  const file = join(pkg.dir, pkg.launch.path);
  const argv = commandFor(file);
  if (argv === null) {
    throw new WorkflowUnusableError({
      en: `package ${pkg.name}: ${file} is gone, or cannot be started. It has to be executable, or end in .mjs, .js, .py or .sh.`,
      zh: `包 ${pkg.name}：${file} 已不在，或无法启动。它必须可执行，或以 .mjs、.js、.py 或 .sh 结尾。`,
    });
  }
  return argv;
}

function filledCommand(pkg: Package, template: readonly string[], params: Readonly<Record<string, unknown>>): string[] {
  const options = template.indexOf('--');
  return template.flatMap((item, i) => {
    const missing = placeholdersIn(item).filter((name) => textOf(params, name) === null);
    if (missing.length === 0) return [filledItem(pkg, item, params, options >= 0 && i > options)];
    const needed = missing.find((name) => isNeeded(pkg, name));
    if (needed === undefined) return [];
    throw new PlaceholderEmptyError({
      en: `package ${pkg.name}: the command needs a value for {${needed}}, and none is bound.`,
      zh: `包 ${pkg.name}：命令需要 {${needed}} 的值，但没有给出。`,
    });
  });
}

/** Without a schema every placeholder is required. */
function isNeeded(pkg: Package, name: string): boolean {
  return pkg.params_schema === null || isRequired(pkg.params_schema, name) || !declares(pkg, name);
}

function declares(pkg: Package, name: string): boolean {
  return pkg.params_schema !== null && Object.hasOwn(pkg.params_schema.properties, name);
}

function filledItem(
  pkg: Package,
  item: string,
  params: Readonly<Record<string, unknown>>,
  afterOptions: boolean,
): string {
  const filled = fillPlaceholders(item, (name) => textOf(params, name) ?? '');
  const [first] = placeholdersIn(item);
  if (first === undefined) return filled;
  if (filled.includes('\0')) {
    throw new ArgumentRefusedError({
      en: `package ${pkg.name}: a value in ${item} has a NUL character, which no argument can carry.`,
      zh: `包 ${pkg.name}：${item} 中的值含有 NUL 字符，任何参数都无法携带。`,
    });
  }
  const allowed = ownValue(pkg.params_schema?.properties ?? {}, first)?.['x-allow-dash'] === true;
  if (filled.startsWith('-') && startsWithPlaceholder(item) && !afterOptions && !allowed) {
    throw new ArgumentRefusedError({
      en: `package ${pkg.name}: ${first} starts with "-" and would be read as an option. Give another value; or write --option={${first}} in the command, or x-allow-dash: true in params.schema.json.`,
      zh: `包 ${pkg.name}：${first} 以 "-" 开头，会被当成选项。请换一个值；或在命令中写成 --option={${first}}，或在 params.schema.json 中写 x-allow-dash: true。`,
    });
  }
  return filled;
}

/** Null: no value. Lists and objects become JSON, since a placeholder fills one item. */
function textOf(params: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = ownValue(params, name);
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
}
