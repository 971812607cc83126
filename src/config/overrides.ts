import type { EmbeddingConfig, EmbeddingProvider, ModelConfig } from './config.js';
import { ConfigOverrideError } from './errors.js';
import { hintFor } from './hint.js';

interface Providers {
  model: ModelConfig;
  embedding: EmbeddingConfig;
}

/** The environment's word on providers: which one, and where the local server is. An empty variable says nothing. */
export function overrideProviders({ model, embedding }: Providers, env: NodeJS.ProcessEnv): Providers {
  const server = serverOf(env);
  const calledModel = env.SGLANG_MODEL || env.SGLANG_MODEL_PATH;
  return {
    model: {
      ...model,
      provider: chosen(model, env),
      providers: changed(model.providers, 'sglang', {
        ...server,
        ...(calledModel && { name: calledModel }),
        ...(env.SGLANG_MODEL_PATH && { model_path: env.SGLANG_MODEL_PATH }),
      }),
    },
    embedding: {
      ...embedding,
      provider: chosen(embedding, env),
      providers: changed(embedding.providers, 'sglang', server),
    },
  };
}

function chosen(config: ModelConfig | EmbeddingConfig, env: NodeJS.ProcessEnv): string {
  const asked = env[config.provider_env];
  if (!asked) return config.provider;
  const known = Object.keys(config.providers);
  if (known.includes(asked)) return asked;
  const hint = hintFor(asked, known);
  const shown = JSON.stringify(asked.slice(0, 40));
  throw new ConfigOverrideError({
    en: `${config.provider_env}: no provider is called ${shown}. ${hint.en}`,
    zh: `${config.provider_env}：没有名为 ${shown} 的提供方。${hint.zh}`,
  });
}

function serverOf(env: NodeJS.ProcessEnv): Partial<EmbeddingProvider> {
  const url = env.SGLANG_BASE_URL;
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    const shown = JSON.stringify(url.slice(0, 40));
    throw new ConfigOverrideError({
      en: `SGLANG_BASE_URL: expected an http(s) URL, found ${shown}`,
      zh: `SGLANG_BASE_URL：应为 http(s) 地址，实际是：${shown}`,
    });
  }
  return { ...(url && { base_url: url }), ...(env.SGLANG_API_KEY && { api_key_env: 'SGLANG_API_KEY' }) };
}

function changed<P extends EmbeddingProvider>(
  providers: Record<string, P>,
  id: string,
  fields: Partial<P>,
): Record<string, P> {
  const before = providers[id];
  return before === undefined ? providers : { ...providers, [id]: { ...before, ...fields } };
}
