import type { Controller } from '../controller/assemble.js';
import { userTask } from '../controller/user-task.js';
import { inLanguage } from '../environment/in-language.js';
import { inBoth } from '../errors/said.js';
import { wordsOf } from '../reply/words.js';
import { isRunnable } from '../skills/is-runnable.js';
import { packageOf } from '../skills/package-of.js';
import { type Answer, answerOf, type Hearing } from './answer.js';
import { cancel, confirmCancel } from './cancel.js';
import type { Decided } from './decide.js';
import { type Errand, NOTHING_ELSE } from './errand.js';
import { decisionEvents } from './events.js';
import { fail } from './failed.js';
import { asksOnlyWhatFailed } from './failure-looked-at.js';
import { type FirstRequest, firstOf, firstOfUndecided } from './first-of-several.js';
import { tellOfGone } from './gone.js';
import type { House, Turn } from './house.js';
import { offerTaken, stillOffered } from './offer.js';
import { agentOf, openEnded, surelyOpenEnded, tellOfFailure } from './open-ended.js';
import type { StepOutcome } from './outcome.js';
import { paramsSaid } from './params-said.js';
import { ask, askAgain } from './question.js';
import type { QuestionEnd } from './question-end.js';
import { readBefore } from './read-before.js';
import { asksForSeveral } from './requests-in.js';
import { reworded, unclearStill } from './reworded.js';
import { runPackage } from './run-package.js';
import { runReferred } from './run-referred.js';
import { answerStatus } from './status.js';

/** Does what was decided, or asks. An open question is looked at first: the input may be its answer. */
export async function act(house: House, turn: Turn, controller: Controller, decided: Decided): Promise<StepOutcome> {
  const { routed, facts, made } = decided;
  const question = facts.pending_question;
  const heard: Hearing = {
    projects: house.projects,
    asksForSeveral: (how) => asksForSeveral(house, turn, controller, { decided, how }),
  };
  const answer = question === null ? null : await answerOf(turn.input, question, routed, controller, heard);
  if (question !== null && answer !== null) {
    if (answer === 'given-up') {
      // Nothing that runs is touched.
      const { also_asked = [] } = question;
      const errand = { ...stopping(decided, { question, how: 'superseded' }, turn.input), also_asked };
      return await cancel(house, turn, errand, controller.actions.routes);
    }
    if (answer === 'unclear') return await askAgain(house, turn, question, decided);
    const errand = resumed(turn, controller, decided, { question, how: 'answered' }, answer);
    return await carryOut(house, turn, controller, errand);
  }
  const offer = question === null ? await offerTaken(house, turn) : null;
  if (offer !== null) {
    const { task_type, text, ...common } = offer;
    const errand = { ...common, decided, task_type, content: userTask(text), text, carried: [], given: {}, ends: null };
    return await carryOut(house, turn, controller, errand);
  }
  const ends = question === null ? null : { question, how: 'superseded' as const };
  const gone = await tellOfGone(house, turn, controller, decided, ends);
  if (gone !== null) return gone;
  const referred = await referredTo(house, turn, controller, decided, ends);
  if (referred !== null) return referred;
  switch (routed.kind) {
    case 'ask': {
      const open = surelyOpenEnded(turn, controller, decided);
      if (open !== null) return await carryOut(house, turn, controller, { ...open, ends });
      const told = await tellOfFailure(house, turn, controller, { decided, content: userTask(turn.input), ends: null });
      if (told !== null) return told;
      const several = await firstOfUndecided(house, turn, controller, decided, routed.offered);
      if (several !== null) return await carryOutFirst(house, turn, controller, several, { decided, ends });
      if (routed.offered[0]?.task_type === 'cancel') {
        const asked = await confirmCancel(house, turn, stopping(decided, ends, turn.input), controller.actions.routes);
        if (asked !== null) return asked;
      }
      return await askWhich(house, turn, controller, decided, ends);
    }
    case 'refused': {
      const { code, message } = routed.failure;
      return await fail(house, turn, made, decisionEvents(routed), {
        task_type: house.settings.default_task_type,
        content: userTask(turn.input),
        reason: code,
        detail: message,
        ends: null,
        retry: 'route-again',
      });
    }
    case 'task': {
      if (asksOnlyWhatFailed(turn.input, controller.actions.routes)) {
        const { task_content: content } = routed.action;
        const told = await tellOfFailure(house, turn, controller, { decided, content, ends: null });
        if (told !== null) return told;
      }
      const first = await firstOf(house, turn, controller, decided, routed.action);
      const asked = { input: first.text, task_type: first.task_type };
      const again = question === null ? null : reworded(question, asked, controller);
      if (again === null) return await carryOutFirst(house, turn, controller, first, { decided, ends });
      const { content, task_type } = first;
      const also_asked = [...again.also_asked, ...first.also_asked];
      const errand = { ...NOTHING_ELSE, ...again, also_asked, decided, content, task_type };
      return await carryOut(house, turn, controller, errand);
    }
  }
}

/** Where an earlier run is to be done again, of a type that the request does not name: of that run's. Null: nothing is referred to so. */
async function referredTo(
  house: House,
  turn: Turn,
  controller: Controller,
  decided: Decided,
  ends: QuestionEnd | null,
): Promise<StepOutcome | null> {
  const { routed, made } = decided;
  const likeliest =
    routed.kind === 'task' ? routed.action.task_type : routed.kind === 'ask' ? routed.offered[0]?.task_type : null;
  const pkg = controller.catalog.types.get(likeliest ?? '');
  if (likeliest == null || (likeliest !== 'executor' && (pkg === undefined || !isRunnable(pkg)))) return null;
  const referred = await runReferred(house, turn, controller, decided);
  if (referred === null) return null;
  if ('asked' in referred) {
    const type = house.settings.default_task_type;
    return await ask(house, turn, referred.asked, { made, events: decisionEvents(routed), ends, type });
  }
  const content = userTask(turn.input);
  const errand = { ...NOTHING_ELSE, ...referred, decided, ends, content, text: turn.input };
  return await carryOut(house, turn, controller, errand);
}

/** What stops a job, or leaves the request that `ends` asks about. */
function stopping(decided: Decided, ends: QuestionEnd | null, text: string): Errand {
  return { ...NOTHING_ELSE, decided, ends, content: userTask(text), text, task_type: 'cancel' };
}

/** The request whose question is answered, with the words of both. */
function resumed(
  turn: Turn,
  { catalog }: Controller,
  decided: Decided,
  ends: QuestionEnd,
  { task_type, given, meant, also }: Answer,
): Errand {
  const { kind, task_content: content, user_input, also_asked = [], carried = [] } = ends.question;
  // What is said beside the name of the one that is chosen; a place in the list is no value.
  const isNamed = kind === 'choice' && meant.length === 0;
  const params = packageOf(catalog, task_type)?.params_schema?.properties ?? {};
  const besides = isNamed ? paramsSaid(params, turn.input.replaceAll(task_type, ' ')) : {};
  return {
    decided,
    task_type,
    content,
    text: [user_input, turn.input, ...meant].join('\n'),
    before: readBefore(ends.question),
    carried,
    given: { ...given, ...besides },
    ends,
    chosen_by: [],
    also_asked: [...also_asked, ...also],
  };
}

/** The first request of a sentence, or its only one. */
async function carryOutFirst(
  house: House,
  turn: Turn,
  controller: Controller,
  { sure, ...first }: FirstRequest,
  { decided, ends }: Pick<Errand, 'decided' | 'ends'>,
): Promise<StepOutcome> {
  const left = await stillOffered(house, turn, first, ends);
  const errand = { ...NOTHING_ELSE, ...first, also_asked: [...first.also_asked, ...left], decided, ends };
  const asked = sure === 'sure' ? null : await confirmCancel(house, turn, errand, controller.actions.routes);
  return asked ?? (await carryOut(house, turn, controller, errand));
}

async function carryOut(house: House, turn: Turn, controller: Controller, errand: Errand): Promise<StepOutcome> {
  if (errand.task_type === 'status') return await answerStatus(house, turn, controller, errand);
  if (errand.task_type === 'cancel') return await cancel(house, turn, errand, controller.actions.routes);
  const { catalog } = controller;
  const pkg = packageOf(catalog, errand.task_type);
  if (pkg === null || !isRunnable(pkg)) return await openEnded(house, turn, controller, errand);
  return await runPackage(house, turn, { pkg, catalog, by: agentOf(pkg) }, errand);
}

async function askWhich(
  house: House,
  turn: Turn,
  { catalog, actions }: Controller,
  { routed, made, facts }: Decided,
  ends: QuestionEnd | null,
): Promise<StepOutcome> {
  const offered = routed.kind === 'ask' ? routed.offered : [];
  const options = offered.flatMap(({ task_type }) => (task_type === undefined ? [] : [task_type]));
  const { pending_question: open } = facts;
  const still =
    open === null ? null : unclearStill(open, { input: turn.input, offered: options }, { catalog, actions });
  const asked = {
    kind: 'choice' as const,
    param: null,
    options,
    said: inBoth((language) =>
      wordsOf(language).whichTask(
        options.map((taskType) => ({
          taskType,
          description: inLanguage(catalog.types.get(taskType)?.description ?? '', language),
        })),
      ),
    ),
    task_type: null,
    task_content: userTask(turn.input),
    params: {},
    user_input: turn.input,
    also_asked: [...(ends?.question.also_asked ?? [])],
    ...still,
  };
  const type = house.settings.default_task_type;
  return await ask(house, turn, asked, { made, events: decisionEvents(routed), ends, type });
}
