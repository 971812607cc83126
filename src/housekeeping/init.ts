import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../errors/product-error.js';
import { scaffoldPackage } from '../skills/scaffold.js';
import { testCommandOf } from './test-command.js';

export interface Initialised {
  /** Absolute paths, in the order they were written. */
  files: string[];
}

export class AlreadyInitialisedError extends UsageError {
  override readonly code = 'ALREADY_INITIALISED';

  constructor(file: string) {
    super(
      `${file} exists already; nothing was changed. Edit it, or choose another folder: environment-runtime init DIR`,
    );
  }
}

/** Writes a starter configuration for the project in `folder`, and one example package. Never overwrites. */
export async function init(folder: string): Promise<Initialised> {
  const root = resolve(folder);
  const file = join(root, 'configs', 'graph.yaml');
  if (existsSync(file)) throw new AlreadyInitialisedError(file);
  if (!existsSync(root)) await mkdir(root, { recursive: true });
  const test = await testCommandOf(root);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, starter(basename(root), test), { flag: 'wx' });
  const files = [file];
  const skills = join(root, 'skills');
  if (!existsSync(join(skills, 'controller', 'hello_check'))) {
    files.push(...scaffoldPackage({ root: skills, name: 'hello_check', kind: 'command' }).files);
  }
  return { files };
}

function starter(name: string, test: readonly string[]): string {
  // Quoted: a folder may be called `true`.
  const key = JSON.stringify(/^[A-Za-z_][\w-]*$/.test(name) ? name : 'main');
  return `# Everything that is not here keeps its default. 没有写出的键都取默认值。
paths:
  skills_root: skills      # your packages: skills/controller/<name>/SKILL.md  你的任务包
  run_root: var/runs       # one folder per round 每轮一个目录

projects:
  ${key}:
    path: .                # relative to the folder above configs/  相对于 configs/ 的上级目录
    test_command: [${test.map((part) => JSON.stringify(part)).join(', ')}]

default_project: ${key}

runtime:
  policy: cascade          # local above its confidence, else a model if one is configured, else ask  本地优先，其次模型，再次询问
`;
}
