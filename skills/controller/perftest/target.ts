import { BadInputError } from '../../kit/errors.js';
import { type Fields, textField } from '../../kit/fields.js';

/** The URL that is driven: `base_url` with `url_path` below it. Only http and https. */
export function targetOf(params: Fields, project: Fields): URL {
  const base = textField(params, 'base_url') ?? textField(project, 'base_url');
  if (base === null) {
    throw new BadInputError(
      '没有压测目标。请在请求里写出 URL，或者在配置里设置 projects.<名称>.base_url',
      'there is no target. Name a URL in the request, or set projects.<name>.base_url in the configuration',
    );
  }
  const url = parse(base);
  const path = textField(params, 'url_path');
  return path === null ? url : below(url, path);
}

function parse(text: string): URL {
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  } catch {
    throw new BadInputError(
      `${text} 不是 URL，应类似 http://127.0.0.1:8080/health`,
      `${text} is not a URL, such as http://127.0.0.1:8080/health`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new BadInputError(
      `只能压测 http 和 https，不能是 ${url.protocol}//`,
      `only http and https are driven, not ${url.protocol}//`,
    );
  }
  url.hash = '';
  return url;
}

/** `//elsewhere/x` and `/\elsewhere` would be other hosts. */
function below(url: URL, path: string): URL {
  const base = url.pathname.replace(/\/+$/, '');
  const tail = path.startsWith('/') ? path : `/${path}`;
  if (/^\/[/\\]/.test(tail))
    throw new BadInputError(`url_path ${path} 指向另一台主机`, `url_path ${path} names another host`);
  const [pathname = '', query] = tail.split('?', 2);
  const full = new URL(url);
  full.pathname = `${base}${pathname}`;
  full.search = query ?? '';
  return full;
}

/** For people and reports: no password, nothing of the query's values that could be one. */
export function sayUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  for (const name of shown.searchParams.keys()) {
    if (/token|secret|key|passw|sign|auth/i.test(name)) shown.searchParams.set(name, '***');
  }
  return shown.href;
}
