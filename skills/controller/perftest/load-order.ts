import { BadInputError } from '../../kit/errors.js';
import { type Fields, numberField, textField } from '../../kit/fields.js';
import { isRecord } from '../../kit/record.js';
import type { WorkflowInput } from '../../kit/workflow-input.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import { targetOf } from './target.js';

export interface LoadOrder {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  connections: number;
  duration_s: number;
  warmup_s: number;
  /** Requests per second over all connections; null: as fast as answers come. */
  rate: number | null;
  timeout_s: number;
  insecure: boolean;
  limits: Limits;
}

/** More than anybody wants by mistake; a project may set others under `perftest`. */
export const CAPS = { max_connections: 200, max_duration: 300 } as const;

/** HEAD is not among them: the load generator waits for a body. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

export function readOrder({ params, project }: WorkflowInput): LoadOrder {
  const caps = capsOf(project);
  const connections = numberField(params, 'connections', { min: 1 }) ?? 10;
  const duration_s = numberField(params, 'duration', { min: 0.5 }) ?? 10;
  const rate = numberField(params, 'rate', { min: 1 });
  refuseAbove('connections', connections, caps.max_connections);
  refuseAbove('duration', duration_s, caps.max_duration);
  return {
    url: targetOf(params, project),
    method: methodOf(params),
    headers: headersOf(params),
    body: textField(params, 'body'),
    connections: Math.round(connections),
    duration_s,
    warmup_s: numberField(params, 'warmup', { min: 0, max: 60 }) ?? Math.min(3, duration_s / 10),
    rate: rate === null ? null : Math.round(rate),
    timeout_s: numberField(params, 'timeout', { min: 1, max: 120 }) ?? 10,
    insecure: params.insecure === true || params.insecure === 'true',
    limits: limitsOf(params),
  };
}

function limitsOf(params: Fields): Limits {
  return {
    p95_ms: numberField(params, 'p95_ms', { min: 0 }),
    p99_ms: numberField(params, 'p99_ms', { min: 0 }),
    min_rps: numberField(params, 'min_rps', { min: 0 }),
    max_error_rate: numberField(params, 'max_error_rate', { min: 0, max: 1 }) ?? DEFAULT_LIMITS.max_error_rate,
  };
}

function capsOf(project: Fields): { max_connections: number; max_duration: number } {
  const own = isRecord(project.perftest) ? project.perftest : {};
  return {
    max_connections: numberField(own, 'max_connections', { min: 1, max: 10_000 }) ?? CAPS.max_connections,
    max_duration: numberField(own, 'max_duration', { min: 1, max: 3_000 }) ?? CAPS.max_duration,
  };
}

function refuseAbove(name: 'connections' | 'duration', value: number, cap: number): void {
  if (value <= cap) return;
  throw new BadInputError(
    `${name} ${value} 超过上限 ${cap}。确实需要时，在配置里设置 projects.<名称>.perftest.max_${name}`,
    `${name} ${value} is above the cap of ${cap}. To allow more, set projects.<name>.perftest.max_${name} in the configuration`,
  );
}

function methodOf(params: Fields): string {
  const method = (textField(params, 'method') ?? 'GET').toUpperCase();
  if (METHODS.some((known) => known === method)) return method;
  throw new BadInputError(
    `method 必须是 ${METHODS.join('、')} 之一，现在是 ${method}`,
    `method must be one of ${METHODS.join(', ')}; it is ${method}`,
  );
}

function headersOf(params: Fields): Record<string, string> {
  const given = params.headers ?? {};
  if (!isRecord(given)) throw new BadInputError('headers 必须是值为文本的对象', 'headers must be an object of texts');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    // A line end would start another header, or another request.
    const isFit = typeof value === 'string' && HEADER_NAME.test(name) && HEADER_VALUE.test(value);
    if (!isFit)
      throw new BadInputError(
        `headers.${name} 必须是一行 Latin-1 文本`,
        `headers.${name} must be text of one line, in Latin-1`,
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}
