// Bundles src/ into dist/, and each bundled workflow and skill beside its SKILL.md. `--quiet` prints only errors; `--types` adds declarations.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hotChunk } from './hot-chunk.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const quiet = process.argv.includes('--quiet');
const started = performance.now();

/** Bundled CommonJS needs `require`; the name is one the minifier does not pick. */
const requireBanner =
  "import { createRequire as __erCreateRequire } from 'node:module'; const require = __erCreateRequire(import.meta.url);";

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  keepNames: true,
  external: ['@libsql/*'],
  // Its ES modules: they can be imported lazily by name, and unused parts fall away.
  alias: {
    yaml: join(root, 'node_modules/yaml/browser/index.js'),
    '@neon-rs/load': join(root, 'src/store/native-target.ts'),
    'detect-libc': join(root, 'src/store/native-target.ts'),
  },
  banner: { js: requireBanner },
  logLevel: 'warning',
};

const entries = {
  cli: 'src/cli/main.ts',
  reindex: 'src/controller/reindex/main.ts',
  train: 'src/training/worker.ts',
  'bundled-index': 'src/bundled-index.ts',
  agent: 'src/jobs/agent/main.ts',
  index: 'src/index.ts',
  'bench/main': 'bench/main.ts',
  'bench/routing': 'bench/routing/main.ts',
  'bench/policy': 'bench/policy/main.ts',
  'bench/decisions': 'bench/policy/decisions.ts',
  'bench/named': 'bench/policy/named.ts',
  'tour/main': 'examples/tour/main.ts',
};
const present = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(join(root, file))));

/** Bundles in memory and puts each file in place by rename, so that a command that runs meanwhile never sees half a file. */
async function bundle(options) {
  const { outputFiles } = await build({ ...shared, ...options, write: false });
  for (const file of outputFiles) {
    mkdirSync(dirname(file.path), { recursive: true });
    const temporary = `${file.path}.${process.pid}.tmp`;
    writeFileSync(temporary, file.contents);
    renameSync(temporary, file.path);
  }
  return outputFiles.map((file) => file.path);
}

/** Chunks of earlier builds go once nothing that runs can still want them. */
function removeStaleChunks(kept) {
  const folder = join(root, 'dist', 'chunks');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!kept.has(path) && Date.now() - statSync(path).mtimeMs > 600_000) rmSync(path);
  }
}

const written = await bundle({
  entryPoints: present,
  outdir: 'dist',
  splitting: true,
  plugins: [
    await hotChunk(
      join(root, 'src'),
      Object.values(present).map((file) => join(root, file)),
    ),
  ],
  chunkNames: 'chunks/[name]-[hash]',
});
removeStaleChunks(new Set(written));
// In one piece: every job waits for it to start.
await bundle({ entryPoints: { supervisor: 'src/jobs/supervisor/main.ts' }, outdir: 'dist' });

/** `workflow.ts` of each task type, `skill.ts` of each skill. */
const packages = [
  ['controller', 'workflow'],
  ['executor', 'skill'],
].flatMap(([kind, file]) =>
  readdirSync(join(root, 'skills', kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'skills', kind, entry.name, `${file}.ts`)))
    .map((entry) => `skills/${kind}/${entry.name}/${file}`),
);
if (packages.length > 0) {
  await bundle({
    entryPoints: Object.fromEntries(packages.map((path) => [path, `${path}.ts`])),
    outdir: '.',
    outExtension: { '.js': '.mjs' },
  });
}

// The route index that every installation begins with.
execFileSync(process.execPath, [join(root, 'dist', 'bundled-index.js')], { stdio: 'inherit' });

if (process.argv.includes('--types')) {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.types.json'], {
    cwd: root,
    stdio: 'inherit',
  });
}

if (!quiet) console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);
