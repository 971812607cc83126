import { BadInputError } from '../../kit/errors.js';
import { type Fields, numberField, textField } from '../../kit/fields.js';
import type { Both } from '../../kit/language.js';
import { KINDS, type Kind, type Target, THRESHOLDS } from './target.js';

export const DEFAULT_TIMEOUT_S = 5;

/** One entry of `projects.<name>.targets`. The messages of BadInputError name the entry. */
export function readTarget(fields: Fields, where: string): Target {
  try {
    return targetOf(fields);
  } catch (error) {
    if (error instanceof BadInputError)
      throw new BadInputError(`${where}：${error.both[0]}`, `${where}: ${error.both[1]}`);
    throw error;
  }
}

function targetOf(fields: Fields): Target {
  const kind = kindOf(fields);
  const common = {
    warn: threshold(fields, 'warn', THRESHOLDS[kind].warn),
    fail: threshold(fields, 'fail', THRESHOLDS[kind].fail),
    timeout_ms: (numberField(fields, 'timeout', { min: 0.1, max: 60 }) ?? DEFAULT_TIMEOUT_S) * 1_000,
  };
  const own = ownOf(kind, fields);
  return { name: textField(fields, 'name') ?? own.usual, ...common, ...own.target } as Target;
}

function kindOf(fields: Fields): Kind {
  const given = textField(fields, 'kind');
  const kind = KINDS.find((known) => known === given);
  if (kind === undefined)
    throw new BadInputError(
      `kind 必须是 ${KINDS.join('、')} 之一，${now(given)[0]}`,
      `kind must be one of ${KINDS.join(', ')}; ${now(given)[1]}`,
    );
  return kind;
}

function now(given: string | null): Both {
  return given === null ? ['现在没有写', 'it is missing'] : [`现在是 ${given}`, `it is ${given}`];
}

/** `null` takes a threshold away. */
function threshold(fields: Fields, key: 'warn' | 'fail', usual: number | null): number | null {
  return fields[key] === null ? null : (numberField(fields, key) ?? usual);
}

type Own<T = Target> = T extends Target ? Omit<T, 'name' | 'warn' | 'fail' | 'timeout_ms'> : never;

/** What a kind needs of its own, and what it is called when it has no name. */
function ownOf(kind: Kind, fields: Fields): { usual: string; target: Own } {
  switch (kind) {
    case 'memory':
    case 'load':
      return { usual: kind, target: { kind } };
    case 'disk': {
      const path = textField(fields, 'path') ?? '/';
      return { usual: `disk ${path}`, target: { kind, path } };
    }
    case 'port': {
      const { host, port } = placeOf(fields, null);
      const expect = textField(fields, 'expect') ?? 'open';
      if (expect !== 'open' && expect !== 'closed')
        throw new BadInputError('expect 必须是 open 或 closed', 'expect must be open or closed');
      return { usual: `port ${host}:${port}`, target: { kind, host, port, expect } };
    }
    case 'http': {
      const url = urlOf(textField(fields, 'url'));
      const expect_status = numberField(fields, 'expect_status', { min: 100, max: 599 });
      const contains = textField(fields, 'contains');
      return {
        usual: `http ${nameOfUrl(url)}`,
        target: { kind, url, expect_status, contains, insecure: fields.insecure === true },
      };
    }
    case 'certificate': {
      const { host, port } = placeOf(fields, 443);
      const servername = textField(fields, 'servername');
      return {
        usual: `certificate ${host}:${port}`,
        target: { kind, host, port, servername, insecure: fields.insecure === true },
      };
    }
  }
}

export function urlOf(text: string | null): URL {
  const url = text === null ? null : URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new BadInputError(
      `url 必须是 http 或 https 地址，${now(text)[0]}`,
      `url must be an http or https URL; ${now(text)[1]}`,
    );
  }
  return url;
}

/** Without its login and query, which may hold secrets. */
function nameOfUrl(url: URL): string {
  return `${url.host}${url.pathname}`;
}

/** `host` and `port`, or both in `host: name:port` or `url`. */
function placeOf(fields: Fields, usualPort: number | null): { host: string; port: number } {
  const url = textField(fields, 'url');
  const text = url === null ? textField(fields, 'host') : urlOf(url).host;
  const match = /^(\[[\da-fA-F:.]+\]|[^\s:/]+)(?::(\d{1,5}))?$/.exec(text ?? '');
  if (!match)
    throw new BadInputError(
      `host 必须是主机名或地址，${now(text)[0]}`,
      `host must be a name or an address; ${now(text)[1]}`,
    );
  const written = match[2] === undefined ? usualPort : Number(match[2]);
  const port = numberField(fields, 'port', { min: 1, max: 65_535 }) ?? written;
  if (port === null || port < 1 || port > 65_535)
    throw new BadInputError('port 必须是 1 到 65535 的数字', 'port must be a number from 1 up to 65535');
  return { host: (match[1] ?? '').replace(/^\[|\]$/g, ''), port };
}
