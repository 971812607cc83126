import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { ModelCall, ModelMessage, ToolOffer } from './model.js';

/** A call in the SDK's words. */
export function promptOf(call: ModelCall): Pick<LanguageModelV3CallOptions, 'prompt' | 'tools'> {
  const tools = call.tools ?? [];
  return { prompt: call.messages.map(messageOf), ...(tools.length > 0 && { tools: tools.map(toolOf) }) };
}

function messageOf(message: ModelMessage): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...(message.toolCalls ?? []).map(({ callId, tool, input, opaque }) => ({
            type: 'tool-call' as const,
            toolCallId: callId,
            toolName: tool,
            input,
            ...(opaque !== undefined && { providerOptions: opaque as SharedV3ProviderOptions }),
          })),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.tool,
            output: { type: 'text', value: message.output },
          },
        ],
      };
  }
}

function toolOf({ name, description, inputSchema }: ToolOffer): LanguageModelV3FunctionTool {
  return { type: 'function', name, description, inputSchema };
}
