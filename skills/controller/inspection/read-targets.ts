import { BadInputError } from '../../kit/errors.js';
import { type Fields, numberField, textField } from '../../kit/fields.js';
import { isRecord } from '../../kit/record.js';
import type { WorkflowInput } from '../../kit/workflow-input.js';
import { kindsIn, namedTargets } from './named-targets.js';
import { readTarget } from './read-target.js';
import { KINDS, type Kind, type Target } from './target.js';

const MAX_TARGETS = 500;

/**
 * What is to be looked at: what the request names, else the project's `targets`, else this machine. Kinds that the request speaks of
 * and a `name` narrow it; limits of the request replace those of every target of their kind.
 */
export function readTargets({ params, project }: WorkflowInput): Target[] {
  const kinds = kindsIn(textField(params, 'kinds') ?? '');
  const entries = entriesOf(params, project, kinds);
  const list = entries.length > 0 ? [...entries, ...besides(params, kinds)] : usualEntries(params, project, kinds);
  if (list.length > MAX_TARGETS)
    throw new BadInputError(`目标超过 ${MAX_TARGETS} 个`, `more than ${MAX_TARGETS} targets`);
  const targets = list.map((entry, index) => readTarget(entry, `targets[${index}]`));
  const wanted = narrowed(targets, params, kinds, entries.length > 0);
  return withOwnNames(wanted.map((target) => withLimits(target, params)));
}

function entriesOf(params: Fields, project: Fields, kinds: ReadonlySet<Kind>): Fields[] {
  const given = params.targets ?? project.targets ?? [];
  if (!Array.isArray(given)) throw new BadInputError('targets 必须是列表', 'targets must be a list');
  return given.flatMap((entry: unknown, index) => {
    if (isRecord(entry)) return [entry];
    const named = typeof entry === 'string' ? namedTargets(entry, kinds) : [];
    if (named.length > 0) return named;
    throw new BadInputError(
      `targets[${index}] 必须写出 URL、host:port，或者有 kind`,
      `targets[${index}] must name a URL, host:port, or have a kind`,
    );
  });
}

/** What of this machine a request asks for beside the targets that it names: 「磁盘和 10.0.0.7:22」. */
function besides(params: Fields, kinds: ReadonlySet<Kind>): Fields[] {
  return isNamedInRequest(params) ? machine(params).filter(({ kind }) => kinds.has(kind)) : [];
}

function isNamedInRequest(params: Fields): boolean {
  return Array.isArray(params.targets) && params.targets.some((one) => typeof one === 'string');
}

function machine(params: Fields): { kind: Kind; path?: string }[] {
  return [{ kind: 'disk', path: textField(params, 'disk') ?? '/' }, { kind: 'memory' }, { kind: 'load' }];
}

/** This machine; and the project's URL where its health or certificate is asked for. */
function usualEntries(params: Fields, project: Fields, kinds: ReadonlySet<Kind>): Fields[] {
  const url = textField(project, 'base_url');
  const wantsHealth = kinds.has('http') || kinds.has('port');
  return [
    ...machine(params),
    ...(url !== null && wantsHealth ? [{ kind: 'http', url }] : []),
    ...(url?.startsWith('https:') && kinds.has('certificate') ? [{ kind: 'certificate', url }] : []),
  ];
}

function narrowed(
  targets: readonly Target[],
  params: Fields,
  kinds: ReadonlySet<Kind>,
  areGiven: boolean,
): readonly Target[] {
  const names = (textField(params, 'name') ?? '').split(/[,，、]/).filter((name) => name.trim() !== '');
  const isNamed = ({ name }: Target) =>
    names.length === 0 || names.some((wanted) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  // Targets that the request itself names are all meant.
  const fromRequest = areGiven && isNamedInRequest(params);
  const isOfKind = ({ kind }: Target) => fromRequest || kinds.size === 0 || kinds.has(kind);
  const wanted = targets.filter((target) => isNamed(target) && isOfKind(target));
  if (wanted.length > 0) return wanted;
  const what = [...names, ...[...kinds].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b))].join(', ');
  throw new BadInputError(
    `没有与“${what}”相符的检查对象。请在请求里写出 URL 或 host:port，或者在配置的 projects.<名称>.targets 里列出`,
    `nothing to look at for ${what}. Name a URL or host:port in the request, or list projects.<name>.targets in the configuration`,
  );
}

const LIMITS: readonly (readonly [key: string, kind: Kind, max: number])[] = [
  ['disk_percent', 'disk', 100],
  ['memory_percent', 'memory', 100],
  ['cert_days', 'certificate', 10_000],
  ['latency_ms', 'http', 600_000],
];

/** A usual warning that comes no earlier than the failure says nothing. */
function withLimits(target: Target, params: Fields): Target {
  const limit = LIMITS.find(([, kind]) => kind === target.kind);
  const fail = limit === undefined ? null : numberField(params, limit[0], { min: 0, max: limit[2] });
  if (fail === null) return target;
  const { warn } = target;
  const isEarlier = warn !== null && (target.kind === 'certificate' ? warn > fail : warn < fail);
  return { ...target, fail, warn: isEarlier ? warn : null };
}

/** Later rounds compare by name. */
function withOwnNames(targets: readonly Target[]): Target[] {
  const times = new Map<string, number>();
  return targets.map((target) => {
    const name = target.name.replace(/\s+/g, ' ').trim().slice(0, 120);
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    return { ...target, name: count === 1 ? name : `${name} (${count})` };
  });
}
