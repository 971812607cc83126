import { bindParameters, type EarlierRun, type Unbound } from '../controller/parameters/bind.js';
import { inLanguage } from '../environment/in-language.js';
import type { Language } from '../environment/language.js';
import { ProductError } from '../errors/product-error.js';
import { inBoth } from '../errors/said.js';
import { wordsOf } from '../reply/words.js';
import type { Catalog, Package } from '../skills/package.js';
import { earlierRun, isMissing } from './earlier-run.js';
import type { Errand } from './errand.js';
import { decisionEvents } from './events.js';
import { execute, ofEarlierRun } from './execute.js';
import { fail } from './failed.js';
import type { House, Turn } from './house.js';
import type { StepOutcome } from './outcome.js';
import { ask } from './question.js';
import { supersededText } from './question-end.js';
import { foundBefore, stillCarried } from './read-before.js';
import { type AgentErrand, runAgent } from './run-agent.js';
import { runSkill } from './run-skill.js';

/** Binds a package's parameters and starts it (`by`: an agent does), or asks for the first that is missing or not valid. */
export async function runPackage(
  house: House,
  turn: Turn,
  { pkg, catalog, by }: { pkg: Package; catalog: Catalog; by: AgentErrand | null },
  errand: Errand,
): Promise<StepOutcome> {
  const { decided, content, text, given, ends, also_asked } = errand;
  const { projects, default_project, root } = house;
  const earlier = await earlierRun(house, turn, pkg, text);
  if (ends?.how !== 'answered' && isMissing(earlier, text)) return await askWhether(house, turn, pkg, errand);
  const bound = await bindParameters({ text, package: pkg, projects, default_project, root, given, earlier });
  if (!bound.ok) return await askFor(house, turn, pkg, errand, { unbound: bound, earlier });
  const events = [...decisionEvents(decided.routed), ...errand.chosen_by];
  try {
    const execution = {
      package: pkg,
      catalog,
      content,
      text,
      bound,
      made: decided.made,
      events,
      ends,
      earlier,
      read_before: foundBefore(errand.before, pkg, bound, turn.input),
      carried: stillCarried(errand.carried, pkg, bound, turn.input),
      also_asked,
    };
    const waits = pkg.kind === 'executor' && pkg.skill_mode === 'sync';
    const started =
      by !== null
        ? await runAgent(house, turn, execution, by)
        : await (waits ? runSkill : execute)(house, turn, execution);
    return { ...started, superseded: supersededText(ends, turn.language) };
  } catch (error) {
    if (!(error instanceof ProductError) || error.exitCode === 3) throw error;
    return await fail(house, turn, decided.made, events, {
      task_type: pkg.task_type ?? pkg.name,
      content,
      reason: error.code,
      detail: error.in(turn.language),
      ends,
      // An answer is no request: routed anew it would lead somewhere else.
      retry: ends?.how === 'answered' ? 'final' : 'route-again',
    });
  }
}

/** The run that is referred to is not there: nothing else is started in its place. */
async function askWhether(
  house: House,
  turn: Turn,
  pkg: Package,
  { decided: { routed, made }, chosen_by, content, text, ends, also_asked }: Errand,
): Promise<StepOutcome> {
  const type = pkg.task_type ?? pkg.name;
  const asked = {
    kind: 'choice' as const,
    param: null,
    options: [type],
    said: inBoth((language) => wordsOf(language).noSuchRun(type)),
    task_type: null,
    task_content: content,
    params: {},
    user_input: text,
    also_asked: [...also_asked],
  };
  return await ask(house, turn, asked, { made, events: [...decisionEvents(routed), ...chosen_by], ends, type });
}

async function askFor(
  house: House,
  turn: Turn,
  pkg: Package,
  { decided: { routed, made }, chosen_by, content, text, ends, also_asked, before, carried }: Errand,
  { unbound, earlier }: { unbound: Unbound; earlier: EarlierRun | null },
): Promise<StepOutcome> {
  const type = pkg.task_type ?? pkg.name;
  const read_before = foundBefore(before, pkg, unbound, turn.input);
  const asked = {
    kind: 'param' as const,
    param: unbound.param,
    options: (unbound.schema.enum ?? []).map(String),
    said: inBoth((language) => questionFor(language, type, unbound)),
    task_type: type,
    task_content: content,
    params: unbound.params,
    user_input: text,
    also_asked: [...also_asked],
    ...(read_before === null ? {} : { read_before }),
    carried: [...stillCarried(carried, pkg, unbound, turn.input), ...ofEarlierRun(unbound, earlier)],
  };
  return await ask(house, turn, asked, { made, events: [...decisionEvents(routed), ...chosen_by], ends, type });
}

function questionFor(
  language: Language,
  taskType: string,
  { param, schema, problem, unknown_project, set_in }: Unbound,
): string {
  const words = wordsOf(language);
  const options = (schema.enum ?? []).map(String);
  if (unknown_project !== null) return words.unknownProject(unknown_project, options, taskType);
  if (problem !== null) return words.invalidParameter(param, problem[language], options, taskType, set_in);
  return words.missingParameter(param, inLanguage(schema.description ?? '', language), options, taskType);
}
