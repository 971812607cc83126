// The functest workflow: JSON on stdin, the test command's output on stdout and stderr, events, report and result in the job folder.
import { runWorkflow } from '../../kit/run-workflow.js';
import { functestInput } from './functest-input.js';
import { type Facts, render } from './render.js';
import { report } from './report.js';
import { refuse, runTests } from './run-tests.js';

await runWorkflow<Facts>({
  work: (input, events) => runTests(functestInput(input), events),
  refuse,
  end(facts, language) {
    const { verdict, counts, failures, duration_ms, runner, command } = facts;
    return {
      task_status: verdict === 'passed' ? 'done' : 'failed',
      task_result: render(facts, language),
      data: { verdict, counts, failures, duration_ms, runner, command },
      report: report(facts, language),
    };
  },
});
