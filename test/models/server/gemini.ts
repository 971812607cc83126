import {
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

/** generateContent and streamGenerateContent. */
export const gemini: ServedFormat = {
  asked: (body, path) => {
    const contents = items(body.contents);
    const isResult = ({ parts }: { parts?: unknown }) =>
      items(parts).some((part) => part.functionResponse !== undefined);
    const prompt = contents.findLast(({ role, parts }) => role === 'user' && contentText(parts) !== '');
    return {
      model: /\/models\/([^:/]+):/.exec(path)?.[1] ?? '',
      stream: /:streamGenerateContent/.test(path),
      newest: contentText(prompt?.parts),
      hasToolResult: afterLast(contents, ({ role }) => role === 'model').some(isResult),
      tools: items(body.tools)
        .flatMap((tool) => items(tool.functionDeclarations))
        .map((tool) => ({ name: text(tool.name), schema: fields(tool.parametersJsonSchema ?? tool.parameters) })),
      wantsUsage: true,
    };
  },
  frames: (reply, asked) => {
    const parts = reply.pieces.flatMap(deltasOf);
    const rest = parts
      .slice(0, -1)
      .map((part): Frame => ({ data: { ...candidate([part], null), modelVersion: asked.model } }));
    const last = { ...candidate(parts.slice(-1), 'STOP'), ...usageOf(reply), modelVersion: asked.model };
    return [...rest, { data: last }];
  },
  whole: (reply, asked) => ({
    ...candidate(reply.pieces.map(partOf), 'STOP'),
    ...usageOf(reply),
    modelVersion: asked.model,
  }),
  error: ({ status, code, message }) => ({
    error: { code: status, message, status: NAMES[code] ?? 'INVALID_ARGUMENT' },
  }),
  broken: (fault) => ({ data: gemini.error(fault) }),
};

const NAMES: Readonly<Record<string, string>> = {
  invalid_api_key: 'UNAUTHENTICATED',
  permission_denied: 'PERMISSION_DENIED',
  model_not_found: 'NOT_FOUND',
  rate_limit_exceeded: 'RESOURCE_EXHAUSTED',
  insufficient_quota: 'RESOURCE_EXHAUSTED',
  server_error: 'INTERNAL',
  overloaded: 'UNAVAILABLE',
};

function candidate(parts: object[], finishReason: string | null): object {
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason !== null && { finishReason }) }],
  };
}

function usageOf({ usage }: Reply): object {
  if (usage === null) return {};
  const { input, output, cached } = usage;
  const counts = { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
  return { usageMetadata: { ...counts, cachedContentTokenCount: cached } };
}

function partOf(piece: Piece): object {
  if (piece.kind === 'tool') return { functionCall: { name: piece.tool, args: piece.input } };
  return { text: textOf(piece), ...(piece.kind === 'thinking' && { thought: true }) };
}

function deltasOf(piece: Piece): object[] {
  if (piece.kind === 'tool') return [partOf(piece)];
  return piece.deltas.map((one) => ({ text: one, ...(piece.kind === 'thinking' && { thought: true }) }));
}
