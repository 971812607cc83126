import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { project, put } from '../harness/project.js';

describe('with --lang zh', () => {
  it.each<[string[], RegExp]>([
    [
      ['status', '--jsno'],
      /^没有选项 '--jsno'。是不是想写 --json？用 `environment-runtime status --help` 查看它接受什么。\n$/,
    ],
    [['logs'], /^缺少必需的参数 'run_id'。用 `environment-runtime logs --help` 查看它接受什么。\n$/],
    [['logs', 'job_x'], /^还没有存储任何内容：.*state\.db 不存在。/],
    [['prune', '--older-than', 'soon'], /^--older-than 的值应为时长，例如 12h、7d 或 4w，而不是 'soon'。\n$/],
    [['--config', 'bad.yaml', 'status'], /bad\.yaml:\d+:\d+: \p{Script=Han}/u],
    [
      ['--config', 'unknown.yaml', 'status'],
      /unknown\.yaml:2: runtime\.max_round: 未知的键。是不是想写 max_rounds？\n$/,
    ],
    [['--config', 'folder', 'status'], /folder 是目录，不是文件\n$/],
    [['case', '--case', 'missing.json'], /missing\.json：它不存在。用例形如/],
    [['--state', 'folder', 'run', '--input', 'how is it going?'], /folder 不能用作数据库：它是一个目录。/],
    [['environments', 'import', 'bad.json'], /bad\.json：导入在第 1 行第 13 列处被拒绝：不是 JSON：/],
    [['skills', 'new', 'x', '--kind', 'workflow-pyton'], /没有 "workflow-pyton" 这一种。是不是想写 workflow-python？/],
  ])('%j is refused in Chinese', async (args, words) => {
    const here = await project();
    await mkdir(join(here.dir, 'folder'));
    await put(here.dir, {
      'bad.yaml': 'paths:\n  run_root: [x\n',
      'unknown.yaml': 'runtime:\n  max_round: 4\n',
      'bad.json': '{"rounds": [}',
    });
    const { code, stdout, stderr } = await command(here, [...args, '--lang', 'zh']);
    expect(stderr).toMatch(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('`skills check` tells its findings in Chinese, and a program the English ones', async () => {
    const here = await project();
    await put(here.dir, { 'skills/controller/lint/SKILL.md': '---\nname: lint\nworkflow: run.sh\nlimts: 3\n---\n' });
    const [person, machine] = await Promise.all([
      command(here, ['skills', 'check', '--lang', 'zh']),
      command(here, ['skills', 'check', '--lang', 'zh', '--json']),
    ]);
    expect(person.stdout).toContain('SKILL.md:4: 警告：未知的键 limts。是不是想写 limits？');
    expect(person.stdout).toContain('SKILL.md:3: 错误：workflow：包里没有文件 run.sh。');
    const findings = JSON.parse(machine.stdout) as { code: string; message: string }[];
    expect(findings.find(({ code }) => code === 'unknown-key')).toMatchObject({
      message: 'unknown key limts. Did you mean limits?',
    });
    expect([person.code, machine.code]).toEqual([1, 1]);
  });

  it('an error for programs stays in English', async () => {
    const { stderr } = await command(await project(), ['logs', 'job_x', '--lang', 'zh', '--json']);
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'NOTHING_STORED', message: expect.stringContaining('Nothing has been stored yet') },
    });
  });

  it('the locale is enough', async () => {
    const { stderr } = await command(await project(), ['environments'], { env: { LANG: 'zh_CN.UTF-8' } });
    expect(stderr).toContain('请说明要做什么');
  });
});
