import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import type { Format } from './formats.js';
import type { ModelUsage } from './model.js';

export const NO_USAGE: ModelUsage = { input_tokens: null, output_tokens: null, cached_tokens: null };

/**
 * As the provider reported it. The SDK's totals (cached input and thinking counted in) are taken only where the provider's own report
 * has that number: the SDK makes 0 of what is missing.
 */
export function usageOf(usage: LanguageModelV3Usage, names: Format['usage']): ModelUsage {
  const raw = usage.raw;
  const given = (name: string, total: number | undefined): number | null =>
    typeof at(raw, name) === 'number' && total !== undefined ? total : null;
  return {
    input_tokens: given(names.input, usage.inputTokens.total),
    output_tokens: given(names.output, usage.outputTokens.total),
    cached_tokens: given(names.cached, usage.inputTokens.cacheRead),
  };
}

/** A number nobody reported adds nothing and is not made one. */
export function added(one: ModelUsage, other: ModelUsage): ModelUsage {
  const sum = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b);
  return {
    input_tokens: sum(one.input_tokens, other.input_tokens),
    output_tokens: sum(one.output_tokens, other.output_tokens),
    cached_tokens: sum(one.cached_tokens, other.cached_tokens),
  };
}

function at(raw: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      raw,
    );
}
