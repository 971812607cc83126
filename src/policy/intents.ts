/**
 * What the words of a request may ask for besides a task type: the hour, or what turns on it; what went wrong; an overview; something named before;
 * the same again; work that lies further back; too little to go by; what people ask of programs that are not here; that something is not to be
 * done; a change to what was just made; work on the things of a period. Each is a column of the route index beside the task types, learnt against
 * all of them, and never a route. No task type can have such a name.
 */
export const INTENTS = [
  'intent:time',
  'intent:failure',
  'intent:overview',
  'intent:reference',
  'intent:again',
  'intent:earlier',
  'intent:vague',
  'intent:elsewhere',
  'intent:nothing',
  'intent:revision',
  'intent:period',
] as const;
export type Intent = (typeof INTENTS)[number];

export const isIntent = (label: string): label is Intent => (INTENTS as readonly string[]).includes(label);
