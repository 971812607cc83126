import type { Both } from '../../kit/language.js';

export const CHECKS = [
  'clean_tree',
  'version',
  'changelog',
  'lock_file',
  'licence_headers',
  'secrets',
  'todo_markers',
  'tests',
] as const;
export type CheckName = (typeof CHECKS)[number];

export interface Check {
  name: CheckName;
  status: 'passed' | 'failed' | 'skipped';
  /** What was found. */
  found: Both;
  /** What to do about it; null where there is nothing to do. */
  to_do: Both | null;
  /** Files, places: the first of them. */
  details: readonly string[];
  /** How many details there are besides. */
  left_out: number;
}

const MAX_DETAILS = 20;

export function passed(name: CheckName, found: Both): Check {
  return { name, status: 'passed', found, to_do: null, details: [], left_out: 0 };
}

export function skipped(name: CheckName, found: Both): Check {
  return { name, status: 'skipped', found, to_do: null, details: [], left_out: 0 };
}

export function failed(
  name: CheckName,
  found: Both,
  to_do: Both,
  details: readonly string[] = [],
  count = details.length,
): Check {
  const shown = details.slice(0, MAX_DETAILS);
  return { name, status: 'failed', found, to_do, details: shown, left_out: Math.max(0, count - shown.length) };
}

export const NAMES: Readonly<Record<CheckName, Both>> = {
  clean_tree: ['工作区干净', 'clean tree'],
  version: ['版本号', 'version'],
  changelog: ['变更日志', 'changelog'],
  lock_file: ['锁文件', 'lock file'],
  licence_headers: ['许可证头', 'licence headers'],
  secrets: ['差异中的密钥', 'secrets in the diff'],
  todo_markers: ['TODO 标记', 'TODO markers'],
  tests: ['测试', 'tests'],
};
