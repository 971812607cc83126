import type { Controller } from '../controller/assemble.js';
import { bindParameters, type Unbound } from '../controller/parameters/bind.js';
import { userTask } from '../controller/user-task.js';
import type { PendingQuestion } from '../environment/types.js';
import { ProductError } from '../errors/product-error.js';
import type { GenerateTaskAction } from '../protocol/action.js';
import { type Words, wordsOf } from '../reply/words.js';
import type { Catalog, Package } from '../skills/package.js';
import { type Answer, answerOf } from './answer.js';
import { cancel } from './cancel.js';
import type { Decided } from './decide.js';
import { decisionEvents } from './events.js';
import { execute } from './execute.js';
import { fail } from './failed.js';
import type { House, Turn } from './house.js';
import type { StepOutcome } from './outcome.js';
import { ask, settle, supersede } from './question.js';
import { answerStatus } from './status.js';

/** Does what was decided, or asks. An open question is looked at first: the input may be its answer. */
export async function act(house: House, turn: Turn, controller: Controller, decided: Decided): Promise<StepOutcome> {
  const { routed, facts, made } = decided;
  const question = facts.pending_question;
  const answer = question === null ? null : await answerOf(turn.input, question, routed, controller.catalog);
  if (question !== null && answer !== null) return await resume(house, turn, controller, decided, question, answer);

  switch (routed.kind) {
    case 'ask':
      return await askWhich(house, turn, controller.catalog, decided);
    case 'refused': {
      const { code, message } = routed.failure;
      return await fail(house, turn, made, decisionEvents(routed), {
        task_type: house.settings.default_task_type,
        content: userTask(turn.input),
        reason: code,
        detail: message,
        retry: 'route-again',
      });
    }
    case 'task':
      return await carryOut(house, turn, controller, decided, routed.action);
  }
}

async function carryOut(
  house: House,
  turn: Turn,
  controller: Controller,
  decided: Decided,
  action: GenerateTaskAction,
): Promise<StepOutcome> {
  if (action.task_type === 'status') return await answerStatus(house, turn, decided, action.task_content);
  if (action.task_type === 'cancel') return await cancel(house, turn, decided, action.task_content);
  const pkg = controller.catalog.types.get(action.task_type);
  if (pkg === undefined || pkg.launch === null)
    return await openEnded(house, turn, controller.catalog, decided, action);
  const request: PackageRequest = { pkg, content: action.task_content, text: turn.input, given: {}, answered: null };
  return await runPackage(house, turn, decided, request);
}

/** What no workflow covers needs a model or an agent; without one nothing is done, and the reply says how to set one up. */
async function openEnded(
  house: House,
  turn: Turn,
  catalog: Catalog,
  { routed, made }: Decided,
  action: GenerateTaskAction,
): Promise<StepOutcome> {
  const task_types = [...catalog.types.values()]
    .filter(({ launch }) => launch !== null)
    .map(({ task_type }) => task_type ?? '');
  return await fail(house, turn, made, decisionEvents(routed), {
    task_type: action.task_type,
    content: action.task_content,
    reason: 'MODEL_REQUIRED',
    detail: wordsOf(turn.language).modelRequired(task_types),
    main: { kind: 'model_required', task_types },
    retry: 'final',
  });
}

async function resume(
  house: House,
  turn: Turn,
  { catalog }: Controller,
  decided: Decided,
  question: PendingQuestion,
  { task_type, given }: Answer,
): Promise<StepOutcome> {
  if (task_type === 'cancel') return await cancel(house, turn, decided, question.task_content, question);
  const pkg = catalog.types.get(task_type);
  if (pkg === undefined || pkg.launch === null) {
    const action = {
      action_kind: 'generate_task' as const,
      task_type,
      task_content: question.task_content,
      reason: '',
    };
    return await openEnded(house, turn, catalog, decided, action);
  }
  const request: PackageRequest = {
    pkg,
    content: question.task_content,
    text: question.user_input,
    given,
    answered: question,
  };
  return await runPackage(house, turn, decided, request);
}

interface PackageRequest {
  readonly pkg: Package;
  readonly content: string;
  /** What parameters are read from: the input, or that of the question it answers. */
  readonly text: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** The question that this input answers. */
  readonly answered: PendingQuestion | null;
}

async function runPackage(house: House, turn: Turn, decided: Decided, request: PackageRequest): Promise<StepOutcome> {
  const { pkg, content, text, given, answered } = request;
  const events = decisionEvents(decided.routed);
  const bound = await bindParameters({
    text,
    package: pkg,
    projects: house.projects,
    default_project: house.default_project,
    root: house.root,
    given,
  });
  if (!bound.ok) return await askFor(house, turn, decided, request, bound);
  const question = decided.facts.pending_question;
  const superseded = answered === null ? question : null;
  try {
    const started = await execute(house, turn, {
      package: pkg,
      content,
      bound,
      made: decided.made,
      events,
      also: async (tx, task_id) => {
        if (superseded !== null) await supersede(tx, turn.environment_id, superseded);
        if (answered !== null) await settle(tx, turn.environment_id, answered, { round_id: turn.round_id, task_id });
      },
    });
    return { ...started, superseded: superseded?.question ?? null };
  } catch (error) {
    if (!(error instanceof ProductError) || error.exitCode === 3) throw error;
    return await fail(house, turn, decided.made, events, {
      task_type: pkg.task_type ?? pkg.name,
      content,
      reason: error.code,
      detail: error.message,
      retry: 'route-again',
    });
  }
}

async function askFor(
  house: House,
  turn: Turn,
  { routed, made, facts }: Decided,
  { pkg, content, text }: PackageRequest,
  unbound: Unbound,
): Promise<StepOutcome> {
  const type = pkg.task_type ?? pkg.name;
  const asked = {
    kind: 'param' as const,
    param: unbound.param,
    options: (unbound.schema.enum ?? []).map(String),
    question: questionFor(wordsOf(turn.language), type, unbound),
    task_type: type,
    task_content: content,
    params: unbound.params,
    user_input: text,
  };
  return await ask(house, turn, asked, {
    made,
    events: decisionEvents(routed),
    superseded: facts.pending_question,
    type,
  });
}

function questionFor(words: Words, taskType: string, { param, schema, problem }: Unbound): string {
  if (problem !== null) return words.invalidParameter(param, problem, taskType);
  return words.missingParameter(param, schema.description ?? '', (schema.enum ?? []).map(String), taskType);
}

async function askWhich(
  house: House,
  turn: Turn,
  catalog: Catalog,
  { routed, made, facts }: Decided,
): Promise<StepOutcome> {
  const offered = routed.kind === 'ask' ? routed.offered : [];
  const options = offered.flatMap(({ task_type }) => (task_type === undefined ? [] : [task_type]));
  const type = house.settings.default_task_type;
  const asked = {
    kind: 'choice' as const,
    param: null,
    options,
    question: wordsOf(turn.language).whichTask(
      options.map((taskType) => ({ taskType, description: catalog.types.get(taskType)?.description ?? '' })),
    ),
    task_type: null,
    task_content: userTask(turn.input),
    params: {},
    user_input: turn.input,
  };
  return await ask(house, turn, asked, {
    made,
    events: decisionEvents(routed),
    superseded: facts.pending_question,
    type,
  });
}
