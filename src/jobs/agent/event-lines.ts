import type { RuntimeEvent } from '../../runtimes/events.js';

/** Longer outputs of tools stay in the invocation's own record. */
const LONGEST_TEXT = 16_000;

/**
 * The lines of a job's events.jsonl that a back-end's event becomes: itself, and where it shows how far the work is, the same as any
 * workflow would tell it.
 */
export function eventLines(event: RuntimeEvent, at: string, step: number): object[] {
  const own = { event: 'agent', at, ...shortened(event) };
  if (event.type === 'tool_call') return [own, { event: 'step', name: event.tool, index: step }];
  if (event.type === 'usage') return [own, { event: 'usage', ...event.usage }];
  return [own];
}

function shortened(event: RuntimeEvent): object {
  if (event.type === 'tool_result') return { ...event, output: cut(event.output) };
  if (event.type === 'raw' || event.type === 'text' || event.type === 'thinking') {
    return { ...event, text: cut(event.text) };
  }
  if (event.type === 'tool_call') {
    const input = JSON.stringify(event.input) ?? 'null';
    return input.length <= LONGEST_TEXT ? event : { ...event, input: cut(input) };
  }
  return event.type === 'completed' ? { ...event, content: cut(event.content) } : event;
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}[… ${text.length - LONGEST_TEXT} characters left out]`;
}
