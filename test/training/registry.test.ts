import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPolicy, packPolicy } from '../../src/policy/action-file.js';
import { trainAndKeep, usePolicy } from '../../src/training/commands.js';
import { type PolicyMetrics, policyRecord, shortId } from '../../src/training/policy-record.js';
import {
  activePolicy,
  addPolicy,
  choosePolicy,
  findPolicy,
  listPolicies,
  type PolicyFolders,
  rollBackPolicy,
} from '../../src/training/registry.js';
import { workspace } from '../harness/workspace.js';
import { PROTOCOL, SHIPPED } from './folders.js';

const [file = ''] = (await readdir(SHIPPED)).filter((name) => name.endsWith('.bin'));
const shipped = openPolicy(await readFile(join(SHIPPED, file)));
/** The shipped weights under another seed: another policy that decides alike. */
const other = packPolicy(shipped.weights, { ...shipped, utterances: shipped.utterances() }, shipped.calibration, {
  ...shipped.provenance,
  seed: 99,
});
const otherId = shortId(other);
let folders: PolicyFolders;

beforeEach(async () => {
  folders = { shipped: SHIPPED, own: join(await workspace(), 'policies') };
  await addPolicy(folders, other, policyRecord(other, {}));
});

it('looks whether a trained policy can be kept before it is trained', async () => {
  const taken = join(await workspace(), 'file');
  await writeFile(taken, '');
  const training = trainAndKeep({ shipped: SHIPPED, own: join(taken, 'policies') }, PROTOCOL, null, {
    worker: '/there/is/no/worker',
    signal: new AbortController().signal,
  });
  await expect(training).rejects.toMatchObject({ code: 'POLICY_NOT_KEPT' });
});

const deciding = async () => shortId((await activePolicy(folders)).policy);

describe('the policy registry', () => {
  it('lets the shipped policy decide until another is used, and goes back step by step', async () => {
    expect(await deciding()).toBe(shortId(shipped));
    expect(await choosePolicy(folders, otherId.slice(0, 6))).toBe(otherId);
    expect(await deciding()).toBe(otherId);
    await choosePolicy(folders, shortId(shipped));
    expect(await rollBackPolicy(folders)).toBe(otherId);
    expect(await rollBackPolicy(folders)).toBe(shortId(shipped));
    await expect(rollBackPolicy(folders)).rejects.toMatchObject({ code: 'NOTHING_TO_ROLL_BACK' });
  });

  it('lists both with their records, and marks the one that decides', async () => {
    await choosePolicy(folders, otherId);
    expect(await listPolicies(folders)).toMatchObject([
      { id: shortId(shipped), source: 'shipped', active: false, record: { stage: 'sft' } },
      { id: otherId, source: 'own', active: true, record: { seed: 99 } },
    ]);
  });

  it('refuses damaged weights, and passes over chosen ones that became damaged, with a note', async () => {
    await choosePolicy(folders, otherId);
    const bytes = Uint8Array.from(other.bytes);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] as number) ^ 0xff;
    await writeFile(join(folders.own, `${otherId}.bin`), bytes);
    const { policy, source, note } = await activePolicy(folders);
    expect([shortId(policy), source]).toEqual([shortId(shipped), 'shipped']);
    expect(note?.en).toContain(otherId);
    expect(note?.zh).toContain(otherId);
    await expect(findPolicy(folders, otherId)).rejects.toMatchObject({ code: 'POLICY_FORMAT' });
    expect(await listPolicies(folders)).toMatchObject([
      { id: shortId(shipped), active: true, problem: null },
      { id: otherId, active: false, problem: { en: expect.any(String), zh: expect.any(String) } },
    ]);
  });

  it('refuses weights under the name of others', async () => {
    await mkdir(folders.own, { recursive: true });
    await copyFile(join(SHIPPED, file), join(folders.own, `${otherId}.bin`));
    await expect(choosePolicy(folders, otherId)).rejects.toMatchObject({ code: 'POLICY_FORMAT' });
    expect(await deciding()).toBe(shortId(shipped));
  });

  it('takes a choice that cannot be read, or whose file is gone, for none, and says so', async () => {
    for (const broken of [
      '{"active": "00',
      'null',
      '"x"',
      '{"active": 7}',
      '{"active": "../x"}',
      '{"active": "\\u0000"}',
    ]) {
      await writeFile(join(folders.own, 'active.json'), broken);
      expect(await activePolicy(folders), broken).toMatchObject({
        source: 'shipped',
        note: { en: expect.stringContaining('active.json'), zh: expect.stringContaining('active.json') },
      });
    }
    await writeFile(join(folders.own, 'active.json'), '{"active": "0011223344556677", "before": []}');
    expect(await activePolicy(folders)).toMatchObject({
      source: 'shipped',
      note: { en: expect.stringContaining('does not exist') },
    });
  });

  it('has one of the same bytes once, the shipped one', async () => {
    await addPolicy(folders, shipped, policyRecord(shipped, {}));
    const ids = (await listPolicies(folders)).map(({ id, source }) => [id, source]);
    expect(ids).toEqual([
      [shortId(shipped), 'shipped'],
      [otherId, 'own'],
    ]);
    expect(await choosePolicy(folders, shortId(shipped).slice(0, 6))).toBe(shortId(shipped));
  });

  it('names only those that digits may mean', async () => {
    const twins = [`${otherId.slice(0, 4)}000000000000`, `${otherId.slice(0, 4)}ffffffffffff`];
    for (const id of twins) await copyFile(join(folders.own, `${otherId}.bin`), join(folders.own, `${id}.bin`));
    await addPolicy(folders, shipped, policyRecord(shipped, {}));
    const said = [twins[0], otherId, twins[1]].join(', ');
    await expect(choosePolicy(folders, otherId.slice(0, 4))).rejects.toMatchObject({
      code: 'POLICY_AMBIGUOUS',
      said: { en: expect.stringContaining(`: ${said}.`), zh: expect.stringContaining(said) },
    });
  });

  it.each([
    { own: 0.4, how: 'far below', warns: true },
    { own: 1, how: 'not below', warns: false },
  ])('lets one decide that is $how the shipped one, and warns of it: $warns', async ({ own, warns }) => {
    const usual = (await listPolicies(folders)).find(({ source }) => source === 'shipped')?.record?.metrics.holdout;
    const holdout = { ...(usual as PolicyMetrics), target_accuracy: own };
    await addPolicy(folders, other, { ...policyRecord(other, {}), metrics: { holdout } });
    const told: string[] = [];
    expect(await usePolicy(folders, otherId, ({ en, zh }) => void told.push(en, zh))).toBe(otherId);
    expect(await deciding()).toBe(otherId);
    expect(told).toHaveLength(warns ? 2 : 0);
    for (const text of told) expect(text).toContain('40.0 %');
  });

  /** What stands where a file should. A folder cannot be read by anybody, root included. */
  const unreadable = {
    folder: (path: string) => mkdir(path),
    pipe: async (path: string) => void execFileSync('mkfifo', [path]),
    link: (path: string) => symlink(path, path),
  };

  it.each(Object.entries(unreadable))(
    'lets the shipped one decide, with a note, where a %s is the weights',
    async (_what, put) => {
      await choosePolicy(folders, otherId);
      const weights = join(folders.own, `${otherId}.bin`);
      await rm(weights);
      await put(weights);
      expect(await activePolicy(folders)).toMatchObject({
        source: 'shipped',
        note: { en: expect.stringContaining(`${otherId}.bin`), zh: expect.stringContaining(`${otherId}.bin`) },
      });
      await expect(choosePolicy(folders, otherId)).rejects.toMatchObject({ code: 'POLICY_FORMAT' });
    },
  );

  it.each(Object.entries(unreadable))(
    'lets the shipped one decide, with a note, where a %s is the choice',
    async (_what, put) => {
      await put(join(folders.own, 'active.json'));
      expect(await activePolicy(folders)).toMatchObject({
        source: 'shipped',
        note: { en: expect.stringContaining('active.json') },
      });
    },
  );

  it('lists what there is, and lets another be used, where the shipped one came damaged', async () => {
    folders = { ...folders, shipped: await workspace() };
    await writeFile(join(folders.shipped, file), 'no weights');
    expect(await listPolicies(folders)).toMatchObject([
      { source: 'shipped', active: false, problem: { en: expect.any(String), zh: expect.any(String) } },
      { id: otherId, active: false, problem: null },
    ]);
    expect(await choosePolicy(folders, otherId)).toBe(otherId);
    expect((await listPolicies(folders)).map(({ active }) => active)).toEqual([false, true]);
    await expect(rollBackPolicy(folders)).rejects.toMatchObject({ code: 'NOTHING_TO_ROLL_BACK' });
  });

  it('says so where a choice cannot be written', async () => {
    await mkdir(join(folders.own, 'active.json'));
    await expect(choosePolicy(folders, otherId)).rejects.toMatchObject({ code: 'POLICY_NOT_KEPT' });
    expect((await readdir(folders.own)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('rolls back only to what can be used', async () => {
    const junk = [otherId, 7, '../x', { a: 1 }, 'ffffffffffffffff', null, '0011223344556677', []];
    await writeFile(join(folders.own, 'active.json'), JSON.stringify({ active: otherId, before: junk }));
    expect(await rollBackPolicy(folders)).toBe(shortId(shipped));
    expect(await rollBackPolicy(folders)).toBe(otherId);
    await expect(rollBackPolicy(folders)).rejects.toMatchObject({ code: 'NOTHING_TO_ROLL_BACK' });
    expect(await activePolicy(folders)).toMatchObject({ source: 'own', note: null });
  });

  it('names the policies there are when asked for one it does not have', async () => {
    for (const unknown of ['ffff', '', '../x']) {
      await expect(findPolicy(folders, unknown)).rejects.toMatchObject({ code: 'POLICY_UNKNOWN' });
    }
  });
});
