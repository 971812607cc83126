import { counted, type Language } from '../../kit/language.js';
import { sayCommand } from '../../kit/say-command.js';
import type { Judgement } from './judge.js';
import { sayNote } from './notes.js';
import type { Failure } from './parsers/parser.js';

const MAX_LISTED = 10;

export interface Facts extends Judgement {
  duration_ms: number;
  /** Empty when no command could be chosen. */
  command: readonly string[];
  /** The last lines of the output, shown where the counts do not explain the verdict. */
  tail: readonly string[];
}

/** The result as text: verdict and counts, each red test, what else must be known. */
export function render(facts: Facts, language: Language): string {
  const listed = facts.verdict === 'passed' ? [] : facts.failures.slice(0, MAX_LISTED);
  const left = leftOut(facts, listed.length);
  const lines = [headline(facts, language)];
  if (listed.length > 0) lines.push(language === 'zh' ? '失败的用例：' : 'Red tests:');
  for (const [index, failure] of listed.entries()) lines.push(...sayFailure(index + 1, failure));
  if (listed.length > 0 && left > 0) {
    lines.push(language === 'zh' ? `……另有 ${left} 个没有列出` : `… and ${left} more`);
  }
  for (const note of facts.notes) lines.push(`${language === 'zh' ? '说明：' : 'Note: '}${sayNote(note, language)}`);
  if (listed.length === 0 && facts.verdict !== 'passed' && facts.tail.length > 0) {
    lines.push(language === 'zh' ? '最后的输出：' : 'Last output:', ...facts.tail.map((line) => `  ${line}`));
  }
  return lines.join('\n');
}

export function headline({ verdict, counts, duration_ms, command, runner }: Facts, language: Language): string {
  const zh = language === 'zh';
  const word = WORDS[verdict][language];
  const numbers = counts
    ? zh
      ? `共 ${counts.total} 个用例，通过 ${counts.passed}，失败 ${counts.failed}，跳过 ${counts.skipped}，出错 ${counts.errors}`
      : `${counted(counts.total, 'test')}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${counted(counts.errors, 'error')}`
    : null;
  if (command.length === 0) return `${word}${zh ? '。' : '.'}`;
  const seconds = `${(duration_ms / 1000).toFixed(1)} ${zh ? '秒' : 's'}`;
  const how = runner === 'unknown' ? sayCommand(command) : `${runner}${zh ? '，' : ', '}${sayCommand(command)}`;
  return zh
    ? `${word}：${numbers ? `${numbers}，` : ''}用时 ${seconds}（${how}）。`
    : `${word}: ${numbers ? `${numbers}, ` : ''}in ${seconds} (${how}).`;
}

/** How many red tests there are besides those listed. */
export function leftOut({ counts, failures }: Facts, listed: number): number {
  return Math.max(counts ? counts.failed + counts.errors : 0, failures.length) - listed;
}

const WORDS = {
  passed: { zh: '测试通过', en: 'Tests passed' },
  failed: { zh: '测试未通过', en: 'Tests failed' },
  error: { zh: '测试没能正常完成', en: 'Tests could not be completed' },
} as const;

function sayFailure(index: number, { name, file, line, message }: Failure): string[] {
  const where = file ? ` (${file}${line === undefined ? '' : `:${line}`})` : '';
  return [
    `${index}. ${name}${where}`,
    ...message
      .split('\n')
      .filter(Boolean)
      .map((text) => `   ${text}`),
  ];
}
