import { describe, expect, it } from 'vitest';
import { FACTS, SCORE_TERMS } from '../../src/policy/action-facts.js';
import { openPolicy, PolicyFormatError, packPolicy } from '../../src/policy/action-file.js';
import { BLOCKS, WEIGHED } from '../../src/policy/action-space.js';
import { POLICY_FILE, withMeta } from './forged.js';

const calibration = { temperature: 1, threshold: 0.5, answer_threshold: 0.4, cancel_threshold: 0.9 };
const provenance = { stage: 'sft', parent: null, seed: 1, data: { 'samples.jsonl': 'ab' } } as const;

const utterances = [
  { label: 'cancel', text: 'stop it', many: true },
  { label: 'intent:again', text: '再来一次', weight: 0.5, many: true },
] as const;

function policy() {
  return packPolicy(
    {
      rows: Float32Array.from({ length: FACTS.length * BLOCKS.length }, (_, at) => (at % 255) - 127),
      terms: new Float32Array(WEIGHED.length * SCORE_TERMS.length).fill(-0.5),
    },
    { utterances, plain_cancels: [7, 4_000_000_000] },
    calibration,
    provenance,
  );
}

describe('the policy file', () => {
  it('reads back as it was written', () => {
    const written = policy();
    const read = openPolicy(Uint8Array.from(written.bytes));
    expect({ ...read, utterances: null }).toEqual({ ...written, utterances: null });
    expect(read.utterances()).toEqual(utterances);
    expect(read.plain_cancels).toEqual([7, 4_000_000_000]);
    expect(read.calibration).toEqual(calibration);
    expect(read.provenance).toEqual(provenance);
  });

  it('is read from bytes at any alignment', () => {
    const { bytes, id } = policy();
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(openPolicy(shifted.subarray(3)).id).toBe(id);
  });

  it('is refused when one byte is changed, wherever', () => {
    const { bytes } = policy();
    for (let at = 0; at < bytes.length; at += 97) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => openPolicy(changed), `byte ${at}`).toThrow(PolicyFormatError);
    }
  });

  it('is refused when it is cut short, empty, or something else', () => {
    const { bytes } = policy();
    for (const wrong of [
      bytes.subarray(0, bytes.length - 8),
      bytes.subarray(0, 70),
      new Uint8Array(0),
      new Uint8Array(5000),
    ]) {
      expect(() => openPolicy(Uint8Array.from(wrong))).toThrow(PolicyFormatError);
    }
  });
});

describe('a policy file whose checksum is right and whose description is not', () => {
  type Meta = Record<string, unknown> & { calibration: Record<string, unknown>; provenance: Record<string, unknown> };

  const without =
    (key: string) =>
    ({ [key]: _gone, ...rest }: Meta) =>
      rest;
  const calibrated = (change: object) => (meta: Meta) => ({ ...meta, calibration: { ...meta.calibration, ...change } });

  it.each<[what: string, change: (meta: Meta) => unknown, named: string]>([
    ['lacks what people say', without('said'), 'said'],
    ['lacks its calibration', without('calibration'), 'calibration'],
    ['lacks where it comes from', without('provenance'), 'provenance'],
    ['lacks plain wishes to stop', without('plain_cancels'), 'plain_cancels'],
    ['lacks its layout', without('layout'), 'layout'],
    ['has a threshold that is a text', calibrated({ threshold: 'abc' }), 'calibration'],
    ['has a threshold below any confidence', calibrated({ threshold: -5 }), 'calibration'],
    ['has no threshold to cancel', calibrated({ cancel_threshold: null }), 'calibration'],
    ['has no temperature', calibrated({ temperature: 0 }), 'calibration'],
    ['says something for no label', (meta) => ({ ...meta, said: [['cancel']] }), 'said'],
    ['has words that are no hash', (meta) => ({ ...meta, plain_cancels: [-1] }), 'plain_cancels'],
    ['comes from nowhere', (meta) => ({ ...meta, provenance: { ...meta.provenance, stage: 'x' } }), 'provenance'],
    ['is a list', () => [], 'JSON'],
    ['is null', () => null, 'JSON'],
  ])('is refused when it %s', (_what, change, named) => {
    const forged = withMeta(policy().bytes, POLICY_FILE, (text) => JSON.stringify(change(JSON.parse(text) as Meta)));
    expect(() => openPolicy(forged)).toThrow(PolicyFormatError);
    expect(() => openPolicy(forged)).toThrow(`its description is malformed (${named})`);
  });

  it('is refused when it is no JSON', () => {
    const forged = withMeta(policy().bytes, POLICY_FILE, (text) => text.slice(0, -1));
    expect(() => openPolicy(forged)).toThrow('its description is malformed (JSON)');
  });

  it('is read where only the order of its keys is another', () => {
    const turned = withMeta(policy().bytes, POLICY_FILE, (text) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as Meta).reverse())),
    );
    expect(openPolicy(turned).calibration).toEqual(calibration);
  });
});
