import type { ResolvedChannel } from '../channel.js';

/** What a provider is reached with, as a configuration file may name it: the values themselves go by the child's environment. */
export interface ProviderSecrets {
  /** Variable that holds the key; null where there is none. */
  readonly key: string | null;
  /** Header → variable that holds its value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

const KEY = 'ER_PROVIDER_KEY';

/** Of a channel: its key, its headers and those of its request overrides, and its user agent as one. */
export function providerSecrets(channel: ResolvedChannel): ProviderSecrets {
  const values = {
    ...(channel.customUserAgent === undefined ? {} : { 'User-Agent': channel.customUserAgent }),
    ...channel.httpHeaders,
    ...channel.requestOverrides?.headers,
  };
  const headers: Record<string, string> = {};
  const env: Record<string, string> = channel.apiKey === null ? {} : { [KEY]: channel.apiKey };
  for (const [index, [name, value]] of Object.entries(values).entries()) {
    const variable = `ER_PROVIDER_HEADER_${index + 1}`;
    headers[name] = variable;
    env[variable] = value;
  }
  return { key: channel.apiKey === null ? null : KEY, headers, env };
}
