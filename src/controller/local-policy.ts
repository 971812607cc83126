import { createHash } from 'node:crypto';
import { type Language, languageOf } from '../environment/language.js';
import type { Said } from '../errors/said.js';
import { type Ranked, rankActions, thresholdFor } from '../policy/action-decide.js';
import { type ActionExplanation, type ActionReason, explainActions } from '../policy/action-explain.js';
import { type ActionVector, bestRegistered, factsOf, type Reading } from '../policy/action-facts.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { type ActionInput, actionInput } from '../policy/action-model.js';
import { type Scene, sceneOf } from '../policy/action-scene.js';
import { gateAction } from '../protocol/gates.js';
import { isOnlyExample, isStart } from './by-example.js';
import { type Claimed, claimedBy } from './claimed.js';
import { withoutPairs } from './parameters/key-values.js';
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
  const text = withoutPairs(state.USER_INPUT);
  const input = actionInput(text, scene, observations, actions.routes.score(text));
  const vector = factsOf(input);
  const weigh = (said: string, when: Scene) =>
    rankActions(model, actionInput(said, when, observations, actions.routes.score(said)));
  const request = { text: state.USER_INPUT, scores: input.routes, scene, weigh };
  const meant = claimedBy({ ranked: rankActions(model, input, vector), request, actions, policy: model });
  const { ranked, claimed } = meant;
  const best = ranked[0];
  const sure = best === undefined ? 0 : best.probability;
  const most = needed(ranked, state.USER_INPUT, { model, threshold, actions });
  return {
    outcome: gateAction(actionOf(meant, state.USER_INPUT), {
      task_types: actions.task_types,
      observed: observations,
    }),
    policy: 'local',
    policy_version: version,
    // Of several that have it as an example none is likelier than its share.
    confidence: claimed.length > 1 ? Math.min(sure, 1 / claimed.length) : sure,
    threshold: claimed.length > 1 ? 1 : claimed.length === 1 && threshold === null && sure < most ? 0 : most,
    candidates: candidatesOf(input, vector, meant, { model, routes: actions.routes }),
    usage: null,
  };
}

function needed(
  ranked: readonly Ranked[],
  text: string,
  { model, threshold, actions }: Omit<Setting, 'version'> & { readonly actions: ActionSpace },
): number {
  const [best] = ranked;
  if (best === undefined) return 1;
  const { candidate, probability } = best;
  const calibrated = thresholdFor(best, text, model);
  if (threshold === null) {
    // Those of the product are looked through only where it would be asked.
    return isStart(best) && probability < calibrated && isOnlyExample(ranked, text, actions) ? 0 : calibrated;
  }
  const cancels = candidate.kind === 'generate_task' && candidate.type === 'cancel';
  return cancels ? Math.max(threshold, calibrated) : threshold;
}

function nameOf({ candidate }: Ranked): string {
  return candidate.kind === 'observe' ? candidate.tool : candidate.type;
}

function actionOf({ ranked, claimed, why }: Claimed, request: string): Record<string, unknown> {
  const [best] = ranked;
  if (best?.candidate.kind === 'observe') {
    return { action_kind: 'observe', tool: best.candidate.tool, args: {}, reason: reasonOf(best) };
  }
  return {
    action_kind: 'generate_task',
    task_type: best?.candidate.type ?? '',
    task_content: userTask(request),
    reason:
      best === undefined
        ? 'no package is registered'
        : claimed.includes(nameOf(best))
          ? why(nameOf(best)).en
          : reasonOf(best),
  };
}

function reasonOf({ probability }: Ranked): string {
  return `most probable action, ${probability.toFixed(3)}`;
}

function candidatesOf(
  input: ActionInput,
  vector: ActionVector,
  { ranked, claimed, why }: Claimed,
  { model, routes }: { readonly model: ActionPolicy; readonly routes: RouteScorer },
): Candidate[] {
  const { text } = input;
  const words = (reading: Reading): string[] => {
    const label = reading === 'registered' ? bestRegistered(input.routes) : reading;
    return label === null ? [] : routes.words(text, label, WORDS);
  };
  const inLanguage = (language: Language) =>
    explainActions(model.weights, { vector, words }, ranked, { ...EXPLAINED, language });
  const language = languageOf(text, undefined);
  const told = inBoth(inLanguage('en'), inLanguage('zh'), language);
  return ranked.slice(0, CANDIDATES).map((each, at) => {
    const { candidate, probability } = each;
    const weighed = told[at];
    const evidence =
      weighed !== undefined && claimed.includes(nameOf(each))
        ? { ...weighed, for: [claim(why(nameOf(each)), probability, language), ...weighed.for] }
        : weighed;
    return {
      action_kind: candidate.kind,
      ...(candidate.kind === 'observe' ? { tool: candidate.tool } : { task_type: candidate.type }),
      score: probability,
      ...(evidence === undefined ? {} : { evidence }),
    };
  });
}

/** What makes up for whatever speaks against a type that is meant for a reason of its own. */
function claim(said: Said, probability: number, language: Language): Feature {
  return { text: said[language], said, contribution: 1 - probability };
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
