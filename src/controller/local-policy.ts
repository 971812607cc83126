import { createHash } from 'node:crypto';
import { type Language, languageOf } from '../environment/language.js';
import { type Ranked, rankActions, thresholdFor } from '../policy/action-decide.js';
import { type ActionExplanation, type ActionReason, explainActions } from '../policy/action-explain.js';
import { bestRegistered, type Reading } from '../policy/action-facts.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { type ActionInput, type ActionVector, actionInput, vectorOf } from '../policy/action-model.js';
import { sceneOf } from '../policy/action-scene.js';
import { gateAction } from '../protocol/gates.js';
import type {
  ActionSpace,
  Candidate,
  Decision,
  Feature,
  Policy,
  PolicyInput,
  RouteEvidence,
  RouteScorer,
} from './policy.js';
import { userTask } from './user-task.js';

/** Kept with a decision; more are never looked at. */
const CANDIDATES = 8;
/** Parts of the request that are quoted for what it reads like. */
const WORDS = 3;
/** How many of them say why, and by how many reasons each way. */
const EXPLAINED = { explained: 2, reasons: 5 };

/**
 * The embedded controller: the action model over the route index. No model, no network, no token. `indexVersion`: of the index its action space
 * carries; `threshold`: a confidence in place of the calibrated one (cancelling keeps its own where that is higher).
 */
export function localPolicy(model: ActionPolicy, indexVersion: string, threshold: number | null): Policy {
  const version = createHash('sha256').update(`${model.id} ${indexVersion}`).digest('hex');
  return {
    name: 'local',
    version,
    decide: (input) => Promise.resolve(decide(input, { model, version, threshold })),
  };
}

interface Setting {
  readonly model: ActionPolicy;
  readonly version: string;
  readonly threshold: number | null;
}

function decide({ state, observations, actions }: PolicyInput, { model, version, threshold }: Setting): Decision {
  const scene = sceneOf(state.ENVIRONMENT_JSON);
  const input = actionInput(state.USER_INPUT, scene, observations, actions.routes.score(state.USER_INPUT));
  const vector = vectorOf(input);
  const ranked = rankActions(model, input, vector);
  const best = ranked[0];
  return {
    outcome: gateAction(actionOf(best, state.USER_INPUT), { task_types: actions.task_types, observed: observations }),
    policy: 'local',
    policy_version: version,
    confidence: best?.probability ?? 0,
    threshold: best === undefined ? 1 : needed(best, input.text, { model, threshold, actions }),
    candidates: candidatesOf(input, vector, { ranked, model, routes: actions.routes }),
    usage: null,
  };
}

function needed(
  best: Ranked,
  text: string,
  { model, threshold, actions }: Omit<Setting, 'version'> & { readonly actions: ActionSpace },
): number {
  const { candidate, probability } = best;
  const calibrated = thresholdFor(best, text, model);
  if (threshold === null) {
    const starts = candidate.kind === 'generate_task' && candidate.scored === 'type';
    // Examples are looked through only where it would be asked: there are thousands.
    return starts && probability < calibrated && actions.isOwnExample(text, candidate.type) ? 0 : calibrated;
  }
  const cancels = candidate.kind === 'generate_task' && candidate.type === 'cancel';
  return cancels ? Math.max(threshold, calibrated) : threshold;
}

function actionOf(best: Ranked | undefined, request: string): Record<string, unknown> {
  if (best?.candidate.kind === 'observe') {
    return { action_kind: 'observe', tool: best.candidate.tool, args: {}, reason: reasonOf(best) };
  }
  return {
    action_kind: 'generate_task',
    task_type: best?.candidate.type ?? '',
    task_content: userTask(request),
    reason: best === undefined ? 'no package is registered' : reasonOf(best),
  };
}

function reasonOf({ probability }: Ranked): string {
  return `most probable action, ${probability.toFixed(3)}`;
}

function candidatesOf(
  input: ActionInput,
  vector: ActionVector,
  { ranked, model, routes }: { ranked: readonly Ranked[]; model: ActionPolicy; routes: RouteScorer },
): Candidate[] {
  const { text } = input;
  const words = (reading: Reading): string[] => {
    const label = reading === 'registered' ? bestRegistered(input.routes) : reading;
    return label === null ? [] : routes.words(text, label, WORDS);
  };
  const inLanguage = (language: Language) =>
    explainActions(model.weights, { vector, words }, ranked, { ...EXPLAINED, language });
  const told = inBoth(inLanguage('en'), inLanguage('zh'), languageOf(text, undefined));
  return ranked.slice(0, CANDIDATES).map(({ candidate, probability }, at) => {
    const evidence = told[at];
    return {
      action_kind: candidate.kind,
      ...(candidate.kind === 'observe' ? { tool: candidate.tool } : { task_type: candidate.type }),
      score: probability,
      ...(evidence === undefined ? {} : { evidence }),
    };
  });
}

/** The same reasons in both languages: they are weighed before they are worded, so their order is one. */
function inBoth(
  en: readonly ActionExplanation[],
  zh: readonly ActionExplanation[],
  language: Language,
): RouteEvidence[] {
  const zipped = (ones: readonly ActionReason[], others: readonly ActionReason[]): Feature[] =>
    ones.map(({ text, contribution }, at) => {
      const said = { en: text, zh: others[at]?.text ?? text };
      return { text: said[language], said, contribution };
    });
  return en.map((one, at) => ({
    for: zipped(one.for, zh[at]?.for ?? []),
    against: zipped(one.against, zh[at]?.against ?? []),
  }));
}
