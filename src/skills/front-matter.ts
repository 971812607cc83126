import { decodeText } from '../config/bounded-file.js';
import type { YamlRead, YamlSource } from '../config/yaml-source.js';
import { type Said, verbatim } from '../errors/said.js';
import { readPlainFrontMatter } from './plain-front-matter.js';
import { error, type Finding } from './report.js';

/** Front matter longer than this is refused, whatever follows it. */
export const FRONT_MATTER_BYTES = 64 * 1024;

const LIMITS = { nesting: 16, aliases: 0 };

export type FrontMatterRead =
  | { ok: true; source: YamlSource; text: string; firstLine: number }
  | { ok: false; finding: Finding };

/** Reads the YAML between the first two `---` lines. `head` is the file's beginning: FRONT_MATTER_BYTES and the closing line at least. */
export async function readFrontMatter(head: Buffer): Promise<FrontMatterRead> {
  const split = splitFrontMatter(head);
  if (!split.ok) return split;
  const plain = readPlainFrontMatter(split.text);
  const yaml = plain === null ? await parsed(split.text) : { ok: true as const, source: plain };
  if (!yaml.ok) {
    const { line, column, message } = yaml.problem;
    const said = { en: `column ${column}: ${message.en}`, zh: `第 ${column} 列：${message.zh}` };
    return { ok: false, finding: error(line + 1, 'front-matter-yaml', said) };
  }
  const { value, lineOf } = yaml.source;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const found = kindOf(value);
    const message = {
      en: `the front matter has to be a mapping (key: value), found ${found.en}.`,
      zh: `开头的元数据应为键值映射（key: value），实际是：${found.zh}。`,
    };
    return { ok: false, finding: error(2, 'front-matter-shape', message) };
  }
  return { ok: true, source: { value, lineOf: (path) => lineOf(path) + 1 }, text: split.text, firstLine: 2 };
}

function kindOf(value: unknown): Said {
  if (value === null) return { en: 'nothing', zh: '空' };
  if (Array.isArray(value)) return { en: 'a list', zh: '列表' };
  return verbatim(typeof value);
}

async function parsed(text: string): Promise<YamlRead> {
  const { parseYaml } = await import('../config/yaml-source.js');
  return parseYaml(text, LIMITS);
}

export type FrontMatterSplit = { ok: true; text: string; end: number } | { ok: false; finding: Finding };

/** `end` is the offset in bytes of the closing `---`; a byte order mark and CRLF are allowed. */
export function splitFrontMatter(head: Buffer): FrontMatterSplit {
  const start = head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  const open = lineAt(head, start);
  if (open === null || open.text !== '---') {
    return { ok: false, finding: MISSING };
  }
  for (let at = open.next; at < head.length && at - open.next <= FRONT_MATTER_BYTES; ) {
    const line = lineAt(head, at);
    if (line === null) break;
    if (line.text === '---') {
      const text = decodeText(head.subarray(open.next, at));
      if (text.ok) return { ok: true, text: text.text, end: at };
      const { message, line: badLine } = text.refusal;
      const said = { en: `the front matter ${message.en}.`, zh: `开头的元数据${message.zh}。` };
      return { ok: false, finding: error((badLine ?? 1) + 1, 'not-text', said) };
    }
    at = line.next;
  }
  return { ok: false, finding: head.length > FRONT_MATTER_BYTES ? TOO_LONG : OPEN };
}

const MISSING = error(
  1,
  'front-matter-missing',
  { en: 'the file has to begin with a line of three dashes.', zh: '文件必须以一行三个短横线开头。' },
  {
    en: 'Put `---`, name and description, `---` at the top.',
    zh: '请在最前面写 `---`、name 和 description、`---`。',
  },
);
const TOO_LONG = error(
  1,
  'front-matter-too-long',
  { en: 'the front matter does not end within 64 KB.', zh: '开头的元数据在 64 KB 内没有结束。' },
  { en: 'Move the text below the closing `---`.', zh: '请把正文移到结束的 `---` 之后。' },
);
const OPEN = error(
  1,
  'front-matter-open',
  { en: 'the front matter is not closed.', zh: '开头的元数据没有结束。' },
  { en: 'Add a line of three dashes after it.', zh: '请在它后面加一行三个短横线。' },
);

/** One line without its end and trailing blanks. Only a short one can be the fence; a longer one is not decoded. */
function lineAt(bytes: Buffer, start: number): { text: string; next: number } | null {
  if (start >= bytes.length) return null;
  const feed = bytes.indexOf(10, start);
  const end = feed < 0 ? bytes.length : feed;
  const text = end - start > 64 ? '' : bytes.toString('latin1', start, end).trimEnd();
  return { text, next: feed < 0 ? bytes.length : feed + 1 };
}
