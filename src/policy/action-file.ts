import { createHash } from 'node:crypto';
import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { FACTS, SCORE_TERMS } from './action-facts.js';
import type { ActionWeights } from './action-model.js';
import { BLOCKS, WEIGHED } from './action-space.js';
import { DAMAGE } from './damage.js';
import { extract } from './features.js';
import type { RouteRow } from './index-layout.js';
import {
  isObject,
  isText,
  listOf,
  mapOf,
  misshapen,
  objectOf,
  pairOf,
  parsed,
  wholeWithin,
  within,
} from './meta-shape.js';
import { saidHash } from './rows-hash.js';

/** How utilities become a confidence, and when a decision is taken without asking. */
export interface ActionCalibration {
  /** Utilities are divided by it before the softmax. */
  readonly temperature: number;
  /** Confidence, 0..1, below which the user, or a model, is asked before a workflow is started. */
  readonly threshold: number;
  /** The same for what starts nothing: an answer from the store, an observation, open-ended work. */
  readonly answer_threshold: number;
  /** The same for cancelling, which cannot be taken back. */
  readonly cancel_threshold: number;
}

/** Where weights come from: enough to make them again. */
export interface Provenance {
  readonly stage: 'sft' | 'grpo' | 'dpo';
  /** Id of the weights this stage started from; null: from nothing. */
  readonly parent: string | null;
  readonly seed: number;
  /** sha256 of every file trained on, by its name. */
  readonly data: Readonly<Record<string, string>>;
}

export interface ActionPolicy {
  /** sha256 of the file, hex: two policies of the same id decide alike, bit for bit. */
  readonly id: string;
  readonly weights: ActionWeights;
  /** What people say for the built-in and the bundled types and for each intent: rows of every route index this policy decides by. Read when first asked for. */
  utterances(): readonly RouteRow[];
  /** The `saidHash` of each label's, in order of first occurrence. */
  readonly said: ReadonlyMap<string, string>;
  /** Names all of them: sha256, hex. */
  readonly utterances_hash: string;
  readonly calibration: ActionCalibration;
  /** What people say to cancel and for nothing else, as `textHash` names it: in these very words it need not be asked about. */
  readonly plain_cancels: readonly number[];
  readonly provenance: Provenance;
  /** The file. */
  readonly bytes: Uint8Array;
}

/** Not an action policy, or damaged, or trained for other features than this version's. Nothing of it may be used. */
export class PolicyFormatError extends ProductError {
  override readonly code = 'POLICY_FORMAT';

  /** `file`: which one it is; null where it has none yet. */
  constructor({ en, zh }: Said, file: string | null = null) {
    super({
      en: `The policy${file === null ? '' : ` ${file}`} cannot be used: ${en}. Use another one (\`policy list\`), or train it anew with \`policy train\`.`,
      zh: `策略${file === null ? '' : ` ${file} `}无法使用：${zh}。请换一个（\`policy list\`），或用 \`policy train\` 重新训练。`,
    });
  }
}

const MAGIC = 'ER-ACTS4';
/** Reads as another number on a machine with the other byte order. */
const BYTE_ORDER = 0x01020304;
const HASH_AT = 32;
const BODY_AT = 64;
const PROBE = '跑一下 checkout 的测试, then tell me how it went?';

interface Meta {
  calibration: ActionCalibration;
  plain_cancels: readonly number[];
  said: readonly (readonly [string, string])[];
  provenance: Provenance;
  /** Names of what the numbers belong to, in their order. */
  layout: Layout;
}

interface Layout {
  readonly blocks: readonly string[];
  readonly facts: readonly string[];
  readonly terms: readonly string[];
  /** Fingerprint of how a text is taken apart. */
  readonly features: string;
}

function currentLayout(): Layout {
  const { keys, values } = extract(PROBE);
  const features = createHash('sha256')
    .update(JSON.stringify([[...keys], [...values]]))
    .digest('hex')
    .slice(0, 16);
  return { blocks: BLOCKS, facts: FACTS.map(({ name }) => name), terms: SCORE_TERMS, features };
}

/**
 * The file: magic (8 bytes), then u32 byte order, length of meta, length of utterances, three unused; sha256 of everything else (32 bytes); meta as
 * JSON; utterances as JSON; terms f32; weights f32 × facts × blocks. Each part starts on a multiple of 8.
 */
function sections(metaLength: number, utterancesLength: number) {
  let at = BODY_AT;
  const take = (length: number) => {
    const start = at;
    at += Math.ceil(length / 8) * 8;
    return start;
  };
  return {
    meta: take(metaLength),
    utterances: take(utterancesLength),
    terms: take(TERMS * 4),
    rows: take(ROWS * 4),
    end: at,
  };
}

const TERMS = WEIGHED.length * SCORE_TERMS.length;
const ROWS = FACTS.length * BLOCKS.length;

export function packPolicy(
  weights: ActionWeights,
  said: Pick<ActionPolicy, 'plain_cancels'> & { readonly utterances: readonly RouteRow[] },
  calibration: ActionCalibration,
  provenance: Provenance,
): ActionPolicy {
  const { rows, terms } = weights;
  const { plain_cancels } = said;
  const meta = new TextEncoder().encode(
    JSON.stringify({
      calibration,
      plain_cancels,
      said: saidHashes(said.utterances),
      provenance,
      layout: currentLayout(),
    } satisfies Meta),
  );
  const utterances = new TextEncoder().encode(JSON.stringify(said.utterances));
  const at = sections(meta.length, utterances.length);
  const bytes = new Uint8Array(at.end);
  bytes.set(new TextEncoder().encode(MAGIC));
  new Uint32Array(bytes.buffer, 8, 3).set([BYTE_ORDER, meta.length, utterances.length]);
  bytes.set(meta, at.meta);
  bytes.set(utterances, at.utterances);
  new Float32Array(bytes.buffer, at.terms, terms.length).set(terms);
  new Float32Array(bytes.buffer, at.rows, rows.length).set(rows);
  bytes.set(digest(bytes), HASH_AT);
  return openPolicy(bytes);
}

function saidHashes(utterances: readonly RouteRow[]): [string, string][] {
  const labels = [...new Set(utterances.map(({ label }) => label))];
  return labels.map((label) => [label, saidHash(utterances.filter((row) => row.label === label))]);
}

/**
 * Reads a file as views over its bytes (copied only where they are not aligned to 8). The bytes must not be changed afterwards. `name`: what an
 * error calls the file.
 * @throws PolicyFormatError for anything but a whole, undamaged policy of this version's features.
 */
export function openPolicy(file: Uint8Array, name: string | null = null): ActionPolicy {
  if (file.length < BODY_AT) throw new PolicyFormatError(DAMAGE.short, name);
  const bytes = file.byteOffset % 8 === 0 ? file : file.slice();
  if (new TextDecoder('latin1').decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new PolicyFormatError(
      { en: 'it is not an action policy of this version', zh: '它不是当前版本的策略文件' },
      name,
    );
  }
  const [order = 0, metaLength = 0, saidLength = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset + 8, 3);
  if (order !== BYTE_ORDER) throw new PolicyFormatError(DAMAGE.byteOrder, name);
  const hash = digest(bytes);
  if (!hash.equals(bytes.subarray(HASH_AT, BODY_AT))) throw new PolicyFormatError(DAMAGE.checksum, name);
  const meta = readMeta(bytes.subarray(BODY_AT, BODY_AT + metaLength), name);
  if (JSON.stringify(meta.layout) !== JSON.stringify(currentLayout())) {
    throw new PolicyFormatError(
      {
        en: 'it was trained for other features than those of this version',
        zh: '训练它所用的特征与当前版本不同',
      },
      name,
    );
  }
  const at = sections(metaLength, saidLength);
  if (at.end !== bytes.length) throw new PolicyFormatError(DAMAGE.length(bytes.length, at.end), name);
  const start = bytes.byteOffset;
  const said = bytes.subarray(at.utterances, at.utterances + saidLength);
  let utterances: readonly RouteRow[] | null = null;
  return {
    id: hash.toString('hex'),
    weights: {
      terms: new Float32Array(bytes.buffer, start + at.terms, TERMS),
      rows: new Float32Array(bytes.buffer, start + at.rows, ROWS),
    },
    utterances: () => {
      utterances ??= readUtterances(said, name);
      return utterances;
    },
    said: new Map(meta.said),
    utterances_hash: createHash('sha256').update(JSON.stringify(meta.said)).digest('hex'),
    calibration: meta.calibration,
    plain_cancels: meta.plain_cancels,
    provenance: meta.provenance,
    bytes,
  };
}

const UINT32 = 2 ** 32 - 1;

/** A threshold above 1 is one that nothing reaches. */
const THRESHOLD = within(0, 2);

/** Of an `ActionCalibration`. */
export const CALIBRATION = objectOf({
  temperature: within(Number.MIN_VALUE, Number.MAX_VALUE),
  threshold: THRESHOLD,
  answer_threshold: THRESHOLD,
  cancel_threshold: THRESHOLD,
});

const META = {
  layout: isObject,
  calibration: CALIBRATION,
  plain_cancels: listOf(wholeWithin(0, UINT32)),
  said: listOf(pairOf(isText, isText)),
  provenance: objectOf({
    stage: (stage) => ['sft', 'grpo', 'dpo'].includes(stage as string),
    parent: (parent) => parent === null || isText(parent),
    seed: (seed) => typeof seed === 'number',
    data: mapOf(isText),
  }),
};

function readMeta(bytes: Uint8Array, name: string | null): Meta {
  const meta = parsed(bytes);
  const wrong = misshapen(meta, META);
  if (wrong !== null) throw new PolicyFormatError(DAMAGE.meta(wrong), name);
  return meta as Meta;
}

const isRow = objectOf({ label: isText, text: isText });

function readUtterances(bytes: Uint8Array, name: string | null): readonly RouteRow[] {
  const rows = parsed(bytes);
  if (!listOf(isRow)(rows)) throw new PolicyFormatError(DAMAGE.meta('utterances'), name);
  return rows as RouteRow[];
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes.subarray(0, HASH_AT)).update(bytes.subarray(BODY_AT)).digest();
}
