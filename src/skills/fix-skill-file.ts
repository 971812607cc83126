import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isSeq, type Pair, parse, parseDocument, Scalar, type YAMLMap } from 'yaml';
import { readBoundedBytes } from '../config/bounded-file.js';
import { SPEC_KEYS } from './fields.js';
import { readFrontMatter, splitFrontMatter } from './front-matter.js';

const MAX_BYTES = 1024 * 1024;
const SPEC = new Set<string>(SPEC_KEYS);

/** Top-level keys that the open Agent Skills layout does not have; none where the front matter cannot be read. */
export async function nonSpecKeys(file: string): Promise<{ key: string; line: number }[]> {
  const bytes = readOwnFile(file);
  const front = bytes === null ? null : await readFrontMatter(bytes);
  if (!front?.ok) return [];
  return Object.keys(front.source.value as Record<string, unknown>)
    .filter((key) => !SPEC.has(key))
    .map((key) => ({ key, line: front.source.lineOf([key]) }));
}

/** Moves what is not of the open layout under `metadata`. True if the file was rewritten; its body stays as it is, byte for byte. */
export async function fixSkillFile(file: string): Promise<boolean> {
  const bytes = readOwnFile(file);
  const split = bytes === null ? null : splitFrontMatter(bytes);
  if (bytes === null || !split?.ok || !(await readFrontMatter(bytes)).ok) return false;
  const moved = movedIntoMetadata(split.text);
  if (moved === null) return false;
  const newline = split.text.includes('\r\n') ? '\r\n' : '\n';
  const text = `---${newline}${moved.replaceAll('\n', newline)}`;
  const temporary = `${file}.${process.pid}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([Buffer.from(text), bytes.subarray(split.end)]), {
      mode: lstatSync(file).mode,
    });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  return true;
}

/** The front matter rewritten, comments kept; null where nothing has to move. */
export function movedIntoMetadata(text: string): string | null {
  const doc = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const { contents } = doc;
  if (!isMap(contents) || doc.errors.length > 0) return null;
  const before = doc.toJS() as Record<string, unknown>;
  const foreign = contents.items.filter(({ key }) => !SPEC.has(keyOf(key)));
  const tools = contents.items.find(({ key }) => keyOf(key) === 'allowed-tools');
  const listed = tools !== undefined && isSeq(tools.value);
  if (foreign.length === 0 && !listed) return null;
  const existing = contents.items.find(({ key }) => keyOf(key) === 'metadata')?.value;
  if (foreign.length > 0 && existing != null && !isMap(existing) && !isEmpty(existing)) return null;
  contents.items = contents.items.filter((pair) => !foreign.includes(pair));
  if (foreign.length > 0) addTo(doc, contents, foreign, isMap(existing) ? existing : null);
  if (listed) retellTools(contents, tools, before['allowed-tools'] as unknown[]);
  const after = doc.toString({ lineWidth: 0, flowCollectionPadding: false });
  return saysTheSame(before, parse(after) as Record<string, unknown>) ? after : null;
}

type Item = Pair;

function addTo(doc: Document, contents: YAMLMap, foreign: Item[], existing: YAMLMap | null): void {
  if (existing !== null) {
    const taken = new Set(existing.items.map(({ key }) => keyOf(key)));
    // What both places say is said at the top level, so that is what stays.
    existing.items = existing.items.filter(
      ({ key }) => !foreign.some((pair) => keyOf(pair.key) === keyOf(key) && taken.has(keyOf(key))),
    );
    existing.items.push(...foreign);
    return;
  }
  const metadata = doc.createNode({}) as YAMLMap;
  metadata.flow = false;
  metadata.items.push(...foreign);
  contents.items = contents.items.filter(({ key }) => keyOf(key) !== 'metadata');
  contents.items.push(doc.createPair('metadata', metadata));
}

/** The open layout wants one text of names with spaces between; none at all where the list is empty. */
function retellTools(contents: YAMLMap, tools: Item, names: unknown[]): void {
  if (names.length === 0) contents.items = contents.items.filter((pair) => pair !== tools);
  else if (isNode(tools.value)) {
    const told = new Scalar(names.join(' '));
    if (tools.value.comment) told.comment = tools.value.comment;
    tools.value = told;
  }
}

/** A last look before anything is written: the same keys with the same values, wherever they are. */
function saysTheSame(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return isDeepStrictEqual(flat(before), flat(after));
}

function flat({ metadata, 'allowed-tools': tools, ...top }: Record<string, unknown>): Record<string, unknown> {
  const names = Array.isArray(tools) ? tools.join(' ') : (tools ?? '');
  return { ...(metadata as Record<string, unknown> | null | undefined), ...top, 'allowed-tools': names };
}

function isEmpty(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'value' in node && node.value === null;
}

function keyOf(key: unknown): string {
  return String(typeof key === 'object' && key !== null && 'value' in key ? key.value : key);
}

/** Only a regular file is looked at and rewritten: renaming over a link would cut it. */
function readOwnFile(file: string): Buffer | null {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const read = readBoundedBytes(file, MAX_BYTES);
  return read.ok ? read.bytes : null;
}
