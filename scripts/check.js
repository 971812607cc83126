// What can be said of the code without running it: format and lint, types, the direction of imports.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const steps = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['import direction', ['scripts/check-imports.js']],
];
for (const [what, argv] of steps) {
  const { status } = spawnSync(
    process.execPath,
    argv.map((part, index) => (index === 0 ? join(root, part) : part)),
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (status !== 0) {
    console.error(`check failed: ${what}`);
    process.exit(1);
  }
}
