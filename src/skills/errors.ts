import { ProductError, UsageError } from '../errors/product-error.js';
import { inBoth, verbatim } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import type { PackageDiagnostic } from './package.js';
import { toldOf } from './report.js';

/** `strict_skills` is on and a package has an error. */
export class StrictSkillsError extends UsageError {
  override readonly code = 'STRICT_SKILLS';

  constructor(readonly diagnostics: readonly PackageDiagnostic[]) {
    const lines = inBoth((language) =>
      diagnostics.map((each) => `${each.file}:${each.line}: ${toldOf(each)[language]}`).join('\n'),
    );
    super({
      en: `strict_skills is on and these packages have errors:\n${lines.en}`,
      zh: `strict_skills 已开启，而以下包有错误：\n${lines.zh}`,
    });
  }
}

/** The package has neither a workflow nor a command. */
export class NothingToLaunchError extends ProductError {
  override readonly code = 'NOTHING_TO_LAUNCH';
}

/** The workflow's file is gone, or is of no kind that can be started. */
export class WorkflowUnusableError extends ProductError {
  override readonly code = 'WORKFLOW_UNUSABLE';
}

/** A required placeholder of a command has no value. */
export class PlaceholderEmptyError extends ProductError {
  override readonly code = 'PLACEHOLDER_EMPTY';
}

/** A value would be read as an option, or cannot be an argument at all. */
export class ArgumentRefusedError extends UsageError {
  override readonly code = 'ARGUMENT_REFUSED';
}

/** `params.schema.json` is not a JSON Schema that can be used. */
export class ParamsSchemaError extends ProductError {
  override readonly code = 'PARAMS_SCHEMA';
}

/** `skills new` cannot make that package there. */
export class ScaffoldRefusedError extends UsageError {
  override readonly code = 'SCAFFOLD_REFUSED';
}

/** There is no skill of that name. */
export class SkillUnknownError extends UsageError {
  override readonly code = 'SKILL_UNKNOWN';

  constructor(name: string, withScripts: readonly string[]) {
    const [shown, names] = [name.slice(0, 80), withScripts.join(', ')];
    const there =
      names === '' ? verbatim('') : { en: ` Skills with scripts: ${names}.`, zh: `带脚本的技能：${names}。` };
    super({
      en: `There is no skill '${shown}'. \`environment-runtime skills list\` shows those there are.${there.en}`,
      zh: `没有技能 '${shown}'。用 \`environment-runtime skills list\` 查看现有的。${there.zh}`,
    });
  }
}

/** There is nothing in it to trust, or it cannot be vouched for as a whole. */
export class SkillNotTrustableError extends UsageError {
  override readonly code = 'SKILL_NOT_TRUSTABLE';
}

/** What is trusted could not be written down, so nothing was trusted. */
export class TrustFileError extends UsageError {
  override readonly code = 'TRUST_FILE';

  constructor(file: string, cause: unknown) {
    const what = saidBy(cause);
    super(
      {
        en: `${file} cannot be written: ${what.en}. Nothing was trusted; make its folder writable.`,
        zh: `${file} 无法写入：${what.zh}。没有信任任何内容；请让它所在的目录可写。`,
      },
      { cause },
    );
  }
}

/** A script of a skill that nobody vouched for, or that has changed since. Nothing was started. */
export class SkillUntrustedError extends ProductError {
  override readonly code = 'SKILL_UNTRUSTED';

  constructor(name: string, state: 'changed' | 'untrusted') {
    const why =
      state === 'changed'
        ? { en: 'has changed since it was trusted', zh: '在被信任之后有变动' }
        : { en: 'was not trusted', zh: '尚未被信任' };
    super({
      en: `The skill ${name} ${why.en}, so none of its scripts is run. Read them; then: environment-runtime skills trust ${name}`,
      zh: `技能 ${name} ${why.zh}，因此不运行它的任何脚本。请先阅读脚本，然后执行：environment-runtime skills trust ${name}`,
    });
  }
}

/** What was asked for is no script of that skill. */
export class SkillScriptError extends ProductError {
  override readonly code = 'SKILL_SCRIPT';
}
