import { join } from 'node:path';
import type { Catalog, Package } from '../skills/package.js';
import type { DoctorWords } from './doctor-words.js';
import { type Finding, problem } from './finding.js';

/** What a sentence would be routed to first, confidently or not; null: to nothing that has a name. */
export type FirstChoice = (texts: readonly string[]) => Promise<(string | null)[]>;

/** So many of a package's own examples tell whether it is ever chosen. */
const TRIED = 20;

/** The user's task types that their own examples do not lead to, and examples that two packages claim. */
export async function examineRouting(
  { packages, types }: Catalog,
  firstChoice: FirstChoice,
  words: DoctorWords,
): Promise<Finding[]> {
  const findings = contradictions([...types.values()], words);
  for (const pkg of packages.filter(({ source, kind }) => source === 'user' && kind === 'controller')) {
    const winner = await alwaysBeatenBy(pkg, firstChoice);
    if (winner !== null) {
      const detail = words.neverChosen(pkg.name, winner.type, winner.times, winner.of);
      findings.push(problem('routing', detail, words.neverChosenFix(join(pkg.dir, 'examples.jsonl'), winner.text)));
    }
  }
  return findings;
}

interface Winner {
  type: string;
  times: number;
  of: number;
  /** One of the examples it takes. */
  text: string;
}

/** Who takes the package's own examples; null: the package gets most of them. */
async function alwaysBeatenBy({ examples, task_type }: Package, firstChoice: FirstChoice): Promise<Winner | null> {
  const step = Math.max(1, Math.floor(examples.length / TRIED));
  const texts = examples.filter((_, at) => at % step === 0).map(({ text }) => text);
  const chosen = await firstChoice(texts);
  const lost = texts.flatMap((text, at) => (chosen[at] === task_type ? [] : [{ text, type: chosen[at] ?? '–' }]));
  if (lost.length * 2 <= texts.length) return null;
  const counts = new Map<string, number>();
  for (const { type } of lost) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [type = '–'] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return { type, times: lost.length, of: texts.length, text: lost.find((one) => one.type === type)?.text ?? '' };
}

const SHOWN = 5;

function contradictions(packages: readonly Package[], words: DoctorWords): Finding[] {
  const claims = new Map<string, { text: string; by: Package[] }>();
  for (const pkg of packages) {
    for (const { text } of pkg.examples) {
      const key = text
        .toLowerCase()
        .replaceAll(/[\s.!?。！？]+/gu, ' ')
        .trim();
      const claim = claims.get(key) ?? { text, by: [] };
      if (!claim.by.includes(pkg)) claim.by.push(pkg);
      claims.set(key, claim);
    }
  }
  return [...claims.values()]
    .filter(({ by }) => by.length > 1 && by.some(({ source }) => source === 'user'))
    .slice(0, SHOWN)
    .map(({ text, by }) => {
      const own = by.filter(({ source }) => source === 'user').map(({ dir }) => join(dir, 'examples.jsonl'));
      const names = by.map(({ name }) => name);
      return problem('routing', words.contradiction(text, names), words.contradictionFix(own));
    });
}
