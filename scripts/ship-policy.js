// Makes assets/protocol/manual_protocol_v1/samples.jsonl and assets/policy/ from what the authors wrote. Prints the metrics.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outfile = join(root, 'dist', 'ship-policy.mjs');
await build({
  entryPoints: [join(root, 'src/training/ship.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
const { ship } = await import(outfile);
const started = performance.now();
const { record, evaluated } = await ship(join(root, 'assets'));
console.log(JSON.stringify(record, null, 2));
for (const [name, { rows, p50_ms, p99_ms }] of Object.entries(evaluated)) {
  console.log(`${name}: p50 ${p50_ms.toFixed(3)} ms, p99 ${p99_ms.toFixed(3)} ms`);
  if (name !== 'sft_eval') continue;
  for (const row of rows)
    if (!row.ok) console.log(`  ${row.sample_id} ${row.expected} → ${row.predicted} ${row.confidence.toFixed(2)}`);
}
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
