import { isAbsolute, join, normalize, sep } from 'node:path';
import { checkCommand } from './check-command.js';
import type { Fields } from './fields.js';
import { isInside, resolveInside } from './inside.js';
import type { Package, PackageKind, PackageLaunch, PackageLimits, PackageSource, SkillMode } from './package.js';
import type { SideFiles } from './read-side-files.js';
import { error, type Report, warning } from './report.js';
import { commandFor } from './workflow-kind.js';

export interface PackageParts extends SideFiles {
  source: PackageSource;
  kind: PackageKind;
  folder: string;
  /** Resolved. */
  dir: string;
  version: string;
  fields: Fields;
  pyskill_timeout_sec: number;
}

const GIB = 2 ** 30;

/** Fills in the defaults and checks what fields have to do with each other. */
export function packageFrom(parts: PackageParts, report: Report): Package {
  const { fields, kind, folder } = parts;
  const name = nameOf(fields, folder, report);
  const launch = launchOf(parts, report);
  const skill_mode = kind === 'controller' ? fields.skill_mode : modeOf(fields, launch, report);
  const idempotent = fields.idempotent ?? false;
  if (fields.description === null && (launch !== null || kind === 'executor')) {
    report(
      error(
        fields.lineOf('description'),
        'description-missing',
        'description is missing.',
        'Say in a sentence what it does; requests are matched with it.',
      ),
    );
  }
  if (!idempotent && (fields.max_attempts ?? 1) > 1) {
    const message = 'max_attempts above 1 needs idempotent: true; it will be tried once.';
    report(
      warning(
        fields.lineOf('max_attempts'),
        'attempts-unsafe',
        message,
        'Say idempotent: true only if running it twice is harmless.',
      ),
    );
  }
  return {
    name,
    kind,
    dir: parts.dir,
    source: parts.source,
    version: parts.version,
    description: fields.description ?? '',
    when_to_use: fields.when_to_use ?? '',
    allowed_tools: fields.allowed_tools,
    task_type: kind === 'controller' ? (fields.task_type ?? name) : null,
    launch,
    skill_mode,
    agent: fields.agent,
    cwd: fields.cwd ?? 'project',
    limits: { ...defaultLimits(skill_mode, parts.pyskill_timeout_sec, kind, fields.limits.wall_sec), ...fields.limits },
    idempotent,
    max_attempts: idempotent ? (fields.max_attempts ?? 1) : 1,
    params_schema: parts.params_schema,
    examples: parts.examples,
    overlays: [],
    metadata: fields.metadata,
  };
}

function nameOf(fields: Fields, folder: string, report: Report): string {
  if (fields.name === null) {
    report(warning(2, 'name-missing', `name is missing; the folder's, ${folder}, counts.`, `Add name: ${folder}.`));
    return folder;
  }
  if (fields.name.replaceAll('-', '_') !== folder.replaceAll('-', '_')) {
    const message = `name is ${fields.name}, but the folder is ${folder}; the name counts.`;
    report(warning(fields.lineOf('name'), 'name-folder', message, `Write name: ${folder}, or rename the folder.`));
  }
  return fields.name;
}

/** Idle never outlasts wall. A skill that blocks a round gets a minute. */
function defaultLimits(mode: SkillMode | null, pyskillSec: number, kind: PackageKind, wallSec?: number): PackageLimits {
  const wall = wallSec ?? (kind === 'controller' ? 3600 : mode === 'pyskill' ? pyskillSec : 60);
  return { wall_sec: wall, idle_sec: Math.min(600, wall), output_bytes: GIB };
}

function modeOf(fields: Fields, launch: PackageLaunch | null, report: Report): SkillMode | null {
  if (launch !== null) return fields.skill_mode ?? 'sync';
  if (fields.skill_mode !== null) {
    const message = `skill-mode is ${fields.skill_mode}, but there is nothing to start.`;
    report(
      error(
        fields.lineOf('skill-mode'),
        'launch-missing',
        message,
        'Add workflow: <file in the package> or command: [program, …].',
      ),
    );
  }
  return null;
}

function launchOf(parts: PackageParts, report: Report): PackageLaunch | null {
  const { fields, params_schema } = parts;
  if (fields.workflow !== null && fields.command !== null) {
    report(
      error(fields.lineOf('command'), 'launch-twice', 'workflow and command are both given.', 'Keep one of them.'),
    );
    return null;
  }
  if (fields.command !== null) {
    for (const finding of checkCommand(fields.command, params_schema, fields.lineOf('command'))) report(finding);
    return { kind: 'command', argv: fields.command };
  }
  return fields.workflow === null ? null : workflowOf(parts.dir, fields.workflow, fields.lineOf('workflow'), report);
}

function workflowOf(dir: string, given: string, line: number, report: Report): PackageLaunch | null {
  const refuse = (code: string, message: string, fix: string): null => {
    report(error(line, code, `workflow: ${message}`, fix));
    return null;
  };
  const outside = 'Put the file into the package, or use command: for a program elsewhere.';
  if (given.includes('\0')) return refuse('workflow-nul', 'a NUL character is refused.', '');
  const path = normalize(given);
  if (isAbsolute(path) || !isInside(dir, join(dir, path)))
    return refuse('workflow-outside', `${given} leads out of the package.`, outside);
  const file = resolveInside(dir, join(dir, path));
  if (!file.ok) {
    if (file.reason === 'outside')
      return refuse('workflow-outside', `${given} is a link that leads out of the package.`, outside);
    return refuse(
      'workflow-missing',
      `there is no file ${given} in the package.`,
      'Correct the path; it is relative to the folder of SKILL.md.',
    );
  }
  if (!file.stat.isFile()) return refuse('workflow-not-regular', `${given} is not a regular file.`, '');
  if (commandFor(file.path) === null) {
    const fix = `Make it executable with a first line such as #!/usr/bin/env python3, or end its name in .mjs, .js, .py or .sh.`;
    return refuse('workflow-kind', `there is no telling how to start ${given}.`, fix);
  }
  return { kind: 'workflow', path: path.split(sep).join('/') };
}
