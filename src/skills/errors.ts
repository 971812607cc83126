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
