import { expect, it } from 'vitest';
import type { JobView } from '../../src/jobs/describe.js';
import { applyEventLine, emptyProgress } from '../../src/jobs/progress.js';
import { jobLine } from '../../src/rounds/status.js';

const AT = '2026-11-30T04:38:13.000Z';

it('a job that only tells that it lives is not said to be anywhere', () => {
  const line = (progress: JobView['progress']) =>
    jobLine({ run_id: 'job_1', type: 'tidy', progress } as JobView).progress;
  const alive = applyEventLine(emptyProgress(AT), '{"event":"agent","type":"session"}', AT);
  expect(line(alive)).toBeNull();
  expect(line(applyEventLine(alive, '{"event":"step","name":"Bash"}', AT))).toMatchObject({ step: 'Bash' });
});
