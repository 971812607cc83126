import { UsageError } from '../errors/product-error.js';
import { inBoth, type Said } from '../errors/said.js';

/** A configuration file was named and is not there. */
export class ConfigMissingError extends UsageError {
  override readonly code = 'CONFIG_MISSING';
}

/** The file cannot be read as text: not a regular file, no permission, a link loop, NUL bytes, not UTF-8, too large. */
export class ConfigUnreadableError extends UsageError {
  override readonly code = 'CONFIG_UNREADABLE';
}

/** The file is not YAML, or YAML of a kind that is refused (bombs, tags, duplicate keys, depth). */
export class ConfigMalformedError extends UsageError {
  override readonly code = 'CONFIG_MALFORMED';
}

export interface ConfigProblem {
  /** From 1. */
  line: number;
  /** Dotted, as `runtime.max_rounds`. */
  path: string;
  message: Said;
}

/** The file is YAML, but says something a configuration cannot say: unknown keys, wrong types, values out of range. */
export class ConfigInvalidError extends UsageError {
  override readonly code = 'CONFIG_INVALID';

  constructor(
    file: string,
    readonly problems: readonly ConfigProblem[],
  ) {
    super(
      inBoth((language) =>
        problems.map(({ line, path, message }) => `${file}:${line}: ${path}: ${message[language]}`).join('\n'),
      ),
    );
  }
}

/** An environment variable that overrides the configuration holds something it cannot be. */
export class ConfigOverrideError extends UsageError {
  override readonly code = 'CONFIG_OVERRIDE';
}
