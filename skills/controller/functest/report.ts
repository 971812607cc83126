import { sayDuration } from '../../kit/duration.js';
import { type Language, say } from '../../kit/language.js';
import { type ReportPage, reportPage, type Section } from '../../kit/report/report-page.js';
import { sayCommand } from '../../kit/say-command.js';
import { sayNote } from './notes.js';
import { type Facts, headline, leftOut } from './render.js';

export function report(facts: Facts, language: Language): ReportPage {
  const s = (zh: string, en: string): string => say(language, zh, en);
  const { counts, failures, notes, tail, command, runner, duration_ms, verdict } = facts;
  const sections: Section[] = [];
  if (counts) {
    sections.push({
      kind: 'bars',
      max: counts.total,
      bars: [
        { name: s('通过', 'passed'), value: counts.passed, tone: 'good' },
        { name: s('失败', 'failed'), value: counts.failed, tone: 'bad' },
        { name: s('出错', 'errors'), value: counts.errors, tone: 'bad' },
        { name: s('跳过', 'skipped'), value: counts.skipped, tone: 'plain' },
      ],
    });
  }
  if (failures.length > 0) {
    sections.push({
      kind: 'table',
      title: s('失败的用例', 'Red tests'),
      columns: [s('用例', 'test'), s('位置', 'place'), s('信息', 'message')],
      rows: failures.map(({ name, file, line, message }) => [
        name,
        file === undefined ? null : `${file}${line === undefined ? '' : `:${line}`}`,
        message,
      ]),
      left_out: leftOut(facts, failures.length),
    });
  }
  if (notes.length > 0) {
    const text = notes.map((note) => sayNote(note, language)).join('\n');
    sections.push({ kind: 'text', title: s('说明', 'Notes'), text });
  }
  if (command.length > 0) {
    sections.push({
      kind: 'facts',
      title: s('怎样执行的', 'How it was run'),
      facts: [
        { name: s('命令', 'command'), value: sayCommand(command) },
        { name: s('测试运行器', 'runner'), value: runner },
        { name: s('用时', 'duration'), value: sayDuration(duration_ms, language) },
      ],
    });
  }
  if (verdict !== 'passed' && tail.length > 0) {
    sections.push({ kind: 'output', title: s('最后的输出', 'Last output'), text: tail.join('\n') });
  }
  const title = s('功能测试报告', 'Functional test report');
  return reportPage({ title, language, verdict, summary: headline(facts, language), sections });
}
