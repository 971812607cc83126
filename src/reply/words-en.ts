import { inLanguage } from '../environment/in-language.js';
import type { AlsoAsked, CarriedFact, TaskStatus } from '../environment/types.js';
import type { HaltedSupervisor } from '../jobs/describe.js';
import { changed, type Difference } from './difference.js';
import { splitDuration } from './duration.js';
import type { ComparedPlace, LeftBehind, NearSkillFact, ProgressFact } from './facts.js';
import type { Words } from './words.js';

const REASONS: Readonly<Record<string, string>> = {
  exit_code: 'it ended with a non-zero exit code',
  signal: 'it was killed by a signal',
  wall_limit: 'it reached its time limit and was stopped',
  idle_limit: 'it gave no sign of life for too long and was stopped',
  output_limit: 'it wrote more output than allowed and was stopped',
  workflow_error: 'the workflow could not do its work',
  launch_failed: 'it could not be started',
  lost: 'its process is gone and left no result',
  workspace_missing: 'its job folder disappeared while it ran',
  verdict_failed: 'its verdict is failed',
  cancelled: 'it was cancelled',
  workflow_failed: 'it says so itself',
  result_invalid: 'its result file cannot be read',
  STOP_UNCONFIRMED: 'not every process of it is known to be gone',
  INTERRUPTED: 'the process that worked on it ended before it was done',
  PARAMS_INVALID: 'a parameter is not valid',
};

const STATUSES: Readonly<Record<TaskStatus, string>> = {
  running: 'is running',
  done: 'is done',
  failed: 'failed',
  cancelled: 'was cancelled',
  needs_input: 'waits for an answer',
};

function duration(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`;
}

function progress({ done, total, unit, step }: ProgressFact): string {
  const count = done === null ? '' : `${done}${total === null ? '' : ` of ${total}`}${unit === null ? '' : ` ${unit}`}`;
  return [step, count].filter((part) => part !== null && part !== '').join(', ');
}

function why(reason: string | null): string {
  return reason === null ? '' : (REASONS[reason] ?? reason);
}

/** On the same line, or below where it takes several. */
function quoted(result: string): string {
  return result === '' ? '' : `${result.includes('\n') ? '\n' : ' '}${result}`;
}

function oneOf(options: readonly string[]): string {
  return options.length === 0 ? '' : ` One of: ${options.join(', ')}.`;
}

function besides(carried: readonly CarriedFact[], alsoAsked: readonly AlsoAsked[]): string[] {
  return [
    ...carried.map(({ name, value, round_id, was }) =>
      was === null
        ? `${name} = ${value}, as in round ${round_id}.`
        : `${name} = ${value} (the default; ${was} in round ${round_id}).`,
    ),
    ...alsoAsked.map((other) =>
      'said' in other
        ? `You also asked: “${other.said}”. I have not started that; say so when you want it.`
        : `You also chose ${other.chosen}. I have not started that; say so when you want it.`,
    ),
  ];
}

function near(nearest: readonly NearSkillFact[]): string {
  if (nearest.length === 0) return '';
  const lines = nearest.map(({ name, description, runs }) => {
    return `- ${name}${runs ? '' : ' (text for a model)'}: ${inLanguage(description, 'en')}`;
  });
  return `\nThe skills that came nearest; none of them was run:\n${lines.join('\n')}`;
}

function differences({ verdict, numbers, appeared, gone }: Difference): string[] {
  return [
    ...(verdict === null ? [] : [`verdict: ${verdict.before} → ${verdict.after}`]),
    ...numbers.map(changed),
    ...(appeared.length === 0 ? [] : [`new: ${appeared.join('; ')}`]),
    ...(gone.length === 0 ? [] : [`no longer: ${gone.join('; ')}`]),
  ];
}

export const EN: Words = {
  dispatched({ task_type, run_id, project, carried, also_asked }) {
    const on = project === null ? '' : ` on ${project}`;
    const first = `${task_type}${on} runs now as ${run_id}. Ask me how it is going at any time.`;
    return [first, ...besides(carried, also_asked)].join('\n');
  },
  joined({ task_type, run_id, elapsed_ms, also_asked }) {
    const first = `${task_type} with the same parameters has been under way for ${duration(elapsed_ms)} as ${run_id}; I joined it and started nothing new. Use --again to force a second run.`;
    return [first, ...besides([], also_asked)].join('\n');
  },
  besides: (carried, alsoAsked) => besides(carried, alsoAsked).join('\n'),
  jobLine({ run_id, task_type, state, alive, halted, elapsed_ms, progress: seen }) {
    const what = state === 'queued' ? 'queued for' : state === 'stopping' ? 'being stopped, after' : 'running for';
    const life = alive === false ? ' — only recorded, not seen alive' : alive === null ? ' — on another host' : '';
    const halt = halted === null ? '' : haltedSupervisor(halted);
    const far = seen === null ? '' : `, ${progress(seen)}`;
    return `${task_type} (${run_id}): ${what} ${duration(elapsed_ms)}${far}${life}.${halt}`;
  },
  nothingRuns: () => 'Nothing is running.',
  waitingFor: (question) => `I am waiting for an answer: ${question}`,
  lastTask: ({ run_id, round_id, task_type, status, result }) =>
    `${task_type} (${run_id}, round ${round_id}) ${STATUSES[status]}.${quoted(result)}`,
  compared({ run_id, place, difference, ending, exit, elapsed_ms, params }) {
    const { before, after } = elapsed_ms;
    const lines = [
      ...params.map((one) => `another parameter: ${one.name} = ${one.before ?? 'none'} → ${one.after ?? 'none'}`),
      ...(ending.before === ending.after ? [] : [`it ${STATUSES[ending.before]} → it ${STATUSES[ending.after]}`]),
      ...(exit.before === exit.after ? [] : [`exit code: ${exit.before ?? 'none'} → ${exit.after ?? 'none'}`]),
      ...(difference === null ? [] : differences(difference)),
    ];
    if (difference === null) {
      if (before !== null && after !== null) lines.push(`time: ${duration(before)} → ${duration(after)}`);
      lines.push('it gives no numbers that could be compared');
    }
    const earlier = `Compared with ${run_id}${place === null ? '' : `, ${placeOf(place)}`}`;
    if (lines.length === 0) return `${earlier}: the same.`;
    return [`${earlier}:`, ...lines.map((line) => `  ${line}`)].join('\n');
  },
  noneToCompare: () => 'There is no such earlier run to compare it with.',
  linesLeftOut: (lines) => `[… ${lines} more line${lines === 1 ? '' : 's'}]`,
  unknownRun: (runId) => `There is no job ${runId} in this Environment.`,
  neverRun: (taskType) => `This Environment has no run of ${taskType}.`,
  cancelled({ run_id, task_type, confirmed, forced, was_live, goes_on }) {
    if (goes_on)
      return `The stop of ${task_type} (${run_id}) is asked for; it goes on without you waiting. See it with: environment-runtime status ${run_id}`;
    if (!was_live) return `${task_type} (${run_id}) had already ended; nothing was stopped.`;
    if (!confirmed)
      return `${task_type} (${run_id}) was told to stop, but I could not confirm that every process of it is gone.`;
    return `${task_type} (${run_id}) is stopped${forced ? ' (it did not end when asked and was killed)' : ''}; no process of it is left.`;
  },
  nothingToCancel: () => 'Nothing is running, so there is nothing to cancel.',
  alsoAsked: (others) => besides([], others),
  requestDropped: () => 'I have dropped the request I had asked you about; nothing was started for it.',
  confirmCancel: (line) =>
    `Shall I stop it? ${line}\nAnswer yes, or say so once more; anything else leaves it running.`,
  whichToCancel: (lines) => `Several jobs are running. Which one shall I stop?\n${lines.join('\n')}`,
  skillAnswer: ({ task_type, result, carried, also_asked }) =>
    [result === '' ? `${task_type} is done; it said nothing.` : result, ...besides(carried, also_asked)].join('\n'),
  runningSkill: ({ task_type, round_id, elapsed_ms }) =>
    `${task_type} (round ${round_id}): running for ${duration(elapsed_ms)}.`,
  modelRequired: (taskTypes, nearest) =>
    `This is an open-ended task, and it needs a language model or a coding agent; none is configured, so nothing was done.\nWithout one I can run: ${taskTypes.join(', ')}; answer how things are going; cancel.\nTo set a model up, fill in model.providers in configs/graph.yaml and export its key variable; \`environment-runtime doctor\` checks it.${near(nearest)}`,
  notInstalled: (taskType, round, taskTypes) =>
    `${taskType} is no longer installed (it ran in round ${round}), so nothing was started. Put its package back, or ask for what is there: ${taskTypes.join(', ')}.`,
  failed(taskType, reason, detail) {
    const cause = why(reason);
    return [`${taskType} failed: ${cause}.`, detail].filter((part) => part !== '').join('\n');
  },
  completed({ run_id, task_type, status, verdict, reason, result, elapsed_ms, failed_attempts = 0 }) {
    const before = failed_attempts === 1 ? '1 failed attempt' : `${failed_attempts} failed attempts`;
    const after = [...(elapsed_ms === null ? [] : [duration(elapsed_ms)]), ...(failed_attempts === 0 ? [] : [before])];
    const took = after.length === 0 ? '' : ` after ${after.join(' and ')}`;
    const isRed = verdict === 'failed' && (reason === null || reason === 'verdict_failed');
    const [mark, ending] =
      status === 'done'
        ? ['✓', `${verdict === 'passed' ? 'passed' : 'is done'}${took}`]
        : status === 'cancelled'
          ? ['–', `was cancelled${took}`]
          : ['✗', isRed ? `did not pass${took}` : `failed${took}: ${why(reason)}`];
    return [`${mark} ${task_type} (${run_id}) ${ending}.`, result].filter((part) => part !== '').join('\n');
  },
  interrupted: (rounds, left) =>
    `${rounds.length === 1 ? 'Round' : 'Rounds'} ${rounds.join(', ')} ${rounds.length === 1 ? 'was' : 'were'} interrupted: the process that worked on it ended${LEFT_BEHIND[left]}`,
  superseded: (question) => `I have dropped my open question (“${question}”).`,
  missingParameter(name, description, options, taskType) {
    const about = description === '' ? '' : ` (${description})`;
    return `${taskType} needs ${name}${about}. What shall it be?${oneOf(options)}`;
  },
  unknownProject: (name, projects, taskType) =>
    `There is neither a project nor a folder “${name}” for ${taskType}. Which one is meant?${projects.length === 0 ? '' : ` Projects: ${projects.join(', ')}.`}`,
  invalidParameter: (name, problem, options, taskType, setIn) =>
    `${taskType} cannot use this ${name}: ${problem}${setIn === null ? '' : ` (${setIn} in the configuration)`}. What shall it be instead?${oneOf(options)}`,
  whichRunAgain: (taskTypes) =>
    `Runs of several kinds could be meant, so I have started nothing:\n${taskTypes.map((type) => `- ${type}`).join('\n')}\nOf which shall I run that one again?`,
  noSuchRun: (taskType) =>
    `There has been no such run of ${taskType}, so I have started nothing. Shall I start it now?`,
  whichTask: (options) =>
    `I am not sure which of these you mean, so I have started nothing:\n${options
      .map(({ taskType, description }) => `- ${taskType}: ${description}`)
      .join('\n')}\nName one, or say it in other words.`,
  whichOf: (options) => `Which one: ${options.join(', ')}?`,
  interruptedSkill: () => 'The process that waited for this skill ended, and the skill with it; it is not run again.',
  interruptedTask: () => 'The process that worked on this round ended before anything was started.',
  progress,
  duration,
  left: (time) => `about ${time} left`,
};

function placeOf({ from, steps, round_id }: ComparedPlace): string {
  if (from === 'first')
    return steps === 0 ? `the first (round ${round_id})` : `number ${steps + 1} (round ${round_id})`;
  return steps === 0 ? `the one before (round ${round_id})` : `${steps + 1} runs before (round ${round_id})`;
}

const LEFT_BEHIND: Readonly<Record<LeftBehind, string>> = {
  job: '. The job it had started is not affected; nothing was run again.',
  skill: ', and the skill it waited for with it; nothing was run again.',
  done: ' before it could answer. What it had done is recorded; nothing was run again.',
  nothing: ' before anything was started.',
};

function haltedSupervisor({ pid, work }: HaltedSupervisor): string {
  const ended = work === 'ended' ? ' Its work has ended.' : '';
  return `${ended} Its supervisor is halted and keeps its slot; \`kill -CONT ${pid}\` lets it go on.`;
}
