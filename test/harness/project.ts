import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspace } from './workspace.js';

/** A fresh project as a user has one: configs/graph.yaml, a skills folder, and a home of its own. */
export interface TestProject {
  readonly dir: string;
  readonly home: string;
}

/** What of graph.yaml is not as usual. */
export interface Settings {
  readonly paths?: Readonly<Record<string, string>>;
  readonly runtime?: Readonly<Record<string, unknown>>;
  readonly projects?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Low enough that what is likeliest is done: these tests are about what follows from a route, not about routing. */
const SURE_ENOUGH = 0.02;

export async function project({ paths, runtime, projects }: Settings = {}): Promise<TestProject> {
  const dir = join(await workspace(), 'project');
  const home = join(dirname(dir), 'home');
  await mkdir(home);
  const graph = {
    paths: { run_root: 'var/runs', skills_root: 'skills', ...paths },
    runtime: { policy_threshold: SURE_ENOUGH, ...runtime },
    ...(projects === undefined ? {} : { projects }),
  };
  // JSON is YAML.
  await put(dir, { 'configs/graph.yaml': JSON.stringify(graph) });
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
export function probing(how: string, name: ProbeName = 'probe'): string {
  return `${PROBES[name]} how=${how}`;
}

type ProbeName = keyof typeof PROBES;

const ALSO = { probe: ['探测涡轮机', '请探测涡轮机'], boiler: [], hourglass: [] } as const;

/** What each of them is asked for with. */
const PROBES = { probe: 'probe the turbine', boiler: 'heat the boiler', hourglass: 'turn the hourglass' } as const;

const HOWS = ['done', 'passed', 'red', 'error', 'exit', 'hold'];

const ENDINGS = `case "$1" in
  done) echo fine ;;
  passed) echo '{"task_status":"done","task_result":"all good","data":{"verdict":"passed"}}' ;;
  red) echo '{"task_status":"failed","task_result":"2 of 7 are red","data":{"verdict":"failed"}}' ;;
  error) echo '{"task_status":"failed","task_result":"no turbine here","data":{"verdict":"error"}}' ;;
  exit) echo 'it broke' >&2; exit 3 ;;
  hold) echo holding >&2; : > "$ER_JOB_DIR/holds"; while [ ! -e "$ER_JOB_DIR/go" ]; do sleep 0.02; done; echo 'let go' ;;
esac
`;

/**
 * A task type whose job ends as `how` says; `hold` stays until a file `go` lies in its folder. Every start of it adds a line to
 * the project's `starts`.
 */
export async function dropProbe(
  target: TestProject,
  { name = 'probe', limits = '{ wall_sec: 60 }' }: { name?: ProbeName; limits?: string } = {},
): Promise<void> {
  const request = PROBES[name];
  const subject = request.split(' ').at(-1);
  const frontMatter = `description: To ${request}, and say how it ends. 处理 ${subject}，并报告状况。
when_to_use: Somebody asks to ${request}. 有人要处理 ${subject}。
command: [./${name}.sh, "{how}"]
cwd: package
limits: ${limits}`;
  const examples = [request, `please ${request} now`, `处理一下 ${subject}`, `再处理一次 ${subject}`, ...ALSO[name]];
  await drop(target, name, frontMatter, {
    [`${name}.sh`]: `#!/bin/sh\necho "$ER_RUN_ID" >> ${JSON.stringify(join(target.dir, 'starts'))}\n${ENDINGS}`,
    'params.schema.json': JSON.stringify({
      type: 'object',
      properties: { how: { type: 'string', enum: HOWS, description: 'how it shall end' }, tag: { type: 'string' } },
      required: ['how'],
    }),
    'examples.jsonl': [...examples, ...HOWS.map((how) => probing(how, name))]
      .map((text) => `${JSON.stringify({ text })}\n`)
      .join(''),
  });
}
