import { ProductError, UsageError } from '../errors/product-error.js';
import type { PackageDiagnostic } from './package.js';

/** `strict_skills` is on and a package has an error. */
export class StrictSkillsError extends UsageError {
  override readonly code = 'STRICT_SKILLS';

  constructor(readonly diagnostics: readonly PackageDiagnostic[]) {
    const lines = diagnostics.map(({ file, line, message, fix }) => `${file}:${line}: ${message}${fix && ` ${fix}`}`);
    super(`strict_skills is on and these packages have errors:\n${lines.join('\n')}`);
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
    const there = withScripts.length === 0 ? '' : ` Skills with scripts: ${withScripts.join(', ')}.`;
    super(
      `There is no skill '${name.slice(0, 80)}'. \`environment-runtime skills list\` shows those there are.${there}`,
    );
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
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`${file} cannot be written: ${what}. Nothing was trusted; make its folder writable.`, { cause });
  }
}

/** A script of a skill that nobody vouched for, or that has changed since. Nothing was started. */
export class SkillUntrustedError extends ProductError {
  override readonly code = 'SKILL_UNTRUSTED';

  constructor(name: string, state: 'changed' | 'untrusted') {
    const why = state === 'changed' ? 'has changed since it was trusted' : 'was not trusted';
    super(
      `The skill ${name} ${why}, so none of its scripts is run. Read them; then: environment-runtime skills trust ${name}`,
    );
  }
}

/** What was asked for is no script of that skill. */
export class SkillScriptError extends ProductError {
  override readonly code = 'SKILL_SCRIPT';
}
