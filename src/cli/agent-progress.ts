import type { RuntimeEvent } from '../runtimes/events.js';
import type { Face } from './face.js';
import { statusLine } from './status-line.js';
import { shorten } from './table.js';
import type { AgentWords } from './words/agent-words.js';

export interface AgentProgress {
  show(event: RuntimeEvent): void;
  /** One line more, in place of what was being written. */
  say(text: string): void;
  /** Takes away the line that is being written. */
  end(): void;
}

const WIDTH = 160;

/** What an agent does, as lines on stderr for a person; the answer, and on a terminal what it thinks, grows in one line of its own. */
export function agentProgress(face: Face): AgentProgress {
  const { words } = face;
  const line = statusLine(face.live);
  let growing = '';
  const say = (text: string): void => {
    line.clear();
    growing = '';
    face.hint(text);
  };
  const grow = (text: string): void => {
    growing = (growing + text).slice(-4_000);
    line.show(growing.trimEnd().split('\n').at(-1) ?? '');
  };
  const show = (event: RuntimeEvent): void => {
    if (event.type === 'text' || event.type === 'thinking') grow(event.text);
    else {
      const told = lineOf(words.agents, event);
      if (told !== null) say(told);
    }
  };
  return { show, say, end: line.clear };
}

type Told = Exclude<RuntimeEvent, { readonly type: 'text' | 'thinking' }>;

/** Null: told by what is stored of it. */
function lineOf(words: AgentWords, event: Told): string | null {
  switch (event.type) {
    case 'session':
      return words.sessionLine(event.sessionId);
    case 'status':
      return `· ${shorten([event.status, event.detail ?? ''].join(' '), WIDTH)}`;
    case 'tool_call':
      return `→ ${shorten(`${event.tool} ${compact(event.input)}`, WIDTH)}`;
    case 'tool_result':
      return `${event.ok ? '←' : '✗'} ${shorten(event.output, WIDTH)}`;
    case 'user_input_request':
      return `? ${shorten(event.question, WIDTH)}`;
    case 'raw':
      return `| ${shorten(event.text, WIDTH)}`;
    case 'usage':
    case 'approval_request':
    case 'completed':
    case 'failed':
      return null;
  }
}

/** A tool's input: its only text, or its JSON. */
function compact(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return '';
  const values = Object.values(input);
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(input);
}
