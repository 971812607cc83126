import type { Said } from '../errors/said.js';
import { misfit, sentence } from './describe.js';
import { CWDS } from './package.js';

/** What the fields of a SKILL.md have to be; completes "expected …". */
export const EXPECTED = {
  word: { en: 'letters, digits, `-`, `_` and `.`, at most 64', zh: '字母、数字、`-`、`_` 和 `.`，最多 64 个' },
  tools: { en: 'a list of names, or names with spaces between', zh: '名字的列表，或以空格分隔的名字' },
  mode: { en: 'sync or pyskill', zh: ' sync 或 pyskill' },
  command: { en: 'a list of words', zh: '由词组成的列表' },
  cwd: { en: CWDS.join(', '), zh: `以下之一：${CWDS.join(', ')}` },
  boolean: { en: 'true or false', zh: ' true 或 false' },
  attempts: { en: 'a whole number from 1 to 100', zh: ' 1 到 100 的整数' },
} satisfies Record<string, Said>;

export const COMMAND_FIX: Said = {
  en: 'Write it as [program, argument, "{param}"]: no shell takes it apart.',
  zh: '请写成 [程序, 参数, "{param}"]：不经过 shell 拆分。',
};

/** A whole sentence: which key, what was expected, what is there. */
export function misfitOf(key: string, expected: Said, value: unknown): Said {
  const { en, zh } = sentence(misfit(expected, value));
  return { en: `${key}: ${en}`, zh: `${key}：${zh}` };
}
