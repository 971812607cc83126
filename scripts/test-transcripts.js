// `npm run test:transcripts -- DIR`: replays every recorded run of a folder through the drivers, prints what each became, and exits with 1
// where that contradicts its notes.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.error('usage: npm run test:transcripts -- DIR, a folder with one folder of transcripts for each back-end');
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(root, 'vitest.transcripts.config.ts')],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ER_TRANSCRIPTS: resolve(folder) } },
);
process.exit(status ?? 1);
