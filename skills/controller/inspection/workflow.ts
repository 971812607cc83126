// The inspection workflow: JSON on stdin, a look at every target, events.jsonl, report.html and result.json in the job folder.
import { runWorkflow } from '../../kit/run-workflow.js';
import { resultData } from './data.js';
import { type Facts, inspect } from './inspect.js';
import { render } from './render.js';
import { report } from './report.js';

await runWorkflow<Facts>({
  work: inspect,
  refuse: (refusal) => ({ verdict: 'error', inspected: [], duration_ms: 0, refusal }),
  end: (facts, language) => ({
    task_status: facts.verdict === 'passed' ? 'done' : 'failed',
    task_result: render(facts, language),
    data: resultData(facts),
    report: report(facts, language),
  }),
});
