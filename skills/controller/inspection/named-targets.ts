import type { Kind } from './target.js';

const URLS = /https?:\/\/[^\s，。；、,;！？（）()<>【】《》「」"'“”`]*[^\s，。；、,;！？（）()<>【】《》「」"'“”`.:]/gu;
const PLACES = /(?<![\w.@/:-])([A-Za-z](?:[\w.-]*\w)?|(?:\d{1,3}\.){3}\d{1,3})(?::(\d{1,5}))?(?![\w:/@-])/gu;

/** Entries as a configuration would have them, for what a request names: URLs, host:port, and names that have a certificate. */
export function namedTargets(text: string, kinds: ReadonlySet<Kind>): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const rest = text.replaceAll(URLS, (url) => {
    const wantsCertificate = kinds.has('certificate') && url.startsWith('https:');
    if (wantsCertificate) found.push({ kind: 'certificate', url });
    // A URL named together with certificates alone is not asked for its health.
    if (!wantsCertificate || kinds.has('http')) found.push({ kind: 'http', url });
    return ' ';
  });
  for (const [, host = '', port] of rest.matchAll(PLACES)) {
    if (port === undefined && host !== 'localhost' && !isHost(host)) continue;
    const certificate = kinds.has('certificate');
    if (certificate) found.push({ kind: 'certificate', host, ...(port === undefined ? {} : { port: Number(port) }) });
    if (port !== undefined && (!certificate || kinds.has('port')))
      found.push({ kind: 'port', host, port: Number(port) });
    if (port === undefined && !certificate) {
      found.push({ kind: 'http', url: host === 'localhost' ? 'http://localhost/' : `https://${host}/` });
    }
  }
  return found;
}

/** A name with a dot that ends in letters; `tests.js` would be one too, which is why only what was taken for a host comes here. */
function isHost(name: string): boolean {
  return /\.[A-Za-z]{2,24}$/.test(name);
}

const WORDS: readonly (readonly [RegExp, readonly Kind[]])[] = [
  [/磁盘|硬盘|存储空间|disks?|storage/iu, ['disk']],
  [/内存|memory|\bram\b/iu, ['memory']],
  [/负载|\bcpu\b|\bload\b/iu, ['load']],
  [/端口|\bports?\b/iu, ['port']],
  [/接口|健康检查接口|\bhttp\b|\burls?\b|endpoints?|网站|页面|websites?|sites?\b/iu, ['http']],
  [/服务(?!器)|services?/iu, ['http', 'port']],
  [/证书|certificates?|\bcerts?\b|\bssl\b|\btls\b/iu, ['certificate']],
];

/** The kinds that words such as 「磁盘和内存」 speak of; none: nothing in particular. */
export function kindsIn(text: string): ReadonlySet<Kind> {
  return new Set(WORDS.flatMap(([word, kinds]) => (word.test(text) ? kinds : [])));
}
