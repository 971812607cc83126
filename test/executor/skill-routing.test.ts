import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chooseSkill, SKILL_MARGIN, type SkillChoice } from '../../src/executor/choose-skill.js';
import { skillColumns, skillTexts } from '../../src/executor/skill-rows.js';
import { packageRows, score, trainIndex } from '../../src/policy/route-index.js';
import type { Catalog, Package } from '../../src/skills/package.js';
import { readCatalog } from '../../src/skills/read-catalog.js';

const BUNDLED = fileURLToPath(new URL('../../skills', import.meta.url));
const FIXTURE = fileURLToPath(new URL('../fixtures/skill-requests.json', import.meta.url));

interface Described {
  description: string | null;
  when_to_use: string | null;
  examples: string[];
  requests: string[];
}

const { skills, elsewhere } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as {
  skills: Record<string, Described>;
  elsewhere: string[];
};

/** The bundled packages, and the skills of the fixture beside them. */
async function catalog(changes: (pkg: Package) => Package = (pkg) => pkg): Promise<Catalog> {
  const bundled = await readCatalog({ bundled: BUNDLED, user: null }, { strict: true });
  const pattern = bundled.packages.find(({ name }) => name === 'greeting_guide');
  if (pattern === undefined) throw new Error('greeting_guide is not bundled');
  const others = Object.entries(skills).flatMap(([name, { description, when_to_use, examples }]) => {
    if (description === null || when_to_use === null) return [];
    const texts = examples.map((text) => ({ text, lang: null, params: null }));
    return [{ ...pattern, name, description, when_to_use, examples: texts }];
  });
  return { ...bundled, packages: [...bundled.packages, ...others].map(changes) };
}

function chooser(of: Catalog): (text: string) => SkillChoice {
  const index = trainIndex(skillColumns(of).flatMap(packageRows));
  return (text) => chooseSkill(of, score(index, text));
}

describe('choosing among 10 skills', () => {
  it('finds the skill of 20 requests each, seldom another one, and hardly ever one for other work', async () => {
    const all = await catalog();
    const choose = chooser(all);
    const trained = new Set(
      skillColumns(all)
        .flatMap(packageRows)
        .map(({ text }) => text),
    );
    let [right, wrong, missed, false_triggers] = [0, 0, 0, 0];
    const reasons = new Map<string, number>();
    const misses: string[] = [];
    for (const [name, { requests }] of Object.entries(skills)) {
      for (const text of requests) {
        expect(trained.has(text), `${text} is an example`).toBe(false);
        const { chosen, reason, nearest } = choose(text);
        if (chosen?.name === name) right += 1;
        else if (chosen !== null) wrong += 1;
        else missed += 1;
        if (chosen?.name !== name) misses.push(`${name}: ${text} → ${chosen?.name ?? reason}`);
        // Nothing is passed over in silence.
        if (chosen === null) expect(reason).toMatch(/^SKILL_NOT_/);
        if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        expect(nearest.length).toBeLessThanOrEqual(3);
      }
    }
    for (const text of elsewhere) {
      const { chosen, reason } = choose(text);
      if (chosen !== null) {
        false_triggers += 1;
        misses.push(`elsewhere: ${text} → ${chosen.name}`);
      } else reasons.set(String(reason), (reasons.get(String(reason)) ?? 0) + 1);
    }
    const count = right + wrong + missed;
    console.log(
      `skills at margin ${SKILL_MARGIN}: recall ${((100 * right) / count).toFixed(1)} % of ${count}, another skill ${wrong}, ` +
        `false triggers ${((100 * false_triggers) / elsewhere.length).toFixed(1)} % of ${elsewhere.length}; ` +
        `not run: ${[...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ')}\n${misses.join('\n')}`,
    );
    expect(count).toBe(200);
    expect(right / count).toBeGreaterThan(0.78);
    expect(wrong / count).toBeLessThan(0.02);
    expect(false_triggers / elsewhere.length).toBeLessThan(0.04);
  });

  it('never leaves a skill for a task type: those requests are the controller’s', async () => {
    const choose = chooser(await catalog());
    const texts = [
      'run the functional tests',
      '压测一下首页接口',
      'check the disk space of the hosts',
      '发布前检查一遍',
    ];
    expect(texts.map((text) => choose(text).chosen)).toEqual([null, null, null, null]);
  });
});

describe('a skill that is not run', () => {
  it('has a reason: there is none, it is text for a model, none is near enough, something else is nearer', async () => {
    const all = await catalog();
    const none = { ...all, packages: all.packages.filter(({ kind }) => kind !== 'executor') };
    expect(chooser(none)('who are you')).toEqual({ chosen: null, reason: 'NO_SKILL', nearest: [] });
    const texts = await catalog((pkg) => (pkg.kind === 'executor' ? { ...pkg, launch: null } : pkg));
    const needing = chooser(texts)('merge these PDF files');
    expect(needing).toMatchObject({ chosen: null, reason: 'SKILL_NEEDS_MODEL' });
    expect(needing.nearest[0]?.skill.name).toBe('pdf_tools');
    expect(chooser(all)('paint me a picture of a cat').reason).toMatch(/^SKILL_NOT_/);
    expect(chooser(all)('explain what this function does').reason).toBe('SKILL_NOT_CONFIDENT');
  });

  it('is one that is called like a task type', async () => {
    const all = await catalog((pkg) => (pkg.name === 'pdf_tools' ? { ...pkg, name: 'functest' } : pkg));
    const own = all.packages.find(({ kind, name }) => kind === 'executor' && name === 'functest');
    expect(own).toBeDefined();
    expect(chooser(all)('merge these PDF files').chosen).toBeNull();
    expect(skillTexts(all)).not.toContain('merge these two PDF files');
  });
});

describe.each(['greeting_guide', 'repo_query'])('the bundled skill %s', (name) => {
  it('has 30 examples and more in each language, none twice and none of another package', async () => {
    const { packages, diagnostics } = await readCatalog({ bundled: BUNDLED, user: null }, { strict: true });
    expect(diagnostics.filter(({ file }) => file.includes(`/executor/${name}/`))).toEqual([]);
    const own = packages.find((pkg) => pkg.name === name);
    const texts = packages.flatMap(({ examples }) => examples.map(({ text }) => text));
    expect(own).toMatchObject({ kind: 'executor', skill_mode: 'sync', source: 'bundled', idempotent: true });
    expect(own?.examples.length).toBeGreaterThanOrEqual(30);
    for (const lang of ['zh', 'en']) {
      expect(own?.examples.filter((one) => one.lang === lang).length).toBeGreaterThanOrEqual(20);
    }
    const mine = new Set(own?.examples.map(({ text }) => text));
    expect(texts.filter((text) => mine.has(text))).toHaveLength(mine.size);
  });
});
