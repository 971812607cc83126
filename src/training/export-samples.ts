import { join } from 'node:path';
import type { AuthoredRow } from './authored.js';
import { readAuthoredRows, snapshotOf, targetOf } from './authored.js';
import { authoredFiles } from './protocol-data.js';
import type { Sample } from './sample.js';
import { splitOf } from './split.js';

/** The authored rows in the documented format, one line a sample; what `samples.jsonl` has to hold. */
export async function exportSamples(folder: string): Promise<string> {
  const paths = await authoredFiles(folder, 'rows.jsonl');
  const rows = await Promise.all(paths.map((path) => readAuthoredRows(join(folder, path))));
  return rows
    .flat()
    .map((row) => `${JSON.stringify(sampleOf(row))}\n`)
    .join('');
}

function sampleOf(row: AuthoredRow): Sample {
  return {
    sample_id: row.id,
    bucket_key: row.bucket,
    template_id: row.template,
    lang: row.lang,
    split: splitOf(row.template),
    user_input: row.text,
    environment: snapshotOf(row),
    ...(row.observations === undefined ? {} : { observations: row.observations }),
    ...(row.says === undefined ? {} : { says: row.says }),
    target_action: targetOf(row.target, row.text),
  };
}
