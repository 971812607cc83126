// What npm runs for a clone that is installed: `npm ci`, `npm i -g .`. The latter only links the folder, so what is missing is installed here.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install-missing.js';

const status = installMissing(dirname(dirname(fileURLToPath(import.meta.url))));
if (status !== 0) process.exit(status);
await import('./build.js');
