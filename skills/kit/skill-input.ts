import { isRecord } from './record.js';
import { parseInput, parseObject, readStdin, type WorkflowInput } from './workflow-input.js';

/** What a skill reads on stdin: what a workflow does, the request in the user's words, and what is installed. */
export interface SkillInput extends WorkflowInput {
  readonly request: string;
  readonly catalog: readonly Installed[];
}

export interface Installed {
  readonly name: string;
  readonly kind: 'task_type' | 'skill';
  /** False: answered by the runtime itself, or text for a model. */
  readonly runs: boolean;
  readonly description: string;
}

/** Throws BadInputError. */
export async function readSkillInput(): Promise<SkillInput> {
  return parseSkillInput(await readStdin());
}

export function parseSkillInput(text: string): SkillInput {
  const { task, catalog } = parseObject(text);
  const content = isRecord(task) && typeof task.content === 'string' ? task.content : '';
  return {
    ...parseInput(text),
    request: (content.split('\n')[0] ?? '').replace(/^(?:Goal:|用户目标：)\s*/u, ''),
    catalog: Array.isArray(catalog) ? catalog.flatMap(installed) : [],
  };
}

function installed(value: unknown): Installed[] {
  if (!isRecord(value) || typeof value.name !== 'string') return [];
  const { name, kind, runs, description } = value;
  return [
    {
      name,
      kind: kind === 'task_type' ? 'task_type' : 'skill',
      runs: runs === true,
      description: typeof description === 'string' ? description : '',
    },
  ];
}
