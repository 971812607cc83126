import type { Said } from '../errors/said.js';
import type { General, Reading, State } from './action-facts.js';

type Words = readonly [en: string, zh: string];

/** What a state says, for people. */
export const STATE_WORDS: Readonly<Record<State, Words>> = {
  history: ['there is a conversation before', '之前有对话'],
  long_history: ['the conversation is long', '对话较长'],
  running_one: ['one thing is running', '有一个任务在跑'],
  running_several: ['several things are running', '有多个任务在跑'],
  last_running: ['the last work is still running', '最近的任务还在跑'],
  last_done: ['the last work is done', '最近的任务已完成'],
  last_failed: ['the last work failed', '最近的任务失败了'],
  last_stopped: ['the last work was stopped or waits for an answer', '最近的任务已取消或在等回答'],
  last_was_executor: ['the last work was open-ended', '最近的任务是开放性的'],
  last_gone: ['the package of the last work is not there any more', '最近任务的技能包已不在'],
  asked_status: ['the last question was about progress', '上一句在问进度'],
  failed_newest: ['a failure is the newest work', '最新的任务就是失败的那个'],
  failed_earlier: ['a failure lies further back', '更早有失败'],
  failed_executor: ['open-ended work failed', '失败的是开放性任务'],
  summaries: ['there are summaries of earlier rounds', '有历史摘要'],
  meta: ['there is a long history', '有更早的历史'],
  pending: ['a question is pending', '有问题等待回答'],
  observed_build_context_view: ['the context was read already', '已经读过上下文'],
  observed_previous_failed_track: ['the failure was read already', '已经读过失败轨迹'],
  observed_beijing_time: ['the time is known already', '已经知道时间'],
  observation_failed: ['a look at something failed', '有一次查看失败了'],
};

/** What else a decision turns on. `always` is the habit of choosing an action whatever is asked. */
export const GENERAL_WORDS: Readonly<Record<General, Words>> = {
  always: ['how often it is right in general', '一般有多常见'],
  short_text: ['the request is short', '请求很短'],
  long_text: ['the request is long', '请求很长'],
  unknown_to_index: ['few words occur in any package', '各技能包里很少见的词多'],
  many_types: ['how many types are registered', '已注册类型的数量'],
  route_gap: ['how clearly one registered type fits best', '最匹配的类型领先多少'],
  route_lead: ['registered types against the built-in ones', '已注册类型与内置类型的对比'],
};

/** What a request can read like. */
export const READING_WORDS: Readonly<Record<Reading, Words>> = {
  status: ['a question about progress or results', '在问进展或结果'],
  cancel: ['a wish to stop what runs', '要停掉在跑的任务'],
  executor: ['open-ended work', '开放性任务'],
  'intent:time': ['something that needs the date or time', '需要知道日期或时间'],
  'intent:failure': ['a question about what went wrong', '在问哪里出了错'],
  'intent:overview': ['a wish for an overview', '要看整体情况'],
  'intent:reference': ['something that refers to what was said', '指着前面说过的内容'],
  'intent:again': ['a wish for the same again', '要求再做一次'],
  'intent:earlier': ['something that refers to work further back', '指着更早的工作'],
  'intent:vague': ['something that says too little', '说得太少'],
  'intent:elsewhere': ['something people ask of other programs', '别的程序的事'],
  'intent:nothing': ['something that is not to be done', '说了不要做'],
  'intent:revision': ['a change to what was just made', '要改刚做出来的内容'],
  'intent:period': ['work on the things of a period', '要处理某段时间里的东西'],
  registered: ['a request for a registered type', '已注册类型的请求'],
};

/** All that a request does not read like, together. */
export const UNLIKE_WORDS: Words = ['what it does not read like', '不像的那些意思'];

/** A candidate's own route score, and how it compares with the others'. */
export const OWN_TEXTS_WORDS: Words = ['how well its own texts fit', '与自身示例的匹配程度'];

/** Why the newest work is chosen whatever else fits. */
export function againWords(type: string): Said {
  return { en: `nothing but the last work again is asked for: ${type}`, zh: `只要求把上一件工作再做一次：${type}` };
}

/** Why the newest work is not simply chosen, and what may be meant instead. */
export function besideAgainWords(type: string, newest: string): Said {
  return type === newest
    ? { en: `something is wanted again, and the last work is ${type}`, zh: `要求再做一次，而上一件工作是 ${type}` }
    : { en: `something is wanted again, and words of ${type} are said`, zh: `要求再做一次，而且说到了 ${type} 的话` };
}

/** Why a type of the user's own is chosen whatever else fits. */
export function exampleWords(type: string): Said {
  return { en: `is word for word an example of ${type}`, zh: `与 ${type} 的一条示例一字不差` };
}

/** Why a type is chosen by its name: the request is nothing else, or holds it in words that ask for a run. */
export function nameWords(type: string, how: 'alone' | 'among-others'): Said {
  return how === 'alone'
    ? { en: `is the name of ${type} and nothing else`, zh: `只说了名字 ${type}` }
    : { en: `names ${type}, and asks for a run`, zh: `写明了名字 ${type}，并要求运行` };
}
