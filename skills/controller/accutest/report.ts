import { sayDuration } from '../../kit/duration.js';
import { type Language, say } from '../../kit/language.js';
import { type ReportPage, reportPage, type Section } from '../../kit/report/report-page.js';
import { sayCommand } from '../../kit/say-command.js';
import { headline } from './render.js';
import { percent, sayNote } from './say-note.js';
import type { Facts, Scored } from './score-predictor.js';

export function report(facts: Facts, language: Language): ReportPage {
  const s = (zh: string, en: string): string => say(language, zh, en);
  const { scored, notes, dataset, predictor, baseline, limits } = facts;
  const sections: Section[] = [];
  if (notes.length > 0) {
    sections.push({
      kind: 'text',
      title: s('说明', 'Notes'),
      text: notes.map((note) => sayNote(note, language)).join('\n'),
    });
  }
  if (scored !== null) {
    const { scores } = scored;
    const bars = [{ name: s('本次', 'this run'), value: scores.accuracy, text: percent(scores.accuracy) }];
    if (baseline !== null)
      bars.push({ name: s('基线', 'baseline'), value: baseline.accuracy, text: percent(baseline.accuracy) });
    const limit = limits.min_accuracy;
    sections.push(
      {
        kind: 'bars',
        title: s('准确率', 'Accuracy'),
        max: 1,
        bars,
        ...(limit === null ? {} : { limit: { name: s('要求', 'limit'), value: limit, text: percent(limit) } }),
      },
      ...scoreSections(scored, language),
    );
  }
  const how: { name: string; value: string | number }[] = [];
  if (dataset !== null) {
    how.push(
      { name: s('数据集', 'data set'), value: dataset.file },
      { name: s('行数', 'rows'), value: dataset.rows },
      { name: s('文本列', 'text column'), value: dataset.text_column },
      { name: s('标签列', 'label column'), value: dataset.label_column },
      { name: 'SHA-256', value: dataset.sha256 },
    );
  }
  if (predictor !== null) {
    how.push({
      name: s('评测对象', 'predictor'),
      value: typeof predictor === 'string' ? predictor : sayCommand(predictor),
    });
  }
  how.push({ name: s('用时', 'duration'), value: sayDuration(facts.duration_ms, language) });
  sections.push({ kind: 'facts', title: s('怎样评测的', 'How it was measured'), facts: how });
  const title = s('准确率评测报告', 'Accuracy report');
  return reportPage({ title, language, verdict: facts.verdict, summary: headline(facts, language), sections });
}

function scoreSections({ scores, matrix, errors }: Scored, language: Language): Section[] {
  const s = (zh: string, en: string): string => say(language, zh, en);
  const averages = [
    { name: s('宏平均', 'macro average'), value: scores.macro },
    { name: s('加权平均', 'weighted average'), value: scores.weighted },
  ];
  const head = matrix.labels;
  return [
    {
      kind: 'bars',
      title: s('各类别的 F1', 'F1 by class'),
      max: 1,
      bars: scores.per_class.map(({ label, f1, support }) => ({
        name: `${label} (${support})`,
        value: f1,
        text: percent(f1),
      })),
    },
    {
      kind: 'table',
      title: s('各类别的分数', 'Scores by class'),
      columns: [
        s('类别', 'class'),
        s('精确率', 'precision'),
        s('召回率', 'recall'),
        'F1',
        s('样本数', 'support'),
        s('预测数', 'predicted'),
      ],
      rows: [
        ...averages.map(({ name, value }) => [name, value.precision, value.recall, value.f1, scores.rows, null]),
        ...scores.per_class.map((one) => [one.label, one.precision, one.recall, one.f1, one.support, one.predicted]),
      ],
    },
    {
      kind: 'table',
      title: s('混淆矩阵（行为应有的标签，列为预测的标签）', 'Confusion (rows: expected, columns: predicted)'),
      columns: ['', ...head, s('其他', 'other'), s('无答案', 'no answer')],
      rows: head.map((label, row) => [
        label,
        ...(matrix.counts[row] ?? []),
        matrix.other[row] ?? 0,
        matrix.none[row] ?? 0,
      ]),
      left_out: matrix.left_out,
    },
    ...wrongAnswers(errors, language),
  ];
}

function wrongAnswers(errors: Scored['errors'], language: Language): Section[] {
  const s = (zh: string, en: string): string => say(language, zh, en);
  if (errors.length === 0) return [];
  return [
    {
      kind: 'table',
      title: s('答错的例子', 'Wrong answers'),
      columns: [s('行', 'line'), s('文本', 'text'), s('应为', 'expected'), s('答成', 'given'), s('把握', 'score')],
      rows: errors.map(({ line, text, expected, predicted, score }) => [line, text, expected, predicted, score]),
    },
  ];
}
