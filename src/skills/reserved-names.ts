import { BACK_FILL_TYPE } from '../environment/back-fill.js';
import type { Said } from '../errors/said.js';
import type { Package } from './package.js';

/** Answered by the runtime itself: their texts can be changed, not what they do. */
const BUILT_IN: readonly string[] = ['status', 'cancel', 'executor'];

/** Names with a meaning of their own in an Environment. */
export const RESERVED_NAMES: readonly string[] = [...BUILT_IN, BACK_FILL_TYPE];

/** Which of them a package would take; null: none. A skill that is called like a built-in type is never chosen, and takes nothing. */
export function reservedNameOf({ kind, name, task_type }: Package): string | null {
  const taken = kind === 'controller' ? RESERVED_NAMES : [BACK_FILL_TYPE];
  return taken.find((reserved) => reserved === task_type || reserved === name) ?? null;
}

export function reservedSaid(name: string): { message: Said; fix: Said } {
  return BUILT_IN.includes(name)
    ? {
        message: {
          en: `${name} is answered by the runtime itself: its texts can be changed, what it does cannot.`,
          zh: `${name} 由程序自身应答：可以修改它的文字，不能修改它的行为。`,
        },
        fix: {
          en: 'Remove workflow or command, or choose another name and task-type.',
          zh: '请去掉 workflow 或 command，或换一个 name 和 task-type。',
        },
      }
    : {
        message: {
          en: `${name} is the record of a job's end: no package can be called so.`,
          zh: `${name} 是任务结局的记录，包不能叫这个名字。`,
        },
        fix: { en: 'Choose another name and task-type.', zh: '请换一个 name 和 task-type。' },
      };
}
