import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readStatusKeywords } from '../../src/config/intent-shortcuts.js';
import { loadConfig } from '../../src/config/load-config.js';
import { graphSchema } from '../../src/config/schema.js';
import { workspace } from '../harness/workspace.js';

const FILE = fileURLToPath(new URL('../../configs/graph.yaml', import.meta.url));

describe('configs/graph.yaml', () => {
  it('says what the built-in defaults say', async () => {
    const written = await loadConfig({ cwd: '/', config: FILE, env: {} });
    const builtIn = await loadConfig({ cwd: await workspace(), env: {} });
    expect(written.model).toEqual(builtIn.model);
    expect(written.embedding).toEqual(builtIn.embedding);
    const relative = ({ root, runtime, paths }: typeof written) =>
      JSON.stringify({ runtime, paths }).replaceAll(root, '');
    expect(relative(written)).toBe(relative(builtIn));
    expect(await readStatusKeywords(written)).toEqual([]);
  });

  it('has every key there is', () => {
    const written = parse(readFileSync(FILE, 'utf8')) as Record<string, Record<string, unknown>>;
    const { shape } = graphSchema;
    expect(Object.keys(written).sort()).toEqual(Object.keys(shape).sort());
    for (const section of ['model', 'embedding', 'paths', 'runtime'] as const) {
      const known = Object.keys(shape[section]._zod.def.innerType._zod.def.innerType.shape);
      expect(Object.keys(written[section] ?? {}).sort()).toEqual(known.sort());
    }
  });

  it('comments every key in Chinese and English', () => {
    const seen = new Set<string>();
    let comment = '';
    for (const line of readFileSync(FILE, 'utf8').split('\n')) {
      if (line.trim().startsWith('#')) comment += line;
      else {
        const key = /^\s*(\w+):/.exec(line)?.[1];
        if (key !== undefined && !seen.has(key) && !/^(aliyun|openai|anthropic|shop)$/.test(key) && comment !== '') {
          expect(comment, key).toMatch(/\p{Script=Han}/u);
          expect(comment, key).toMatch(/[a-z]{3}/);
        }
        if (key !== undefined) seen.add(key);
        comment = '';
      }
    }
    expect(seen.size).toBeGreaterThan(50);
  });
});
