// The accutest workflow: JSON on stdin; events, report and result in the job folder; the predictor's stderr on stderr.
import { runWorkflow } from '../../kit/run-workflow.js';
import { accutestInput } from './accutest-input.js';
import { render } from './render.js';
import { report } from './report.js';
import { resultData } from './result-data.js';
import { type Facts, refuse, scorePredictor } from './score-predictor.js';

await runWorkflow<Facts>({
  work: (input, events) => scorePredictor(accutestInput(input), events),
  refuse,
  end: (facts, language) => ({
    task_status: facts.verdict === 'passed' ? 'done' : 'failed',
    task_result: render(facts, language),
    data: resultData(facts),
    report: report(facts, language),
  }),
});
