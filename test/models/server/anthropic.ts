import {
  type Asked,
  afterLast,
  contentText,
  type Frame,
  fields,
  items,
  type Piece,
  type Reply,
  type ServedFormat,
  text,
  textOf,
} from './format.js';

/** The Messages API. */
export const anthropic: ServedFormat = {
  asked: (body) => {
    const messages = items(body.messages);
    const isResult = ({ content }: { content?: unknown }) => items(content).some(({ type }) => type === 'tool_result');
    const prompt = messages.findLast((message) => message.role === 'user' && contentText(message.content) !== '');
    return {
      model: text(body.model),
      stream: body.stream === true,
      newest: contentText(prompt?.content),
      hasToolResult: afterLast(messages, ({ role }) => role === 'assistant').some(isResult),
      tools: items(body.tools).map((tool) => ({ name: text(tool.name), schema: fields(tool.input_schema) })),
      wantsUsage: true,
    };
  },
  frames: (reply, asked) => {
    const message = { ...messageOf(reply, asked), content: [], stop_reason: null, usage: startUsage(reply) };
    const events = [
      { type: 'message_start', message },
      ...reply.pieces.flatMap((piece, index) => eventsOf(piece, index)),
      {
        type: 'message_delta',
        delta: { stop_reason: stopOf(reply), stop_sequence: null },
        usage: { output_tokens: reply.usage?.output ?? 0 },
      },
      { type: 'message_stop' },
    ];
    return events.map((event): Frame => ({ event: event.type, data: event }));
  },
  whole: messageOf,
  error: ({ code, message }) => ({ type: 'error', error: { type: NAMES[code] ?? code, message } }),
  broken: (fault) => ({ event: 'error', data: anthropic.error(fault) }),
};

const NAMES: Readonly<Record<string, string>> = {
  invalid_api_key: 'authentication_error',
  rate_limit_exceeded: 'rate_limit_error',
  server_error: 'api_error',
  overloaded: 'overloaded_error',
  context_length_exceeded: 'invalid_request_error',
  insufficient_quota: 'billing_error',
};

const stopOf = (reply: Reply) => (reply.pieces.some(({ kind }) => kind === 'tool') ? 'tool_use' : 'end_turn');

function startUsage({ usage }: Reply): object {
  const { input = 0, cached = 0 } = usage ?? {};
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: 1,
  };
}

function messageOf(reply: Reply, { model }: Asked): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: reply.pieces.map((piece) => blockOf(piece)),
    stop_reason: stopOf(reply),
    stop_sequence: null,
    usage: { ...startUsage(reply), output_tokens: reply.usage?.output ?? 0 },
  };
}

function blockOf(piece: Piece): object {
  if (piece.kind === 'tool') return { type: 'tool_use', id: piece.callId, name: piece.tool, input: piece.input };
  if (piece.kind === 'thinking') return { type: 'thinking', thinking: textOf(piece), signature: 'c2lnbmVk' };
  return { type: 'text', text: textOf(piece) };
}

function eventsOf(piece: Piece, index: number): { type: string; [more: string]: unknown }[] {
  const empty =
    piece.kind === 'tool'
      ? { type: 'tool_use', id: piece.callId, name: piece.tool, input: {} }
      : piece.kind === 'thinking'
        ? { type: 'thinking', thinking: '', signature: '' }
        : { type: 'text', text: '' };
  const start = { type: 'content_block_start', index, content_block: empty };
  return [
    start,
    ...deltasOf(piece).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function deltasOf(piece: Piece): object[] {
  if (piece.kind === 'text') return piece.deltas.map((one) => ({ type: 'text_delta', text: one }));
  if (piece.kind === 'thinking') {
    const signature = { type: 'signature_delta', signature: 'c2lnbmVk' };
    return [...piece.deltas.map((one) => ({ type: 'thinking_delta', thinking: one })), signature];
  }
  const input = JSON.stringify(piece.input);
  const half = Math.ceil(input.length / 2);
  return [input.slice(0, half), input.slice(half)].map((one) => ({ type: 'input_json_delta', partial_json: one }));
}
