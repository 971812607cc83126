import { wordsOf } from '../../reply/words.js';
import type { Face } from '../face.js';

export async function cancel(face: Face, runId: string): Promise<number> {
  const app = await face.app();
  const report = await app.cancel(runId, face.signal);
  const goes_on = report.waited === 'interrupted';
  if (face.json) face.printJson({ run_id: runId, ...report });
  else {
    const entry = await app.job(runId);
    const confirmed = report.confirmed ?? true;
    const was_live = report.was === 'live';
    face.print(
      wordsOf(face.language).cancelled({
        run_id: runId,
        task_type: entry.type,
        confirmed,
        forced: report.forced,
        was_live,
        goes_on,
      }),
    );
  }
  if (goes_on) return 130;
  return report.confirmed === false ? 1 : 0;
}
