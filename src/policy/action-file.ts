import { createHash } from 'node:crypto';
import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { FACTS, SCORE_TERMS } from './action-facts.js';
import type { ActionWeights } from './action-model.js';
import { BLOCKS, SCORED } from './action-space.js';
import { DAMAGE } from './damage.js';
import { extract } from './features.js';

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
  readonly calibration: ActionCalibration;
  readonly provenance: Provenance;
  /** The file. */
  readonly bytes: Uint8Array;
}

/** Not an action policy, or damaged, or trained for other features than this version's. Nothing of it may be used. */
export class PolicyFormatError extends ProductError {
  override readonly code = 'POLICY_FORMAT';

  constructor({ en, zh }: Said) {
    super({
      en: `the policy cannot be used: ${en}. Use another one (\`policy list\`), or train it anew with \`policy train\`.`,
      zh: `策略无法使用：${zh}。请换一个（\`policy list\`），或用 \`policy train\` 重新训练。`,
    });
  }
}

const MAGIC = 'ER-ACTS1';
/** Reads as another number on a machine with the other byte order. */
const BYTE_ORDER = 0x01020304;
const HASH_AT = 32;
const BODY_AT = 64;
const PROBE = '跑一下 checkout 的测试, then tell me how it went?';

interface Meta {
  calibration: ActionCalibration;
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
  return { blocks: BLOCKS, facts: FACTS, terms: SCORE_TERMS, features };
}

/**
 * The file: magic (8 bytes), then u32 byte order, length of meta, n-grams, table slots, two unused; sha256 of everything else (32 bytes); meta as
 * JSON; table u32 × 2 × slots, idf f32 × n-grams, scale f32 × rows, terms f32, weights i8 × rows × blocks; rows = n-grams + facts. Each part starts
 * on a multiple of 8.
 */
function sections(metaLength: number, words: number, slots: number) {
  let at = BODY_AT;
  const take = (length: number) => {
    const start = at;
    at += Math.ceil(length / 8) * 8;
    return start;
  };
  const rows = words + FACTS.length;
  return {
    meta: take(metaLength),
    table: take(slots * 8),
    idf: take(words * 4),
    scale: take(rows * 4),
    terms: take(SCORED.length * SCORE_TERMS.length * 4),
    rows: take(rows * BLOCKS.length),
    end: at,
  };
}

export function packPolicy(
  { table, idf, scale, rows, terms }: ActionWeights,
  calibration: ActionCalibration,
  provenance: Provenance,
): ActionPolicy {
  const meta = new TextEncoder().encode(
    JSON.stringify({ calibration, provenance, layout: currentLayout() } satisfies Meta),
  );
  const at = sections(meta.length, idf.length, table.length / 2);
  const bytes = new Uint8Array(at.end);
  bytes.set(new TextEncoder().encode(MAGIC));
  new Uint32Array(bytes.buffer, 8, 4).set([BYTE_ORDER, meta.length, idf.length, table.length / 2]);
  bytes.set(meta, at.meta);
  new Uint32Array(bytes.buffer, at.table, table.length).set(table);
  new Float32Array(bytes.buffer, at.idf, idf.length).set(idf);
  new Float32Array(bytes.buffer, at.scale, scale.length).set(scale);
  new Float32Array(bytes.buffer, at.terms, terms.length).set(terms);
  new Int8Array(bytes.buffer, at.rows, rows.length).set(rows);
  bytes.set(digest(bytes), HASH_AT);
  return openPolicy(bytes);
}

/**
 * Reads a file as views over its bytes (copied only where they are not aligned to 8). The bytes must not be changed afterwards.
 * @throws PolicyFormatError for anything but a whole, undamaged policy of this version's features.
 */
export function openPolicy(file: Uint8Array): ActionPolicy {
  if (file.length < BODY_AT) throw new PolicyFormatError(DAMAGE.short);
  const bytes = file.byteOffset % 8 === 0 ? file : file.slice();
  if (new TextDecoder('latin1').decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new PolicyFormatError({ en: 'it is not an action policy of this version', zh: '它不是当前版本的策略文件' });
  }
  const [order = 0, metaLength = 0, words = 0, slots = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset + 8, 4);
  if (order !== BYTE_ORDER) throw new PolicyFormatError(DAMAGE.byteOrder);
  const hash = digest(bytes);
  if (!hash.equals(bytes.subarray(HASH_AT, BODY_AT))) throw new PolicyFormatError(DAMAGE.checksum);
  const meta = JSON.parse(new TextDecoder().decode(bytes.subarray(BODY_AT, BODY_AT + metaLength))) as Meta;
  if (JSON.stringify(meta.layout) !== JSON.stringify(currentLayout())) {
    throw new PolicyFormatError({
      en: 'it was trained for other features than those of this version',
      zh: '训练它所用的特征与当前版本不同',
    });
  }
  const at = sections(metaLength, words, slots);
  if (at.end !== bytes.length) throw new PolicyFormatError(DAMAGE.length(bytes.length, at.end));
  const start = bytes.byteOffset;
  return {
    id: hash.toString('hex'),
    weights: {
      table: new Uint32Array(bytes.buffer, start + at.table, slots * 2),
      idf: new Float32Array(bytes.buffer, start + at.idf, words),
      scale: new Float32Array(bytes.buffer, start + at.scale, words + FACTS.length),
      terms: new Float32Array(bytes.buffer, start + at.terms, SCORED.length * SCORE_TERMS.length),
      rows: new Int8Array(bytes.buffer, start + at.rows, (words + FACTS.length) * BLOCKS.length),
    },
    calibration: meta.calibration,
    provenance: meta.provenance,
    bytes,
  };
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes.subarray(0, HASH_AT)).update(bytes.subarray(BODY_AT)).digest();
}
