import type { Said } from '../../errors/said.js';

/** An error that nobody raised on purpose, with its stack. */
export function defect(error: unknown): Said {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    en: `This is a defect of environment-runtime. Please report it together with what follows.\n${stack}`,
    zh: `这是 environment-runtime 自身的缺陷。请连同以下内容一并报告。\n${stack}`,
  };
}
