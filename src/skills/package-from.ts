import { checkCommand } from './check-command.js';
import type { Fields } from './fields.js';
import type { Package, PackageKind, PackageLaunch, PackageLimits, PackageSource, SkillMode } from './package.js';
import type { SideFiles } from './read-side-files.js';
import { ADD_LAUNCH, error, type Report, warning } from './report.js';
import { workflowOf } from './workflow-of.js';

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
  if (fields.description === null && (launch !== null || fields.agent !== null || kind === 'executor')) {
    const fix = {
      en: 'Say in a sentence what it does; requests are matched with it.',
      zh: '请用一句话说明它做什么；请求靠这句话来匹配。',
    };
    const message = { en: 'description is missing.', zh: '缺少 description。' };
    report(error(fields.lineOf('description'), 'description-missing', message, fix));
  }
  if (!idempotent && (fields.max_attempts ?? 1) > 1) {
    const message = {
      en: 'max_attempts above 1 needs idempotent: true; it will be tried once.',
      zh: 'max_attempts 大于 1 需要 idempotent: true；只会尝试一次。',
    };
    const fix = {
      en: 'Say idempotent: true only if running it twice is harmless.',
      zh: '只有重复运行无害时才写 idempotent: true。',
    };
    report(warning(fields.lineOf('max_attempts'), 'attempts-unsafe', message, fix));
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
    const message = {
      en: `name is missing; the folder's, ${folder}, counts.`,
      zh: `缺少 name，以目录名 ${folder} 为准。`,
    };
    report(warning(2, 'name-missing', message, { en: `Add name: ${folder}.`, zh: `请加上 name: ${folder}。` }));
    return folder;
  }
  if (fields.name.replaceAll('-', '_') !== folder.replaceAll('-', '_')) {
    const message = {
      en: `name is ${fields.name}, but the folder is ${folder}; the name counts.`,
      zh: `name 是 ${fields.name}，而目录是 ${folder}；以 name 为准。`,
    };
    const fix = {
      en: `Write name: ${folder}, or rename the folder.`,
      zh: `请写 name: ${folder}，或给目录改名。`,
    };
    report(warning(fields.lineOf('name'), 'name-folder', message, fix));
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
    const message = {
      en: `skill-mode is ${fields.skill_mode}, but there is nothing to start.`,
      zh: `skill-mode 是 ${fields.skill_mode}，但没有可以启动的东西。`,
    };
    report(error(fields.lineOf('skill-mode'), 'launch-missing', message, ADD_LAUNCH));
  }
  return null;
}

function launchOf(parts: PackageParts, report: Report): PackageLaunch | null {
  const { fields, params_schema } = parts;
  const given = (['workflow', 'command', 'agent'] as const).filter((key) => fields[key] !== null);
  const last = given.at(-1);
  if (given.length > 1 && last !== undefined) {
    const message = {
      en: `${given.join(' and ')} are both given.`,
      zh: `同时给出了 ${given.join(' 和 ')}。`,
    };
    const fix = { en: 'Keep one of them.', zh: '请只保留一个。' };
    report(error(fields.lineOf(last), 'launch-twice', message, fix));
    return null;
  }
  if (fields.command !== null) {
    for (const finding of checkCommand(fields.command, params_schema, fields.lineOf('command'))) report(finding);
    return { kind: 'command', argv: fields.command };
  }
  return fields.workflow === null ? null : workflowOf(parts.dir, fields.workflow, fields.lineOf('workflow'), report);
}
