// The perftest workflow: JSON on stdin, a load on one HTTP target, events.jsonl, report.html and result.json in the job folder.
import { plainText } from '../../kit/plain-text.js';
import { runWorkflow } from '../../kit/run-workflow.js';
import { resultData } from './data.js';
import { render } from './render.js';
import { report } from './report.js';
import { type Facts, runLoad } from './run-load.js';

await runWorkflow<Facts>({
  work: runLoad,
  refuse: (refusal) => ({ verdict: 'error', order: null, target: null, checks: [], measured: null, notes: [refusal] }),
  end: (facts, language) => ({
    task_status: facts.verdict === 'passed' ? 'done' : 'failed',
    task_result: plainText(render(facts, language)),
    data: resultData(facts),
    report: report(facts, language),
  }),
});
