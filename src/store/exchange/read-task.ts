import type { TaskStatus, TrackEvent } from '../../environment/types.js';
import { Fields } from './fields.js';
import { requireSmall } from './harmless.js';
import { ImportError } from './import-error.js';
import type { ImportedTask } from './imported.js';

/** Words of the other columns of the table of statuses are understood too. */
const STATUSES: ReadonlyMap<string, TaskStatus> = new Map([
  ['running', 'running'],
  ['queued', 'running'],
  ['pending', 'running'],
  ['done', 'done'],
  ['succeeded', 'done'],
  ['completed', 'done'],
  ['failed', 'failed'],
  ['timed_out', 'failed'],
  ['lost', 'failed'],
  ['cancelled', 'cancelled'],
  ['needs_input', 'needs_input'],
]);

const LOST_RESULT = 'lost: no job here';

/** `position`: its place in the list, from 1: its number where it has none. */
export function readTask(value: unknown, path: string, position: number, now: Date): ImportedTask {
  const record = new Fields(value, path);
  const task = new Fields(record.raw('task'), record.at('task'));
  const outer = record.id('task_id', 1);
  const inner = task.id('task_id', 1);
  if (outer !== undefined && inner !== undefined && outer !== inner) {
    const place = record.at('task_id');
    throw new ImportError(task.at('task_id'), {
      en: `it is ${inner}, but ${place} is ${outer}`,
      zh: `值为 ${inner}，而 ${place} 为 ${outer}`,
    });
  }
  const imported: ImportedTask = {
    task_id: outer ?? inner ?? position,
    type: task.requiredText('type'),
    content: task.text('content') ?? '',
    status: readStatus(task),
    result: task.text('result') ?? '',
    params: readParams(task),
    reason: task.text('reason') ?? null,
    track: record.list('track').map((event, index) => readEvent(event, `${record.at('track')}[${index}]`)),
    lost: false,
    extra: {},
  };
  const [recordRest, taskRest] = [record.rest(), task.rest()];
  if (Object.keys(recordRest).length > 0) imported.extra.record = recordRest;
  if (Object.keys(taskRest).length > 0) imported.extra.task = taskRest;
  return imported.status === 'running' ? turnLost(imported, now) : imported;
}

function readStatus(task: Fields): TaskStatus {
  const word = task.requiredText('status');
  const status = STATUSES.get(word);
  if (status === undefined) {
    const words = [...STATUSES.keys()].join(', ');
    throw task.wrong('status', { en: `one of ${words}`, zh: `这些词之一（${words}）` }, word);
  }
  return status;
}

function readParams(task: Fields): Record<string, unknown> | null {
  const params = task.raw('params');
  if (params === undefined) return null;
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) {
    requireSmall(params, task.at('params'));
    return params as Record<string, unknown>;
  }
  task.unread('params');
  return null;
}

function readEvent(value: unknown, path: string): TrackEvent {
  const event = new Fields(value, path);
  event.requiredText('agent');
  event.text('at');
  requireSmall(value, path);
  return value as TrackEvent;
}

/** Whatever carried it out did not come along. */
function turnLost(task: ImportedTask, now: Date): ImportedTask {
  const event: TrackEvent = {
    agent: 'runtime',
    event: 'workflow_fail',
    reason: 'lost',
    task_status: 'failed',
    task_result: LOST_RESULT,
    at: now.toISOString(),
  };
  return { ...task, lost: true, status: 'failed', reason: 'LOST', result: LOST_RESULT, track: [...task.track, event] };
}
