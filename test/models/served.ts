import { onTestFinished } from 'vitest';
import type { ModelFormat } from '../../src/config/config.js';
import type { ModelEndpoint } from '../../src/models/endpoint.js';
import { type ModelServer, modelServer, type ServerOptions } from './server/server.js';

export const FORMATS = [
  'openai_chat',
  'openai_responses',
  'anthropic',
  'gemini_native',
] as const satisfies ModelFormat[];

/** A scripted server that goes with the test. */
export async function served(options: ServerOptions = {}): Promise<ModelServer> {
  const server = await modelServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** The server's API of that format. */
export function baseUrl(server: ModelServer, format: ModelFormat): string {
  return `${server.origin}/${format === 'gemini_native' ? 'v1beta' : 'v1'}`;
}

export const KEY = 'sk-test-0123456789abcdef';

/** An endpoint of it that gives up soon. */
export function endpointAt(server: ModelServer, format: ModelFormat, more: Partial<ModelEndpoint> = {}): ModelEndpoint {
  return {
    provider: 'scripted',
    name: 'mock-model',
    format,
    baseUrl: baseUrl(server, format),
    key: KEY,
    timeoutMs: 10_000,
    maxRetries: 0,
    ...more,
  };
}
