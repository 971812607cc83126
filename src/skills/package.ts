import type { Said } from '../errors/said.js';
import type { ParamsSchema } from './params-schema.js';

export const PACKAGE_KINDS = ['controller', 'executor'] as const;
/** `controller`: a task type. `executor`: a skill. */
export type PackageKind = (typeof PACKAGE_KINDS)[number];

export type PackageSource = 'bundled' | 'user';
export type SkillMode = 'sync' | 'pyskill';
export const CWDS = ['project', 'package', 'job'] as const;
export type PackageCwd = (typeof CWDS)[number];

export interface PackageLimits {
  wall_sec: number;
  /** Seconds without a byte of output or an event. */
  idle_sec: number;
  output_bytes: number;
}

export interface PackageExample {
  text: string;
  lang: string | null;
  params: Record<string, unknown> | null;
}

/** `path` of a workflow is relative to the package's folder. An item of `argv` may hold `{param}` placeholders. */
export type PackageLaunch = { kind: 'workflow'; path: string } | { kind: 'command'; argv: string[] };

/** One folder with a SKILL.md: a task type of the controller, or a skill of the executor. */
export interface Package {
  name: string;
  kind: PackageKind;
  /** Absolute, symbolic links resolved. */
  dir: string;
  source: PackageSource;
  /** Hash of the contents of its files, overlays included. */
  version: string;
  description: string;
  /** Empty where the front matter has none. */
  when_to_use: string;
  allowed_tools: string[];
  /** What the controller routes to; null for a skill. */
  task_type: string | null;
  /** Null: answered by the runtime itself (status, cancel, executor), by an agent, or text for a model to read. */
  launch: PackageLaunch | null;
  /** Null for a task type, and for a skill that is only text. */
  skill_mode: SkillMode | null;
  /** Id of the agent that carries it out; null: none. */
  agent: string | null;
  cwd: PackageCwd;
  limits: PackageLimits;
  /** True: running it twice is harmless, so it may be started again by itself. */
  idempotent: boolean;
  /** From 1. Above 1 only where `idempotent`. */
  max_attempts: number;
  params_schema: ParamsSchema | null;
  examples: PackageExample[];
  /** Folders of the user whose texts were laid over this bundled package. */
  overlays: string[];
  /** The front matter's `metadata`, without the keys that are ours. */
  metadata: Record<string, unknown>;
}

export interface PackageDiagnostic {
  /** Absolute. */
  file: string;
  /** From 1. */
  line: number;
  /** `error`: the package is left out. `warning`: it loads. */
  severity: 'error' | 'warning';
  /** Stable, kebab-case. */
  code: string;
  message: Said;
  /** What to do about it; empty where the message says all. */
  fix: Said;
}

/** One file or folder that the catalog depends on. */
export interface ManifestEntry {
  path: string;
  size: number;
  mtime_ms: number;
  /** Inode change time: notices a new executable bit, or contents replaced under a kept mtime. */
  ctime_ms: number;
}

export interface Catalog {
  /** Task types first, each kind in the order of names. */
  packages: Package[];
  /** By `task_type`. */
  types: ReadonlyMap<string, Package>;
  diagnostics: PackageDiagnostic[];
  manifest: ManifestEntry[];
  /** Hash of the packages' names and versions. */
  version: string;
}
