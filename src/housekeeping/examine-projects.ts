import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config, Project } from '../config/config.js';
import { isExecutable } from '../processes/is-executable.js';
import type { DoctorWords } from './doctor-words.js';
import { type Finding, problem } from './finding.js';
import { isOnPath } from './program-file.js';

/** Keys of a project that hold a command. */
const COMMANDS = ['test_command', 'predictor_command'] as const;

/** Whether what the projects name is there: their folder, the programs of their commands, their data. */
export function examineProjects({ projects, file }: Config, env: NodeJS.ProcessEnv, words: DoctorWords): Finding[] {
  const config = file ?? '';
  return Object.values(projects).flatMap((project) => {
    const { name, path } = project;
    if (path !== null && !isFolder(path))
      return [problem('projects', words.projectPath(name, path), words.projectPathFix(path, name, config))];
    const keys = COMMANDS.filter((key) => !startable(project[key], path, env));
    const commands = keys.map((key) =>
      problem(
        'projects',
        words.projectCommand(name, key, programOf(project[key])),
        words.projectKeyFix(name, key, config),
      ),
    );
    return [...commands, ...dataset(project, config, words)];
  });
}

function dataset({ name, dataset: named }: Project, config: string, words: DoctorWords): Finding[] {
  if (named === null || statSync(named, { throwIfNoEntry: false })?.isFile() === true) return [];
  return [problem('projects', words.projectDataset(name, named), words.projectKeyFix(name, 'dataset', config))];
}

function programOf(command: unknown): string {
  return Array.isArray(command) ? String(command[0]) : '';
}

/** What is no list of words is told where it is used. */
function startable(command: unknown, path: string | null, env: NodeJS.ProcessEnv): boolean {
  const program = programOf(command);
  if (program === '') return true;
  return program.includes('/') ? isExecutable(resolve(path ?? '.', program)) : isOnPath(program, env);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
