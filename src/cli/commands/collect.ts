import { wordsOf } from '../../reply/words.js';
import type { Face } from '../face.js';
import { checkKnown } from '../known-environment.js';

export async function collect(face: Face): Promise<number> {
  await checkKnown(face);
  const app = await face.app();
  const collected = await app.collect(face.environment ?? undefined);
  if (face.json) face.printJson(collected);
  else if (collected.length === 0) face.print(face.words.nothingCollected);
  else {
    const words = wordsOf(face.language);
    for (const { package: task_type, task_status: status, ...ended } of collected) {
      face.print(words.completed({ ...ended, task_type, status }));
    }
  }
  return 0;
}
