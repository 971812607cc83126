// `npm start`: installs what is missing, builds what has changed, then runs the command, or the first tour when none is given.
// Plain Node without dependencies, because on a fresh clone there are none yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install-missing.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `environment-runtime needs Node 20.19 or newer; this is ${process.version}. 需要 Node 20.19 或更新版本。`,
  );
  process.exit(2);
}

function run(command, argv, options = {}) {
  const { status, signal, error } = spawnSync(command, argv, { cwd: root, stdio: 'inherit', ...options });
  if (error) {
    console.error(`could not start ${command}: ${error.message}`);
    process.exit(2);
  }
  if (signal) process.exit(130);
  return status ?? 1;
}

function newest(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return path.endsWith('.mjs') ? 0 : entry.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function built() {
  const cli = join(root, 'dist', 'cli.js');
  if (!existsSync(cli)) return false;
  const sources = ['src', 'skills', 'examples', 'scripts', 'package.json'].map((name) => newest(join(root, name)));
  return Math.max(...sources) < statSync(cli).mtimeMs;
}

const missing = installMissing(root);
if (missing !== 0) process.exit(missing);
if (!built()) {
  const status = run(process.execPath, [join('scripts', 'build.js'), '--quiet']);
  if (status !== 0) process.exit(status);
}

const argv = process.argv.slice(2);
const commands = ['--', ...argv].filter((part) => part !== '--');
const tour = commands.length === 0 || (commands[0] ?? '').startsWith('--lang');
process.exit(
  tour
    ? run(process.execPath, [join('dist', 'tour', 'main.js'), ...commands])
    : run(process.execPath, [join(root, 'bin', 'environment-runtime.js'), ...commands], {
        cwd: process.env.INIT_CWD ?? root,
      }),
);
