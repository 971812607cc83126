import type { Repaired } from './repair.js';
import { proseProblem } from './surrounding-prose.js';
import { readObjectAt } from './tolerant-json.js';

const FUNCTION = /<(?:function|invoke)(?:=|\s+name=)["']?(\w+)["']?\s*>/g;
const PARAMETER =
  /<parameter(?:=|\s+name=)["']?(\w+)["']?\s*>([\s\S]*?)(?:<\/parameter>|(?=<parameter|<\/function|<\/invoke|<\/tool_call)|$)/g;

/** An answer in `<parameter=name>value</parameter>` tags, the function's name being the action_kind. Null: it has no such tags. */
export function readParameterTags(text: string): Repaired | null {
  const parameters = [...text.matchAll(PARAMETER)];
  const [first, last] = [parameters[0], parameters.at(-1)];
  if (first === undefined || last === undefined) return null;
  const functions = [...text.matchAll(FUNCTION)].map(([, name]) => name);
  if (functions.length > 1) return { ok: false, problem: `the answer has ${functions.length} function calls` };
  const value = new Map<string, unknown>();
  if (functions[0] !== undefined) value.set('action_kind', functions[0]);
  for (const [, name = '', content = ''] of parameters) {
    if (value.has(name) && name !== 'action_kind')
      return { ok: false, problem: `the parameter ${name} is given twice` };
    value.set(name, name === 'args' ? argsOf(content) : content.trim());
  }
  const problem = proseProblem(text.slice(0, first.index), text.slice(last.index + last[0].length));
  return problem === null ? { ok: true, value: Object.fromEntries(value) } : { ok: false, problem };
}

/** What is no object stays text, for the schema gate to name. */
function argsOf(content: string): unknown {
  const text = content.trim();
  const read = text.startsWith('{') ? readObjectAt(text, 0) : null;
  return read?.ok === true && text.slice(read.end).trim() === '' ? read.value : text;
}
