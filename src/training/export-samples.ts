import { join } from 'node:path';
import type { AuthoredRow } from './authored.js';
import { readAuthoredRows, snapshotOf, targetOf } from './authored.js';
import { authoredFiles } from './protocol-data.js';
import type { Sample, Split } from './sample.js';
import { splitOf } from './split.js';

/**
 * The authored rows in the documented format, one line a sample; what `samples.jsonl` has to hold. Probes were written against the policy of their
 * day: they teach and measure nothing.
 */
export async function exportSamples(folder: string): Promise<string> {
  const read = async (path: string) => readAuthoredRows(join(folder, path));
  const rows = (await Promise.all((await authoredFiles(folder, 'rows.jsonl')).map(read))).flat();
  const probes = (await Promise.all((await authoredFiles(folder, 'probes.jsonl')).map(read))).flat();
  const samples = [
    ...rows.map((row) => sampleOf(row, splitOf(row.template))),
    ...probes.map((row) => sampleOf(row, 'sft_train')),
  ];
  return samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
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
    target_action: targetOf(row.target, row.text),
  };
}
