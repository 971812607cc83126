import type { Channel } from '../channel.js';
import { partsOf } from './kept-values.js';
import { referenceOf } from './reference.js';
import { SECRET_NAME } from './secret-texts.js';

/** The variables that these channels have secrets in: `env:NAME` where its name, or that of the entry, says so. Each once. */
export function secretVariables(channels: readonly Channel[]): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, entry: string, key: string | undefined): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, each] of Object.entries(value)) walk(each, Array.isArray(value) ? entry : inner, key);
    } else if (typeof value === 'string') {
      const reference = referenceOf(value);
      if (reference?.kind !== 'env') return;
      if (entry === key || SECRET_NAME.test(entry) || SECRET_NAME.test(reference.name)) found.add(reference.name);
    }
  };
  for (const channel of channels) walk(partsOf(channel), '', channel.apiKeyField);
  return [...found];
}
