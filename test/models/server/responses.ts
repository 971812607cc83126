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
  type ToolPiece,
  text,
  textOf,
} from './format.js';

/** The Responses API. */
export const responses: ServedFormat = {
  asked: (body) => {
    const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : items(body.input);
    const said = ({ role, type }: { role?: unknown; type?: unknown }) =>
      role === 'assistant' || type === 'function_call' || type === 'custom_tool_call';
    return {
      model: text(body.model),
      stream: body.stream === true,
      newest: contentText(input.findLast(({ role }) => role === 'user')?.content),
      hasToolResult: afterLast(input, said).some((item) => /_call_output$/.test(text(fields(item).type))),
      tools: items(body.tools)
        .filter((tool) => tool.type === 'function')
        .map((tool) => ({ name: text(tool.name), schema: fields(tool.parameters) })),
      wantsUsage: true,
    };
  },
  frames: (reply, asked) => {
    const output = reply.pieces.map(itemOf);
    const events = [
      { type: 'response.created', response: bodyOf(reply, asked, 'in_progress', []) },
      { type: 'response.in_progress', response: bodyOf(reply, asked, 'in_progress', []) },
      ...reply.pieces.flatMap((piece, index) => eventsOf(piece, index)),
      { type: 'response.completed', response: bodyOf(reply, asked, 'completed', output) },
    ];
    return events.map((event, sequence_number): Frame => ({ event: event.type, data: { ...event, sequence_number } }));
  },
  whole: (reply, asked) => bodyOf(reply, asked, 'completed', reply.pieces.map(itemOf)),
  error: ({ code, message }) => ({ error: { message, type: code, code, param: null } }),
  broken: ({ code, message }) => ({
    event: 'error',
    data: { type: 'error', sequence_number: 99, code, message, param: null },
  }),
};

function bodyOf({ usage }: Reply, { model }: Asked, status: string, output: object[]): object {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: ANSWERED_AT,
    status,
    error: null,
    incomplete_details: null,
    model,
    output,
    parallel_tool_calls: false,
    usage:
      usage === null || status !== 'completed'
        ? null
        : {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cached },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
  };
}

function itemOf(piece: Piece, index: number): object {
  const id = `item_${index}`;
  if (piece.kind === 'tool') return callItem(piece, id, JSON.stringify(piece.input), 'completed');
  if (piece.kind === 'thinking')
    return { id, type: 'reasoning', summary: [{ type: 'summary_text', text: textOf(piece) }] };
  const part = { type: 'output_text', text: textOf(piece), annotations: [] };
  return { id, type: 'message', role: 'assistant', status: 'completed', content: [part] };
}

function callItem(piece: ToolPiece, id: string, input: string, status: string): object {
  return { id, type: 'function_call', status, call_id: piece.callId, name: piece.tool, arguments: input };
}

interface Event {
  readonly type: string;
  readonly [more: string]: unknown;
}

function eventsOf(piece: Piece, output_index: number): Event[] {
  const item_id = `item_${output_index}`;
  const at = { item_id, output_index };
  const done = { type: 'response.output_item.done', output_index, item: itemOf(piece, output_index) };
  const added = (item: object) => ({ type: 'response.output_item.added', output_index, item });
  if (piece.kind === 'tool') {
    const input = JSON.stringify(piece.input);
    return [
      added(callItem(piece, item_id, '', 'in_progress')),
      { type: 'response.function_call_arguments.delta', ...at, delta: input },
      { type: 'response.function_call_arguments.done', ...at, arguments: input },
      done,
    ];
  }
  if (piece.kind === 'thinking') {
    const summary = { ...at, summary_index: 0 };
    const part = (said: string) => ({ ...summary, part: { type: 'summary_text', text: said } });
    return [
      added({ id: item_id, type: 'reasoning', summary: [] }),
      { type: 'response.reasoning_summary_part.added', ...part('') },
      ...piece.deltas.map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...summary, delta })),
      { type: 'response.reasoning_summary_text.done', ...summary, text: textOf(piece) },
      { type: 'response.reasoning_summary_part.done', ...part(textOf(piece)) },
      done,
    ];
  }
  const content = { ...at, content_index: 0 };
  const part = (said: string) => ({ ...content, part: { type: 'output_text', text: said, annotations: [] } });
  return [
    added({ id: item_id, type: 'message', role: 'assistant', status: 'in_progress', content: [] }),
    { type: 'response.content_part.added', ...part('') },
    ...piece.deltas.map((delta) => ({ type: 'response.output_text.delta', ...content, delta })),
    { type: 'response.output_text.done', ...content, text: textOf(piece) },
    { type: 'response.content_part.done', ...part(textOf(piece)) },
    done,
  ];
}
