import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Said } from '../errors/said.js';
import { type ActionPolicy, openPolicy, PolicyFormatError } from '../policy/action-file.js';
import { type PolicyRecord, shortId } from './policy-record.js';
import { choiceUnread, NothingToRollBackError, PolicyAmbiguousError, PolicyUnknownError } from './registry-errors.js';

/** Where policies are kept: `<id>.bin` with `<id>.json` beside it. The installation's folder also holds `active.json`. */
export interface PolicyFolders {
  /** Comes with the product; never written. */
  readonly shipped: string;
  readonly own: string;
}

export interface ActivePolicy {
  readonly policy: ActionPolicy;
  readonly source: PolicySource;
  /** Why another policy than the chosen one decides; null: the chosen one does. */
  readonly note: Said | null;
}

export type PolicySource = 'shipped' | 'own';

export interface ListedPolicy {
  readonly id: string;
  readonly source: PolicySource;
  /** It decides: where the chosen one cannot be used, the one that decides in its place. */
  readonly active: boolean;
  /** Why it cannot be used; null: it can. */
  readonly problem: Said | null;
  /** Null where the record is missing or cannot be read. */
  readonly record: PolicyRecord | null;
}

/** What was chosen, and what before that, newest last. Null: the shipped one. */
interface Choice {
  active: string | null;
  before: (string | null)[];
}

interface ReadChoice extends Choice {
  /** Why the choice that was made could not be read. */
  unread: Said | null;
}

const SHIPPED: Choice = { active: null, before: [] };

/**
 * The policy that decides. A chosen one that is missing, damaged or of another version is passed over for the shipped one, with a note.
 * `known`: the answer of an earlier call, which is given again as long as it is still the one chosen; its weights are then not read anew.
 */
export async function activePolicy(folders: PolicyFolders, known: ActivePolicy | null = null): Promise<ActivePolicy> {
  const { active, unread } = await readChoice(folders);
  if (known !== null && known.note === null && unread === null && (await isChosen(folders, active, known)))
    return known;
  if (active === null) return { policy: await shippedPolicy(folders), source: 'shipped', note: unread };
  try {
    return { policy: await readPolicy(folders.own, active), source: 'own', note: null };
  } catch (error) {
    const why = whyUnusable(error);
    const policy = await shippedPolicy(folders);
    const note = {
      en: `Policy ${active}: ${why.en} The shipped one (${shortId(policy)}) decides.`,
      zh: `策略 ${active}：${why.zh}由附带的策略（${shortId(policy)}）判断。`,
    };
    return { policy, source: 'shipped', note };
  }
}

/** Throws what is no fault of a policy's file. */
function whyUnusable(error: unknown): Said {
  if (error instanceof PolicyFormatError) return error.said;
  if (isMissing(error)) return { en: 'its file is missing.', zh: '它的文件不存在。' };
  throw error;
}

async function isChosen(folders: PolicyFolders, active: string | null, known: ActivePolicy): Promise<boolean> {
  const id = shortId(known.policy);
  if (known.source === 'own') return active === id;
  return active === null && (await idsIn(folders.shipped))[0] === id;
}

/** Those there are, each once: an own one of the same id as a shipped one is the same bytes. */
export async function listPolicies(folders: PolicyFolders): Promise<ListedPolicy[]> {
  const deciding = shortId((await activePolicy(folders)).policy);
  const shipped = (await idsIn(folders.shipped)).map((id) => ({ id, source: 'shipped' as const }));
  const own = (await idsIn(folders.own))
    .filter((id) => shipped.every((one) => one.id !== id))
    .map((id) => ({ id, source: 'own' as const }));
  return await Promise.all(
    [...shipped, ...own].map(async ({ id, source }) => ({
      id,
      source,
      active: id === deciding,
      problem: await problemOf(folders[source], id),
      record: await readRecord(folders[source], id),
    })),
  );
}

async function problemOf(folder: string, id: string): Promise<Said | null> {
  try {
    await readPolicy(folder, id);
    return null;
  } catch (error) {
    return whyUnusable(error);
  }
}

/** One policy by the first digits of its id. Throws PolicyUnknownError, PolicyAmbiguousError, PolicyFormatError. */
export async function findPolicy(
  folders: PolicyFolders,
  id: string,
): Promise<{ policy: ActionPolicy; source: PolicySource; record: PolicyRecord | null }> {
  const all = await listPolicies(folders);
  const found = all.filter((each) => id !== '' && each.id.startsWith(id));
  const [one, ...others] = found;
  if (one === undefined) throw new PolicyUnknownError(id, all.map(idOf));
  if (others.length > 0) throw new PolicyAmbiguousError(id, found.map(idOf));
  return { policy: await readPolicy(folders[one.source], one.id), source: one.source, record: one.record };
}

const idOf = ({ id }: ListedPolicy): string => id;

/** Keeps a policy; the same one twice is kept once. It does not decide until it is used. */
export async function addPolicy(folders: PolicyFolders, policy: ActionPolicy, record: PolicyRecord): Promise<void> {
  await mkdir(folders.own, { recursive: true });
  await replace(join(folders.own, `${record.id}.json`), `${JSON.stringify(record, null, 2)}\n`);
  await replace(join(folders.own, `${record.id}.bin`), policy.bytes);
}

/** From now on this policy decides. It is opened first: weights that cannot be used are not chosen. Returns its id. */
export async function choosePolicy(folders: PolicyFolders, id: string): Promise<string> {
  const { policy, source } = await findPolicy(folders, id);
  const chosen = source === 'shipped' ? null : shortId(policy);
  const choice = await readChoice(folders);
  if (choice.active !== chosen)
    await writeChoice(folders, { active: chosen, before: [...choice.before, choice.active] });
  return shortId(policy);
}

/** Back to what decided before the last `use`. Returns its id. */
export async function rollBackPolicy(folders: PolicyFolders): Promise<string> {
  const choice = await readChoice(folders);
  const previous = choice.before.at(-1);
  if (previous === undefined) {
    const { policy } = await activePolicy(folders);
    throw new NothingToRollBackError(shortId(policy));
  }
  await writeChoice(folders, { active: previous, before: choice.before.slice(0, -1) });
  return shortId((await activePolicy(folders)).policy);
}

/** The one that comes with the product. */
export async function shippedPolicy({ shipped }: Pick<PolicyFolders, 'shipped'>): Promise<ActionPolicy> {
  const [id] = await idsIn(shipped);
  if (id === undefined) throw new PolicyFormatError(noneIn(shipped));
  return await readPolicy(shipped, id);
}

/** A file under another name than its hash's was swapped or renamed: it is refused. */
async function readPolicy(folder: string, id: string): Promise<ActionPolicy> {
  const policy = openPolicy(await readFile(join(folder, `${id}.bin`)));
  const held = shortId(policy);
  if (held === id) return policy;
  throw new PolicyFormatError({
    en: `${id}.bin holds the weights of ${held}`,
    zh: `${id}.bin 中是 ${held} 的权重`,
  });
}

function noneIn(folder: string): Said {
  return {
    en: `there is none in ${folder}; the installation is not complete`,
    zh: `${folder} 中没有策略，安装不完整`,
  };
}

async function readRecord(folder: string, id: string): Promise<PolicyRecord | null> {
  try {
    return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as PolicyRecord;
  } catch {
    return null;
  }
}

async function idsIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith('.bin'))
      .map((name) => name.slice(0, -'.bin'.length))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const CHOICE_FILE = 'active.json';

/** A choice that cannot be read is no choice. */
async function readChoice({ own }: PolicyFolders): Promise<ReadChoice> {
  const file = join(own, CHOICE_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { ...SHIPPED, unread: null };
    throw error;
  }
  const choice = choiceIn(text);
  return choice === null ? { ...SHIPPED, unread: choiceUnread(file) } : { ...choice, unread: null };
}

/** Null where the text is no choice of ours. */
function choiceIn(text: string): Choice | null {
  let read: Partial<Choice> | null;
  try {
    read = JSON.parse(text) as Partial<Choice> | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { active = null, before = [] } = read;
  if (active !== null && typeof active !== 'string') return null;
  return { active, before: Array.isArray(before) ? before : [] };
}

async function writeChoice({ own }: PolicyFolders, choice: Choice): Promise<void> {
  await mkdir(own, { recursive: true });
  await replace(join(own, CHOICE_FILE), `${JSON.stringify(choice)}\n`);
}

async function replace(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
