import { commandField, textField } from '../../kit/fields.js';
import type { WorkflowInput } from '../../kit/workflow-input.js';

/** What functest reads of its input. */
export interface FunctestInput {
  path: string | null;
  filter: string | null;
  project: { path: string | null; test_command: readonly string[] | null; junit: string | null };
}

export function functestInput({ params, project }: Pick<WorkflowInput, 'params' | 'project'>): FunctestInput {
  return {
    path: textField(params, 'path'),
    filter: textField(params, 'filter') ?? textField(params, 'name'),
    project: {
      path: textField(project, 'path'),
      test_command: commandField(project, 'test_command'),
      junit: textField(project, 'junit'),
    },
  };
}
