import type { RuntimeEvent } from '../runtimes/events.js';
import type { Face } from './face.js';
import { statusLine } from './status-line.js';
import { shorten } from './table.js';

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
    switch (event.type) {
      case 'session':
        return say(words.agents.sessionLine(event.sessionId));
      case 'text':
      case 'thinking':
        return grow(event.text);
      case 'status':
        return say(`· ${shorten([event.status, event.detail ?? ''].join(' '), WIDTH)}`);
      case 'tool_call':
        return say(`→ ${shorten(`${event.tool} ${compact(event.input)}`, WIDTH)}`);
      case 'tool_result':
        return say(`${event.ok ? '←' : '✗'} ${shorten(event.output, WIDTH)}`);
      case 'usage': {
        const { input_tokens, output_tokens } = event.usage;
        return line.show(words.agents.tokens(String(input_tokens ?? '?'), String(output_tokens ?? '?')));
      }
      case 'user_input_request':
        return say(`? ${shorten(event.question, WIDTH)}`);
      case 'raw':
        return say(`| ${shorten(event.text, WIDTH)}`);
      // Told by what is stored of them.
      case 'approval_request':
      case 'completed':
      case 'failed':
        return;
    }
  };
  return { show, say, end: line.clear };
}

/** A tool's input: its only text, or its JSON. */
function compact(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return '';
  const values = Object.values(input);
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(input);
}
