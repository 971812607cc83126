import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspace } from './workspace.js';

/** A fresh project as a user has one: configs/graph.yaml, a skills folder, and a home of its own. */
export interface TestProject {
  readonly dir: string;
  readonly home: string;
}

/** `settings`: lines of graph.yaml beside the paths. */
export async function project(settings = ''): Promise<TestProject> {
  const dir = join(await workspace(), 'project');
  const home = join(dirname(dir), 'home');
  await mkdir(home);
  await put(dir, {
    'configs/graph.yaml': `paths:\n  run_root: var/runs\n  skills_root: skills\n${settings}\n`,
  });
  return { dir, home };
}

/** Writes files below a folder. Those that start with `#!` are made executable. */
export async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (text.startsWith('#!')) await chmod(path, 0o755);
  }
}

/** Drops a task type into skills/controller/<name>/: its front matter without the name, and its other files. */
export async function drop(
  { dir }: TestProject,
  name: string,
  frontMatter: string,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = join(dir, 'skills', 'controller', name);
  const skill = `---\nname: ${name}\ntask-type: ${name}\n${frontMatter.trim()}\n---\n\n# ${name}\n`;
  await put(folder, { 'SKILL.md': skill, ...files });
  return folder;
}

/** A request that is routed to the package dropped by {@link dropProbe}. */
export function probing(how: string): string {
  return `probe the turbine how=${how}`;
}

const ENDINGS = `case "$1" in
  done) echo fine ;;
  passed) echo '{"task_status":"done","task_result":"all good","data":{"verdict":"passed"}}' ;;
  red) echo '{"task_status":"failed","task_result":"2 of 7 are red","data":{"verdict":"failed"}}' ;;
  error) echo '{"task_status":"failed","task_result":"no turbine here","data":{"verdict":"error"}}' ;;
  exit) echo 'it broke' >&2; exit 3 ;;
  hold) : > "$ER_JOB_DIR/holds"; while [ ! -e "$ER_JOB_DIR/go" ]; do sleep 0.02; done; echo 'let go' ;;
esac
`;

/**
 * A task type whose job ends as `how` says; `hold` stays until a file `go` lies in its folder. Every start of it adds a line to
 * the project's `starts`.
 */
export async function dropProbe(
  target: TestProject,
  options: { name?: string; limits?: string; more?: string } = {},
): Promise<void> {
  const { name = 'probe', limits = '{ wall_sec: 60 }', more = '' } = options;
  const frontMatter = `description: Probe the ${name === 'probe' ? 'turbine' : name} and say how it is. 探测涡轮机的状况。
when_to_use: Somebody wants the ${name === 'probe' ? 'turbine' : name} probed. 有人想探测涡轮机。
command: [./${name}.sh, "{how}"]
cwd: package
limits: ${limits}
${more}`;
  const subject = name === 'probe' ? 'turbine' : name;
  await drop(target, name, frontMatter, {
    [`${name}.sh`]: `#!/bin/sh\necho "$ER_RUN_ID" >> ${JSON.stringify(join(target.dir, 'starts'))}\n${ENDINGS}`,
    'params.schema.json': JSON.stringify({
      type: 'object',
      properties: {
        how: {
          type: 'string',
          enum: ['done', 'passed', 'red', 'error', 'exit', 'hold'],
          description: 'how it shall end',
        },
        tag: { type: 'string' },
      },
      required: ['how'],
    }),
    'examples.jsonl': [
      `probe the ${subject}`,
      `please probe the ${subject} now`,
      `探测一下 ${subject}`,
      `再探测一次 ${subject}`,
    ]
      .map((text) => `${JSON.stringify({ text })}\n`)
      .join(''),
  });
}
