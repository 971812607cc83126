import { inWords, jsonInWords } from './in-words.js';
import type { Language } from './language.js';
import { roundRange } from './summary-view.js';
import { resultOf } from './track-view.js';
import type { Environment, Round, Summary, TaskRecord, TrackEvent } from './types.js';

export interface ShowOptions {
  show_trace: boolean;
  language: Language;
  /** What is said below a round; default: nothing. */
  below?: (round: Round) => readonly string[];
}

interface Words {
  empty: string;
  earlier: string;
  folded(rounds: string): string;
  round(id: number): string;
  user: string;
  task(id: number): string;
  result: string;
  track: string;
  reply: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    empty: 'Nothing has been asked yet.',
    earlier: 'Earlier: ',
    folded: (rounds) => `Rounds ${rounds}, folded`,
    round: (id) => `Round ${id}`,
    user: 'User: ',
    task: (id) => `Task ${id}`,
    result: 'Result: ',
    track: 'Track:',
    reply: 'Reply: ',
  },
  zh: {
    empty: '还没有任何对话。',
    earlier: '更早：',
    folded: (rounds) => `第 ${rounds} 轮，已折叠`,
    round: (id) => `第 ${id} 轮`,
    user: '用户：',
    task: (id) => `任务 ${id}`,
    result: '结果：',
    track: '轨迹：',
    reply: '回复：',
  },
};

/** The trajectory as text for people: summaries of folded rounds, then each round. Status words are the wire's own. */
export function showEnvironment(environment: Environment, options: ShowOptions): string {
  const words = WORDS[options.language];
  const parts = [
    ...(environment.history_meta_summary === '' ? [] : [line(0, words.earlier, environment.history_meta_summary)]),
    ...environment.history_summaries.map((summary) => showSummary(summary, words)),
    ...environment.rounds.flatMap((round) => [showRound(round, options), ...(options.below?.(round) ?? [])]),
  ];
  return parts.length === 0 ? words.empty : parts.join('\n\n');
}

/** One round, folded or not. */
export function showRound(round: Round, { show_trace, language }: ShowOptions): string {
  const words = WORDS[language];
  return [
    words.round(round.round_id),
    line(2, words.user, round.user_input),
    ...round.tasks.flatMap((record) => showTask(record, words, show_trace)),
    ...(round.reply === '' ? [] : [line(2, words.reply, round.reply)]),
  ].join('\n');
}

function showSummary(summary: Summary, words: Words): string {
  return `${words.folded(roundRange(summary))}\n${line(2, '', summary.summary)}`;
}

function showTask({ task_id, task, track }: TaskRecord, words: Words, trace: boolean): string[] {
  return [
    line(2, `${words.task(task_id)} · `, `${task.type} · ${task.status}`),
    line(4, '', task.content),
    ...(task.result === '' ? [] : [line(4, words.result, task.result)]),
    ...(trace && track.length > 0 ? [line(4, words.track, ''), ...track.map(showEvent)] : []),
  ];
}

function showEvent(event: TrackEvent): string {
  const head = [event.at, event.agent, event.event ?? event.action_kind, event.tool, event.task_type, event.run_id];
  const result = resultOf(event);
  // A file that was read is shown as it is.
  const said = typeof result === 'string' && event.tool !== 'read' ? jsonInWords(result) : inWords(result);
  const told = [event.reason, said].filter((text) => text !== undefined && text !== '');
  return line(
    6,
    '',
    `${head.filter((part) => part !== undefined).join(' ')}${told.length > 0 ? `: ${told.join(' → ')}` : ''}`,
  );
}

/** A labelled text; its further lines are indented two more. */
function line(indent: number, label: string, text: string): string {
  const margin = ' '.repeat(indent);
  const further = label === '' ? margin : `${margin}  `;
  return `${margin}${label}${printable(text).trimEnd().replaceAll('\n', `\n${further}`)}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Control and direction characters made visible: what a job printed must not steer the reader's terminal. */
function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNPRINTABLE, (char) => (char < ' ' ? String.fromCharCode(0x2400 + char.charCodeAt(0)) : '�'));
}
