import type { Intent } from '../policy/intents.js';
import type { AuthoredPackage } from './authored.js';
import type { Case } from './cases.js';
import type { IntentLesson } from './learn-intents.js';
import type { Material } from './lessons.js';
import type { RoutedTexts } from './protocol-data.js';
import { foldOf } from './split.js';

/** What a bucket's rows are about; those of the others follow from what is right for them. */
const OF_BUCKET: Readonly<Record<string, Intent>> = {
  running_status_observe: 'recap',
  failed_track_observe: 'failure',
  ambiguous_context_observe: 'earlier',
  time_anchor_observe: 'time',
};
const OF_TARGET: Readonly<Record<string, Intent>> = {
  executor: 'open',
  status: 'status',
  cancel: 'cancel',
  'observe:build_context_view': 'earlier',
  'observe:previous_failed_track': 'failure',
  'observe:beijing_time': 'time',
};
/** Against a row: an example of a bundled type; a text of a package, which stands for all that is not about the conversation. */
const EXAMPLE = 0.2;
const FOREIGN = 1;

/** Each text once: the rows, and what packages say of themselves. */
export function intentLessonsOf({ cases, types, packages }: Omit<Material, 'readings'>): IntentLesson[] {
  const lessons = new Map<string, IntentLesson>();
  const add = (lesson: IntentLesson) => {
    if (!lessons.has(lesson.text)) lessons.set(lesson.text, lesson);
  };
  for (const given of cases) {
    const { text, weight } = given;
    add({ text, intent: intentOf(given), weight, fold: given.fold ?? foldOf(text) });
  }
  const texts = [...packages.flatMap(packageTexts), ...types.flatMap(typeTexts)];
  for (const { text, type, fold, weight } of texts) {
    add({ text, intent: OF_TARGET[type] ?? 'named', weight, fold });
  }
  return [...lessons.values()];
}

/** A package's texts are judged all together: at its users' the weights will never have seen any of them. */
function packageTexts({ name, requests, examples }: AuthoredPackage) {
  return [...requests, ...examples].map((text) => ({ text, type: name, fold: foldOf(name), weight: FOREIGN }));
}

function typeTexts({ name, examples }: RoutedTexts) {
  return examples.map((text) => ({ text, type: name, fold: foldOf(text), weight: EXAMPLE }));
}

function intentOf({ bucket, target, retries }: Case): Intent {
  return OF_BUCKET[bucket] ?? OF_TARGET[target] ?? (retries ? 'again' : 'named');
}
