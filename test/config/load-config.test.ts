import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStatusKeywords } from '../../src/config/intent-shortcuts.js';
import { loadConfig } from '../../src/config/load-config.js';
import { workspace } from '../harness/workspace.js';
import { loadText, refusal, workspaceWith } from './write-config.js';

/** Every key that users of the format have in their files, none of ours. */
const EXISTING = `
model:
  provider: sglang
  provider_env: MODEL_PROVIDER
  temperature: 0
  request_timeout_sec: 90
  max_retries: 1
  max_tokens: 2048
  providers:
    aliyun: {name: qwen-flash, api_key_env: API_KEY_Qwen, base_url: "https://dashscope.aliyuncs.com/compatible-mode/v1", max_tokens: 2048}
    sglang: {name: qwen3-4b, api_key_env: SGLANG_API_KEY, base_url: "http://127.0.0.1:30000/v1", request_timeout_sec: 30, format: openai}
embedding:
  provider: aliyun
  provider_env: EMBEDDING_PROVIDER
  providers:
    aliyun: {name: text-embedding-v4, api_key_env: API_KEY_Qwen, base_url: "https://dashscope.aliyuncs.com/compatible-mode/v1", request_timeout_sec: 30}
paths: {cases_dir: data/cases, run_root: var/runs, logs_dir: var/logs, skills_root: my/skills}
runtime:
  save_logs: yes
  max_rounds: 5
  max_task_turns: 4
  max_controller_steps: 3
  max_executor_steps: 4
  pyskill_timeout_sec: 180
  intent_shortcuts_config: configs/intent_shortcuts.yaml
  default_task_type: executor
  max_failed_retries: 0
  context_enabled: true
  context_window_tokens: 3000
  context_summary_target_tokens: 700
  context_summary_min_step: 2
  context_recent_rounds: 2
  context_tool_trim_head_chars: 800
  context_tool_trim_tail_chars: 800
  context_tool_mid_hits_max: 6
  context_tool_mid_hit_chars: 240
  context_view_target_tokens: 600
  context_history_enabled: off
  context_history_max_detail_rounds: 8
  context_history_keep_recent_rounds: 4
  context_history_summary_target_tokens: 700
  context_history_meta_target_tokens: 400
  context_history_inject_latest_shards: 2
`;

describe('loading the configuration', () => {
  it('gives the built-in defaults where no file is found, with paths seen from the working directory', async () => {
    const root = await workspace();
    const config = await loadConfig({ cwd: root, env: {} });
    expect(config.file).toBeNull();
    expect(config.root).toBe(root);
    expect(config.paths).toEqual({
      cases_dir: join(root, 'cases'),
      run_root: join(root, 'var/runs'),
      logs_dir: join(root, 'var/logs'),
      skills_root: join(root, 'skills'),
      state: join(root, 'var/state.db'),
      jobs_dir: join(root, 'var/jobs'),
      states_dir: join(root, 'var/states'),
      cache_dir: join(root, 'var/cache'),
    });
    expect(config.runtime).toMatchObject({ policy: 'cascade', max_failed_retries: 3, strict_skills: false });
    expect(config).toMatchObject({ projects: {}, default_project: null });
  });

  it('loads a file that has exactly the keys users already have', async () => {
    const config = await loadText(EXISTING);
    expect(config.model.provider).toBe('sglang');
    expect(config.model.providers.aliyun).toMatchObject({ name: 'qwen-flash', max_tokens: 2048, format: 'openai' });
    expect(config.paths.skills_root).toBe(join(config.root, 'my/skills'));
    expect(config.runtime).toMatchObject({
      save_logs: true,
      context_history_enabled: false,
      max_rounds: 5,
      max_failed_retries: 0,
    });
  });

  it('finds the file upwards from a folder deep inside, and resolves paths from the parent of configs', async () => {
    const { root, file } = await workspaceWith('paths: {run_root: out/runs}\n');
    const deep = join(root, 'a', 'b', 'c');
    await mkdir(deep, { recursive: true });
    const config = await loadConfig({ cwd: deep, env: {} });
    expect(config).toMatchObject({ file, root });
    expect(config.paths.state).toBe(join(root, 'out/state.db'));
    expect(config.paths.jobs_dir).toBe(join(root, 'out/jobs'));
  });

  it('resolves paths from the folder of a file that does not lie in configs', async () => {
    const root = await workspace();
    await writeFile(join(root, 'mine.yaml'), 'paths: {state: /somewhere/else.db}\n');
    const config = await loadConfig({ cwd: '/', config: join(root, 'mine.yaml'), env: {} });
    expect(config.root).toBe(root);
    expect(config.paths.state).toBe('/somewhere/else.db');
    expect(config.paths.run_root).toBe(join(root, 'var/runs'));
  });

  it('takes an empty file, a file of comments and keys without value for silence', async () => {
    for (const text of ['', '# nothing\n', 'model:\nruntime:\n  max_rounds:\nprojects:\n']) {
      expect((await loadText(text)).runtime.max_rounds).toBe(4);
    }
  });

  it('accepts a byte order mark, CRLF, a few references and merged keys', async () => {
    const text = '\ufeffprojects:\r\n  a: &a {path: x}\r\n  b:\r\n    <<: *a\r\n    dataset: d.csv\r\n';
    const config = await loadText(text);
    expect(config.projects.b).toMatchObject({ path: join(config.root, 'x'), dataset: join(config.root, 'd.csv') });
  });

  it('keeps extra keys of a project and resolves its paths', async () => {
    const config = await loadText(
      'projects:\n  shop: {path: ../shop, test_command: [npm, test], base_url: "http://h:1", dataset: "s3://b/d", owner: {team: qa}}\n',
    );
    expect(config.projects.shop).toEqual({
      name: 'shop',
      path: join(config.root, '../shop'),
      test_command: ['npm', 'test'],
      base_url: 'http://h:1',
      dataset: 's3://b/d',
      owner: { team: 'qa' },
    });
  });

  it('takes the only project as the default one, and none of several', async () => {
    expect((await loadText('projects: {one: {}}\n')).default_project).toBe('one');
    expect((await loadText('projects: {one: {}, two: {}}\n')).default_project).toBeNull();
    expect((await loadText('projects: {one: {}, two: {}}\ndefault_project: two\n')).default_project).toBe('two');
  });

  it('completes a built-in provider field by field and asks a new one for what it needs', async () => {
    const config = await loadText('model: {providers: {aliyun: {name: qwen-max}}}\n');
    expect(config.model.providers.aliyun).toMatchObject({ name: 'qwen-max', api_key_env: 'API_KEY_Qwen' });
    const { message } = await refusal('model:\n  providers:\n    mine:\n      name: m\n');
    expect(message).toBe('graph.yaml:3: model.providers.mine: base_url is missing');
  });

  it('names every variable that carries a key, and holds no key', async () => {
    const env = { API_KEY_Qwen: 'sk-very-secret', SGLANG_API_KEY: 'sk-other-secret' };
    const config = await loadText(
      'model: {providers: {mine: {name: m, base_url: "http://h/v1", api_key_env: MY_KEY}}}\n',
      env,
    );
    expect(config.key_env).toEqual(['ANTHROPIC_API_KEY', 'API_KEY_Qwen', 'MY_KEY', 'OPENAI_API_KEY', 'SGLANG_API_KEY']);
    expect(JSON.stringify(config)).not.toContain('secret');
  });
});

describe("the user's ways to ask for the status", () => {
  it('are read from the file the configuration names, without blanks and repetitions', async () => {
    const { root } = await workspaceWith('');
    await writeFile(
      join(root, 'configs', 'intent_shortcuts.yaml'),
      'status_query:\n  keywords: [进展, " how far ", 进展, ""]\n',
    );
    expect(await readStatusKeywords(await loadConfig({ cwd: root, env: {} }))).toEqual(['进展', 'how far']);
  });

  it('are none where the file is not there, and an error where it is wrong', async () => {
    const { root } = await workspaceWith('');
    const config = await loadConfig({ cwd: root, env: {} });
    expect(await readStatusKeywords(config)).toEqual([]);
    await writeFile(join(root, 'configs', 'intent_shortcuts.yaml'), 'status_query:\n  keyword: [x]\n');
    await expect(readStatusKeywords(config)).rejects.toThrow(
      /intent_shortcuts\.yaml:2: status_query\.keyword: unknown key\. Did you mean keywords\?/,
    );
  });
});
