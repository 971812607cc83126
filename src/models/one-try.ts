import {
  APICallError,
  InvalidResponseDataError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Content,
  type LanguageModelV3FinishReason,
  type LanguageModelV3Usage,
} from '@ai-sdk/provider';
import type { ModelCall, ToolCall } from './model.js';

/** What one request came to, in the SDK's words. */
export interface Answer {
  text: string;
  toolCalls: ToolCall[];
  finishReason: LanguageModelV3FinishReason;
  usage: LanguageModelV3Usage | null;
}

/** The answer ended before it was all there; `began`: something of it was. */
export class UnfinishedError extends Error {
  constructor(
    readonly began: boolean,
    readonly usage: LanguageModelV3Usage | null,
  ) {
    super('it ended before the answer did');
  }
}

/** An error that the provider sent inside of its stream, as it sent it. */
export class StreamError extends Error {
  constructor(readonly sent: unknown) {
    super('the stream brought an error');
  }
}

/** One request. Rejects with whatever the SDK, the system or the stream makes of a failure. */
export async function oneTry(
  model: LanguageModelV3,
  call: ModelCall,
  options: LanguageModelV3CallOptions,
): Promise<Answer> {
  if (call.onText === undefined && call.onThinking === undefined) return await whole(model, options);
  return await streamed(model, call, options);
}

async function whole(model: LanguageModelV3, options: LanguageModelV3CallOptions): Promise<Answer> {
  const { content, finishReason, usage } = await model.doGenerate(options);
  const answer: Answer = { text: '', toolCalls: [], finishReason, usage };
  for (const part of content) take(answer, part);
  // Gemini's schema lets any object pass.
  if (content.length === 0 && isUnfinished(answer)) throw new UnfinishedError(false, usage);
  return answer;
}

async function streamed(model: LanguageModelV3, call: ModelCall, options: LanguageModelV3CallOptions): Promise<Answer> {
  const answer: Answer = { text: '', toolCalls: [], finishReason: { unified: 'other', raw: undefined }, usage: null };
  let began = false;
  const { stream } = await model.doStream(options);
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        began = true;
        answer.text += part.delta;
        call.onText?.(part.delta);
        break;
      case 'reasoning-delta':
        began = true;
        call.onThinking?.(part.delta);
        break;
      case 'tool-call':
        began = true;
        take(answer, part);
        break;
      case 'response-metadata':
        began = true;
        break;
      case 'finish':
        answer.finishReason = part.finishReason;
        answer.usage = part.usage;
        break;
      case 'error':
        if (InvalidResponseDataError.isInstance(part.error)) throw new UnfinishedError(began, answer.usage);
        if (APICallError.isInstance(part.error)) throw new StreamError(part.error.responseBody ?? part.error.message);
        throw part.error instanceof Error ? part.error : new StreamError(part.error);
    }
  }
  if (isUnfinished(answer)) throw new UnfinishedError(began, answer.usage);
  return answer;
}

/** Every format ends with a reason; the SDK's word where none came. */
function isUnfinished({ finishReason }: Answer): boolean {
  return finishReason.unified === 'other' && finishReason.raw === undefined;
}

function take(answer: Answer, part: LanguageModelV3Content): void {
  if (part.type === 'text') answer.text += part.text;
  if (part.type !== 'tool-call') return;
  const { toolCallId, toolName, input, providerMetadata } = part;
  answer.toolCalls.push({
    callId: toolCallId,
    tool: toolName,
    input: inputOf(input),
    ...(providerMetadata !== undefined && { opaque: providerMetadata }),
  });
}

/** A model may write anything: what is no JSON is handed on as it is, for the tool's schema to refuse. */
function inputOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
