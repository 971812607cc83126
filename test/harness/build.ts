import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The tests drive the built commands, so the build is made once before any of them. */
export default function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.js', import.meta.url)), '--quiet'], {
    stdio: 'inherit',
  });
}
