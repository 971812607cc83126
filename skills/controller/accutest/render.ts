import { oneLine } from '../../kit/bounded-text.js';
import { sayDuration } from '../../kit/duration.js';
import { type Language, say } from '../../kit/language.js';
import { percent, sayNote } from './say-note.js';
import type { Facts, Scored } from './score-predictor.js';

const MAX_CLASSES = 10;
const MAX_ERRORS = 5;

/** The result as text: verdict and scores, the classes, what else must be known, the worst errors. */
export function render(facts: Facts, language: Language): string {
  const { notes, scored } = facts;
  const lines = [headline(facts, language)];
  for (const note of notes) lines.push(`${say(language, '说明：', 'Note: ')}${sayNote(note, language)}`);
  if (scored !== null) lines.push(...classes(scored, language), ...mistakes(scored, language));
  return lines.join('\n');
}

export function headline({ verdict, scored, duration_ms, limits, baseline }: Facts, language: Language): string {
  const zh = language === 'zh';
  const word = WORDS[verdict][language];
  if (scored === null) return `${word}${zh ? '。' : '.'}`;
  const { scores } = scored;
  const [low, high] = scores.interval;
  const interval = `${percent(low)} – ${percent(high)}`;
  const f1 = percent(scores.macro.f1);
  const against = [
    limits.min_accuracy === null ? null : `${zh ? '要求准确率' : 'accuracy limit'} ${percent(limits.min_accuracy)}`,
    limits.min_f1 === null ? null : `${zh ? '要求 F1' : 'F1 limit'} ${percent(limits.min_f1)}`,
    baseline === null ? null : `${zh ? '基线' : 'baseline'} ${percent(baseline.accuracy)}`,
  ].filter((text) => text !== null);
  const asked = against.length === 0 ? '' : `${zh ? '，' : ', '}${against.join(zh ? '，' : ', ')}`;
  const took = sayDuration(duration_ms, language);
  return zh
    ? `${word}：准确率 ${percent(scores.accuracy)}（${scores.correct}/${scores.rows}，95% 置信区间 ${interval}），宏平均 F1 ${f1}${asked}，用时 ${took}。`
    : `${word}: accuracy ${percent(scores.accuracy)} (${scores.correct}/${scores.rows}, 95 % interval ${interval}), macro F1 ${f1}${asked}, in ${took}.`;
}

const WORDS = {
  passed: { zh: '准确率评测通过', en: 'Accuracy test passed' },
  failed: { zh: '准确率评测未通过', en: 'Accuracy test failed' },
  error: { zh: '准确率评测没能正常完成', en: 'The accuracy test could not be completed' },
} as const;

function classes({ scores }: Scored, language: Language): string[] {
  const { per_class } = scores;
  const left = per_class.length - MAX_CLASSES;
  return [
    say(language, '各类别（精确率 / 召回率 / F1 / 样本数）：', 'Classes (precision / recall / F1 / support):'),
    ...per_class
      .slice(0, MAX_CLASSES)
      .map(
        ({ label, precision, recall, f1, support }) =>
          `  ${oneLine(label, 60)}: ${percent(precision)} / ${percent(recall)} / ${percent(f1)} / ${support}`,
      ),
    ...(left > 0 ? [say(language, `  ……另有 ${left} 类`, `  … and ${left} more`)] : []),
  ];
}

function mistakes({ errors, scores }: Scored, language: Language): string[] {
  const shown = errors.slice(0, MAX_ERRORS);
  if (shown.length === 0) return [];
  const left = scores.rows - scores.correct - shown.length;
  return [
    say(language, '答错的例子：', 'Wrong answers:'),
    ...shown.map(({ line, text, expected, predicted, score }, index) => {
      const sure = score === null ? '' : ` (${score})`;
      const what = say(
        language,
        `应为 ${expected}，答成 ${predicted}${sure}`,
        `${expected} expected, ${predicted} given${sure}`,
      );
      return `${index + 1}. ${say(language, `第 ${line} 行`, `line ${line}`)}: ${text.slice(0, 120)} → ${what}`;
    }),
    ...(left > 0 ? [say(language, `……另有 ${left} 个没有列出`, `… and ${left} more`)] : []),
  ];
}
