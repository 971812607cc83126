import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Does `work` in a fresh folder, which is removed afterwards. */
export async function inFreshFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'er-bench-')));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A project with a configuration file. */
export async function inProject<T>(work: (dir: string) => Promise<T>): Promise<T> {
  return await inFreshFolder(async (dir) => {
    await put(dir, { 'configs/graph.yaml': CONFIGURATION });
    return await work(dir);
  });
}

const CONFIGURATION = `# A file as a project has one.
paths:
  run_root: var/runs
  logs_dir: var/logs
  skills_root: skills
runtime:
  max_jobs: 2
  save_logs: true
projects:
  shop:
    path: .
    test_command: [npm, test]
    base_url: http://127.0.0.1:8080
`;

/** Writes files below a folder. Those that start with `#!` are made executable. */
export async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (text.startsWith('#!')) await chmod(path, 0o755);
  }
}

export interface DroppedPackage {
  readonly name: string;
  readonly description: string;
  readonly when_to_use: string;
  /** As front matter has it: a JSON array. */
  readonly command: readonly string[];
  readonly examples: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** Drops a task type, as a user does. */
export async function drop(project: string, dropped: DroppedPackage): Promise<string> {
  const { name, description, when_to_use, command, examples, files = {} } = dropped;
  const folder = join(project, 'skills', 'controller', name);
  const head = [
    `name: ${name}`,
    `task-type: ${name}`,
    `description: ${description}`,
    `when_to_use: ${when_to_use}`,
    `command: ${JSON.stringify(command)}`,
    'cwd: package',
  ];
  await put(folder, {
    'SKILL.md': `---\n${head.join('\n')}\n---\n\n# ${name}\n`,
    'examples.jsonl': examples.map((text) => `${JSON.stringify({ text })}\n`).join(''),
    ...files,
  });
  return folder;
}
