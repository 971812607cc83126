import { join } from 'node:path';
import { readBoundedText } from '../config/bounded-file.js';
import type { Said } from '../errors/said.js';
import { type ActionPolicy, PolicyFormatError } from '../policy/action-file.js';
import { idsIn, MOST_BYTES, readPolicy, readRecord, replace } from './policy-files.js';
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
  /** Null where the record is missing or not of its form. */
  readonly record: PolicyRecord | null;
  /** Why a record that is there is taken for none; null: it is not. */
  readonly unread: Said | null;
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
 * The policy that decides. A chosen one that cannot be read, is damaged or of another version is passed over for the shipped one, with a note.
 * `known`: the answer of an earlier call, which is given again as long as it is still the one chosen; its weights are then not read anew.
 */
export async function activePolicy(folders: PolicyFolders, known: ActivePolicy | null = null): Promise<ActivePolicy> {
  const { active, unread } = await readChoice(folders);
  if (known !== null && known.note === null && unread === null && (await isChosen(folders, active, known)))
    return known;
  if (active === null) return { policy: await shippedPolicy(folders), source: 'shipped', note: unread };
  const own = await tried(readPolicy(folders.own, active));
  if (own.problem === null) return { policy: own.found, source: 'own', note: null };
  const policy = await shippedPolicy(folders);
  const note = {
    en: `${own.problem.en} The shipped one (${shortId(policy)}) decides.`,
    zh: `${own.problem.zh}由附带的策略（${shortId(policy)}）判断。`,
  };
  return { policy, source: 'shipped', note };
}

type Tried<T> = { readonly found: T; readonly problem: null } | { readonly found: null; readonly problem: Said };

/** What was opened, or why it cannot be used. */
async function tried<T>(opening: Promise<T>): Promise<Tried<T>> {
  try {
    return { found: await opening, problem: null };
  } catch (error) {
    if (error instanceof PolicyFormatError) return { found: null, problem: error.said };
    throw error;
  }
}

async function isChosen(folders: PolicyFolders, active: string | null, known: ActivePolicy): Promise<boolean> {
  const id = shortId(known.policy);
  if (known.source === 'own') return active === id;
  return active === null && (await idsIn(folders.shipped))[0] === id;
}

/** Those there are, each once: an own one of the same id as a shipped one is the same bytes. */
export async function listPolicies(folders: PolicyFolders): Promise<ListedPolicy[]> {
  const { found: deciding } = await tried(activePolicy(folders));
  const shipped = (await idsIn(folders.shipped)).map((id) => ({ id, source: 'shipped' as const }));
  const own = (await idsIn(folders.own))
    .filter((id) => shipped.every((one) => one.id !== id))
    .map((id) => ({ id, source: 'own' as const }));
  return await Promise.all(
    [...shipped, ...own].map(async ({ id, source }) => ({
      id,
      source,
      active: deciding !== null && id === shortId(deciding.policy),
      problem: (await tried(readPolicy(folders[source], id))).problem,
      ...(await readRecord(folders[source], id)),
    })),
  );
}

/** One policy by the first digits of its id. Throws PolicyUnknownError, PolicyAmbiguousError, PolicyFormatError. */
export async function findPolicy(
  folders: PolicyFolders,
  id: string,
): Promise<Pick<ListedPolicy, 'source' | 'record' | 'unread'> & { readonly policy: ActionPolicy }> {
  const all = await listPolicies(folders);
  const found = all.filter((each) => id !== '' && each.id.startsWith(id));
  const [one, ...others] = found;
  if (one === undefined) throw new PolicyUnknownError(id, all.map(idOf));
  if (others.length > 0) throw new PolicyAmbiguousError(id, found.map(idOf));
  const { source, record, unread } = one;
  return { policy: await readPolicy(folders[source], one.id), source, record, unread };
}

const idOf = ({ id }: ListedPolicy): string => id;

/** Keeps a policy; the same one twice is kept once. It does not decide until it is used. */
export async function addPolicy(folders: PolicyFolders, policy: ActionPolicy, record: PolicyRecord): Promise<void> {
  await replace(join(folders.own, `${record.id}.json`), `${JSON.stringify(record, null, 2)}\n`);
  await replace(join(folders.own, `${record.id}.bin`), policy.bytes);
}

/** From now on this policy decides. It is opened first: weights that cannot be used are not chosen. Returns its id. */
export async function choosePolicy(folders: PolicyFolders, id: string): Promise<string> {
  const { policy, source } = await findPolicy(folders, id);
  const chosen = source === 'shipped' ? null : shortId(policy);
  const { active, before, unread } = await readChoice(folders);
  if (active !== chosen) await writeChoice(folders, { active: chosen, before: [...before, active] });
  else if (unread !== null) await writeChoice(folders, { active, before });
  return shortId(policy);
}

/** Back to what decided before the last `use`; what cannot be used any more is passed over. Returns its id. */
export async function rollBackPolicy(folders: PolicyFolders): Promise<string> {
  const { before } = await readChoice(folders);
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const active = before[at] ?? null;
    const { found } = await tried(active === null ? shippedPolicy(folders) : readPolicy(folders.own, active));
    if (found === null) continue;
    await writeChoice(folders, { active, before: before.slice(0, at) });
    return shortId(found);
  }
  const { policy } = await activePolicy(folders);
  throw new NothingToRollBackError(shortId(policy));
}

/** The one that comes with the product. */
export async function shippedPolicy({ shipped }: Pick<PolicyFolders, 'shipped'>): Promise<ActionPolicy> {
  const [id] = await idsIn(shipped);
  if (id === undefined) throw new PolicyFormatError(noneIn(shipped));
  return await readPolicy(shipped, id);
}

function noneIn(folder: string): Said {
  return {
    en: `there is none in ${folder}; the installation is not complete`,
    zh: `${folder} 中没有策略，安装不完整`,
  };
}

const CHOICE_FILE = 'active.json';

/** A choice that cannot be read is no choice. */
async function readChoice({ own }: PolicyFolders): Promise<ReadChoice> {
  const file = join(own, CHOICE_FILE);
  const read = readBoundedText(file, MOST_BYTES);
  if (!read.ok && read.refusal.reason === 'missing') return { ...SHIPPED, unread: null };
  const choice = read.ok ? choiceIn(read.text) : null;
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
  if (!isId(active)) return null;
  return { active, before: Array.isArray(before) ? before.filter(isId) : [] };
}

const isId = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && /^[0-9a-f]{16}$/.test(value));

async function writeChoice({ own }: PolicyFolders, choice: Choice): Promise<void> {
  await replace(join(own, CHOICE_FILE), `${JSON.stringify(choice)}\n`);
}
