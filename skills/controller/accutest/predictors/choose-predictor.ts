import { existsSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { resolveHost } from '../../../kit/resolve-host.js';
import type { AccutestInput } from '../accutest-input.js';
import type { Note } from '../notes.js';
import { batchCommand } from './batch-command.js';
import { endpoint } from './endpoint.js';
import type { Predictor } from './predictor.js';
import { rowCommand } from './row-command.js';

const COMMAND_TIMEOUT_MS = 600_000;
const ROW_TIMEOUT_MS = 30_000;

export interface Chosen {
  predictor: Predictor;
  /** The command's words, or the endpoint without its query: it may hold a key. */
  name: readonly string[] | string;
}

/** A script that was named, else an endpoint, else the project's command. */
export async function choosePredictor(input: AccutestInput): Promise<Chosen | Note> {
  if (input.predictor !== null) {
    const file = resolve(input.folder, input.predictor);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      return { code: 'predictor_file', file: input.predictor };
    return command(input, scriptCommand(input.folder, file));
  }
  if (input.endpoint !== null) {
    const url = URL.canParse(input.endpoint) ? new URL(input.endpoint) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
      return { code: 'bad_endpoint', endpoint: input.endpoint.replace(/\/\/[^/@]*@/, '//…@') };
    }
    const host = await resolveHost(url.hostname);
    if (host.kind === 'barred') return { code: 'barred_endpoint', host: url.hostname, address: host.address };
    return { predictor: endpoint(url, input.timeout_ms ?? ROW_TIMEOUT_MS), name: `${url.origin}${url.pathname}` };
  }
  return input.predictor_command === null ? { code: 'no_predictor' } : command(input, input.predictor_command);
}

function command(input: AccutestInput, argv: readonly string[]): Chosen {
  const { folder: cwd, predictor_mode, predictor_batch, timeout_ms } = input;
  const predictor =
    predictor_mode === 'row'
      ? rowCommand({ argv, cwd, timeout_ms: timeout_ms ?? ROW_TIMEOUT_MS })
      : batchCommand({ argv, cwd, timeout_ms: timeout_ms ?? COMMAND_TIMEOUT_MS }, predictor_batch);
  return { predictor, name: argv };
}

function scriptCommand(folder: string, file: string): readonly string[] {
  switch (extname(file).toLowerCase()) {
    case '.js':
    case '.mjs':
    case '.cjs':
      return ['node', file];
    case '.py': {
      const own = ['.venv', 'venv'].map((name) => join(folder, name, 'bin', 'python')).find((path) => existsSync(path));
      return [own ?? 'python3', file];
    }
    case '.sh':
      return ['sh', file];
    default:
      return [file];
  }
}
