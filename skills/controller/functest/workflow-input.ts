/** What the product hands to a workflow on stdin, as far as functest reads it. */
export interface WorkflowInput {
  params: { path?: string; filter?: string };
  project: { path: string | null; test_command: readonly string[] | null; junit: string | null };
  language: 'zh' | 'en';
}

export class BadInputError extends Error {
  readonly language: 'zh' | 'en';

  constructor(message: string, language: 'zh' | 'en') {
    super(message);
    this.language = language;
  }
}

export function readInput(text: string): WorkflowInput {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadInputError('stdin is not JSON', 'en');
  }
  if (!isRecord(value)) throw new BadInputError('stdin is not a JSON object', 'en');
  const language = value.language === 'zh' ? 'zh' : 'en';
  const params = isRecord(value.params) ? value.params : {};
  const project = isRecord(value.project) ? value.project : {};
  const word = (from: Record<string, unknown>, key: string): string | null => {
    const found = from[key];
    if (found === undefined || found === null || found === '') return null;
    if (typeof found !== 'string' || found.includes('\0')) throw new BadInputError(`${key} must be text`, language);
    return found;
  };
  const command = project.test_command ?? null;
  if (command !== null && !isCommand(command)) {
    throw new BadInputError('project.test_command must be a list of words, such as ["npm", "test"]', language);
  }
  const path = word(params, 'path');
  const filter = word(params, 'filter') ?? word(params, 'name');
  return {
    params: { ...(path === null ? {} : { path }), ...(filter === null ? {} : { filter }) },
    project: { path: word(project, 'path'), test_command: command, junit: word(project, 'junit') },
    language,
  };
}

function isCommand(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((word) => typeof word === 'string' && !word.includes('\0')) &&
    value[0] !== ''
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
