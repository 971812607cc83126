import type { JobEvents } from '../../../kit/job-events.js';
import type { FunctestInput } from '../../functest/functest-input.js';
import type { Counts } from '../../functest/parsers/parser.js';
import { render } from '../../functest/render.js';
import { runTests } from '../../functest/run-tests.js';
import { type Check, failed, passed, skipped } from '../check.js';

/** The project's own tests, run and read as functest does. */
export async function checkTests(
  input: FunctestInput,
  folder: string,
  events: JobEvents,
): Promise<{ check: Check; counts: Counts | null }> {
  const facts = await runTests({ ...input, project: { ...input.project, path: folder } }, events);
  if (facts.notes.some(({ code }) => code === 'no_command')) {
    return {
      check: skipped('tests', ['没有配置测试命令，也没有找到', 'no test command is set, and none was found']),
      counts: null,
    };
  }
  const [zh = '', ...zhMore] = render(facts, 'zh').split('\n');
  const [en = '', ...enMore] = render(facts, 'en').split('\n');
  const check =
    facts.verdict === 'passed'
      ? passed('tests', [zh, en])
      : failed('tests', [[zh, ...zhMore].join('\n'), [en, ...enMore].join('\n')], ['修好测试', 'repair the tests']);
  return { check, counts: facts.counts };
}
