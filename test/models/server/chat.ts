import {
  ANSWERED_AT,
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

/** Chat completions. */
export const chat: ServedFormat = {
  asked: (body) => {
    const messages = items(body.messages);
    // Some put a message of their own right after the user's: what stands together counts together.
    const last = messages.findLastIndex(({ role }) => role === 'user');
    const first = messages.slice(0, last + 1).findLastIndex(({ role }) => role !== 'user') + 1;
    return {
      model: text(body.model),
      stream: body.stream === true,
      newest: messages
        .slice(first, last + 1)
        .map(({ content }) => contentText(content))
        .join('\n'),
      hasToolResult: afterLast(messages, ({ role }) => role === 'assistant').some(({ role }) => role === 'tool'),
      tools: items(body.tools)
        .map((tool) => fields(tool.function))
        .map((tool) => ({ name: text(tool.name), schema: fields(tool.parameters) })),
      wantsUsage: fields(body.stream_options).include_usage === true,
    };
  },
  frames: (reply, asked) => {
    const chunk = (delta: object, finish: string | null = null): Frame => ({
      data: { ...head(asked, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] },
    });
    const usage =
      asked.wantsUsage && reply.usage !== null
        ? [{ data: { ...head(asked, 'chat.completion.chunk'), choices: [], usage: usageOf(reply) } }]
        : [];
    const end = [chunk({}, finishOf(reply)), ...usage, { data: '[DONE]' }];
    return [
      chunk({ role: 'assistant', content: '' }),
      ...reply.pieces.flatMap((piece) => deltas(piece).map((one) => chunk(one))),
      ...end,
    ];
  },
  whole: (reply, asked) => ({
    ...head(asked, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: joined(reply, 'text'),
          ...(joined(reply, 'thinking') !== '' && { reasoning_content: joined(reply, 'thinking') }),
          ...(callsOf(reply).length > 0 && { tool_calls: callsOf(reply) }),
        },
        finish_reason: finishOf(reply),
      },
    ],
    ...(reply.usage !== null && { usage: usageOf(reply) }),
  }),
  error: ({ code, message }) => ({ error: { message, type: code, code, param: null } }),
  broken: (fault) => ({ data: chat.error(fault) }),
};

const head = ({ model }: Asked, object: string) => ({ id: 'chatcmpl-1', object, created: ANSWERED_AT, model });

const finishOf = (reply: Reply) => (reply.pieces.some(({ kind }) => kind === 'tool') ? 'tool_calls' : 'stop');

function deltas(piece: Piece): object[] {
  if (piece.kind === 'thinking') return piece.deltas.map((one) => ({ reasoning_content: one }));
  if (piece.kind === 'text') return piece.deltas.map((one) => ({ content: one }));
  const input = JSON.stringify(piece.input);
  const half = Math.ceil(input.length / 2);
  const call = {
    index: 0,
    id: piece.callId,
    type: 'function',
    function: { name: piece.tool, arguments: input.slice(0, half) },
  };
  return [{ tool_calls: [call] }, { tool_calls: [{ index: 0, function: { arguments: input.slice(half) } }] }];
}

function callsOf(reply: Reply): object[] {
  return reply.pieces.flatMap((piece) =>
    piece.kind === 'tool'
      ? [{ id: piece.callId, type: 'function', function: { name: piece.tool, arguments: JSON.stringify(piece.input) } }]
      : [],
  );
}

function joined(reply: Reply, kind: Piece['kind']): string {
  return reply.pieces
    .filter((piece) => piece.kind === kind)
    .map(textOf)
    .join('');
}

function usageOf({ usage }: Reply): object | null {
  if (usage === null) return null;
  const { input, output, cached } = usage;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}
