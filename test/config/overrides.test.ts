import { describe, expect, it } from 'vitest';
import { loadText } from './write-config.js';

describe('what the environment overrides', () => {
  it('chooses the provider by the variable the file names', async () => {
    expect((await loadText('', { MODEL_PROVIDER: 'sglang' })).model.provider).toBe('sglang');
    expect((await loadText('', { MODEL_PROVIDER: '' })).model.provider).toBe('aliyun');
    const renamed = await loadText('model: {provider_env: MY_PROVIDER}\n', {
      MODEL_PROVIDER: 'nonsense',
      MY_PROVIDER: 'openai',
    });
    expect(renamed.model.provider).toBe('openai');
    expect((await loadText('', { EMBEDDING_PROVIDER: 'sglang' })).embedding.provider).toBe('sglang');
  });

  it('points the local server elsewhere for models and embeddings alike, but renames only the model', async () => {
    const config = await loadText('model: {providers: {sglang: {api_key_env: OTHER_KEY}}}\n', {
      SGLANG_BASE_URL: 'http://gpu:1/v1',
      SGLANG_MODEL: 'big',
      SGLANG_MODEL_PATH: '/models/big',
      SGLANG_API_KEY: 'EMPTY',
    });
    expect(config.model.providers.sglang).toMatchObject({
      base_url: 'http://gpu:1/v1',
      name: 'big',
      model_path: '/models/big',
      api_key_env: 'SGLANG_API_KEY',
    });
    expect(config.embedding.providers.sglang).toMatchObject({
      base_url: 'http://gpu:1/v1',
      name: 'qwen3-embedding-0.6b',
    });
    expect(config.key_env).toEqual(expect.arrayContaining(['OTHER_KEY', 'SGLANG_API_KEY']));
  });

  it('calls a served model by its path where it has no name', async () => {
    const config = await loadText('', { SGLANG_MODEL_PATH: '/models/q' });
    expect(config.model.providers.sglang?.name).toBe('/models/q');
  });
});
