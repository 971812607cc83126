// The release_check workflow: JSON on stdin; events, report and result in the job folder; what the tests print on stdout and stderr.
import { runWorkflow } from '../../kit/run-workflow.js';
import type { Check } from './check.js';
import { releaseInput } from './release-input.js';
import { render } from './render.js';
import { report } from './report.js';
import { type Facts, refuse, runChecks } from './run-checks.js';

await runWorkflow<Facts>({
  work: (input, events) => runChecks(releaseInput(input), events),
  refuse,
  end(facts, language) {
    const { verdict, checks, problem: _problem, ...rest } = facts;
    const count = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
    return {
      task_status: verdict === 'passed' ? 'done' : 'failed',
      task_result: render(facts, language),
      data: {
        verdict,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        checks: Object.fromEntries(checks.map(({ name, status }) => [name, status])),
        details: Object.fromEntries(checks.map(({ name, details }) => [name, details])),
        ...rest,
      },
      report: report(facts, language),
    };
  },
});
