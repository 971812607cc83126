import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { isExecutable } from '../processes/is-executable.js';
import type { Package } from '../skills/package.js';
import type { DoctorWords } from './doctor-words.js';
import { type Finding, ok, problem } from './finding.js';
import { isOnPath } from './program-file.js';

export interface ProgramPlaces {
  /** Where work on a project is done when a request names none. */
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Whether what the packages start can be started: programs on PATH once each, files of a project or package one by one. */
export function examinePrograms(packages: readonly Package[], places: ProgramPlaces, words: DoctorWords): Finding[] {
  const users = new Map<string, string>();
  const files: Finding[] = [];
  for (const pkg of packages) {
    const program = programOf(pkg);
    if (program === null) continue;
    if (program.includes('/')) files.push(...fileFindings(program, pkg, places, words));
    else users.set(program, pkg.name);
  }
  const onPath = [...users].map(([program, name]) =>
    isOnPath(program, places.env)
      ? ok('interpreter', words.interpreter(program, name))
      : problem('interpreter', words.interpreterMissing(program, name), words.interpreterFix(program)),
  );
  return [...onPath, ...files];
}

/** What has to be there: the program of a command, or what a workflow's file is started with. */
function programOf({ launch, dir }: Package): string | null {
  if (launch === null) return null;
  if (launch.kind === 'command') return launch.argv[0] ?? null;
  if (/\.[mc]?js$/.test(launch.path)) return null;
  const [, interpreter, argument] = /^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?/.exec(firstLine(join(dir, launch.path))) ?? [];
  if (interpreter !== undefined) return interpreter.endsWith('/env') ? (argument ?? null) : interpreter;
  return launch.path.endsWith('.py') ? 'python3' : launch.path.endsWith('.sh') ? 'sh' : null;
}

function fileFindings(program: string, pkg: Package, { project }: ProgramPlaces, words: DoctorWords): Finding[] {
  const folder = pkg.cwd === 'package' ? pkg.dir : pkg.cwd === 'project' ? project : null;
  if (folder === null && !isAbsolute(program)) return [];
  const file = resolve(folder ?? '/', program);
  if (isExecutable(file)) return [];
  const there = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return [
    there
      ? problem('interpreter', words.notExecutable(file, pkg.name), `chmod +x ${file}`)
      : problem('interpreter', words.programMissing(file, pkg.name), words.programFix(join(pkg.dir, 'SKILL.md'))),
  ];
}

function firstLine(file: string): string {
  const head = Buffer.alloc(256);
  try {
    const opened = openSync(file, 'r');
    try {
      return head.toString('utf8', 0, readSync(opened, head, 0, head.length, 0)).split('\n')[0] ?? '';
    } finally {
      closeSync(opened);
    }
  } catch {
    // Told where packages are read.
    return '';
  }
}
