// Installs the dependencies of a fresh clone. Plain Node, because there are none yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether all that the lock file names is there. */
function installed(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const have = JSON.parse(readFileSync(record, 'utf8')).packages ?? {};
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
  return Object.entries(want).every(
    ([path, { version, optional }]) => path === '' || optional || have[path]?.version === version,
  );
}

/** Returns npm's exit code; 0 where nothing is missing. */
export function installMissing(root) {
  if (!existsSync(join(root, 'package-lock.json')) || installed(root)) return 0;
  console.error('Installing dependencies (once) … 正在安装依赖（仅一次）…');
  const npm = process.env.npm_execpath;
  const argv = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Asked for by a global install, it is still the clone's own folder that they go to.
  const env = { ...process.env };
  for (const name of ['npm_config_global', 'npm_config_prefix', 'npm_config_local_prefix']) delete env[name];
  const options = { cwd: root, stdio: 'inherit', env };
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...argv], options)
    : spawnSync('npm', argv, options);
  if (error) {
    console.error(`could not start npm: ${error.message}`);
    return 2;
  }
  return status ?? 130;
}
