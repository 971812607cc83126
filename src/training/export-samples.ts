import { join } from 'node:path';
import type { AuthoredRow } from './authored.js';
import { readAuthoredRows, snapshotOf, targetOf } from './authored.js';
import { type AuthoredFile, authoredFiles } from './protocol-data.js';
import type { Sample, Split } from './sample.js';
import { splitOf } from './split.js';

/** The authored rows in the documented format, one line a sample; what `samples.jsonl` has to hold. */
export async function exportSamples(folder: string): Promise<string> {
  const read = async (name: AuthoredFile): Promise<AuthoredRow[]> => {
    const paths = await authoredFiles(folder, name);
    return (await Promise.all(paths.map((path) => readAuthoredRows(join(folder, path))))).flat();
  };
  const rows = (await read('rows.jsonl')).map((row) => sampleOf(row, splitOf(row.template)));
  // What was written to draw one line says nothing of how people talk: it teaches, and measures nothing.
  const drills = (await read('drills.jsonl')).map((row) => sampleOf(row, 'sft_train'));
  return [...rows, ...drills].map((sample) => `${JSON.stringify(sample)}\n`).join('');
}

function sampleOf(row: AuthoredRow, split: Split): Sample {
  return {
    sample_id: row.id,
    bucket_key: row.bucket,
    template_id: row.template,
    lang: row.lang,
    split,
    user_input: row.text,
    environment: snapshotOf(row),
    ...(row.observations === undefined ? {} : { observations: row.observations }),
    ...(row.says === undefined ? {} : { says: row.says }),
    ...(row.weight === undefined ? {} : { weight: row.weight }),
    target_action: targetOf(row.target, row.text),
  };
}
