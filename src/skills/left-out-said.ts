import { relative } from 'node:path';
import type { Said } from '../errors/said.js';
import type { PackageDiagnostic } from './package.js';

/** That packages were refused and are left out: the first file that says why, and the command that tells more. Null: none was. */
export function leftOutSaid(diagnostics: readonly PackageDiagnostic[], cwd: string): Said | null {
  const files = [...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file))];
  const [first, ...others] = files;
  if (first === undefined) return null;
  const near = relative(cwd, first);
  const file = near === '' || near.startsWith('..') ? first : near;
  const more = others.length;
  return {
    en: `A package is left out, because ${file} cannot be used${more === 0 ? '' : `; ${more} more file${more === 1 ? '' : 's'} likewise`}. \`environment-runtime skills check\` says what to mend.`,
    zh: `有任务包没有采用：${file} 不可用${more === 0 ? '' : `，另有 ${more} 个文件也是如此`}。用 \`environment-runtime skills check\` 查看要改什么。`,
  };
}
