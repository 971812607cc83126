import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Capabilities, capabilityTable } from '../../src/runtimes/records/capabilities.js';
import { builtIn, createRegistry } from '../../src/runtimes/registry.js';
import type { Store } from '../../src/store/open.js';
import { ROOT } from './document.js';

const HEADINGS = {
  en: ['Runtime', 'task, workflow', 'chat', 'permissions', 'Channel fields it honours'],
  zh: ['运行时', 'task、workflow', 'chat', 'permissions', '遵守的 channel 字段'],
} as const;
const PAGES = [
  ['docs/runtimes.md', 'en'],
  ['docs/zh/runtimes.md', 'zh'],
] as const;
const SECTION = /(?<=<!-- supported -->\n).*?(?=<!-- \/supported -->)/s;

/** With `UPDATE_DOCS=1` it writes the table instead. */
it.each(PAGES)('%s says what the drivers declare', async (page, language) => {
  const model = {
    provider: '',
    provider_env: '',
    temperature: 0,
    request_timeout_sec: 1,
    max_retries: 0,
    max_tokens: 1,
    providers: {},
  };
  // Nothing is called, so nothing is stored.
  const registry = createRegistry(builtIn({ model, store: {} as Store }));
  const table = tableOf(capabilityTable(await registry.all()), language);
  const path = join(ROOT, page);
  const text = readFileSync(path, 'utf8');
  if (process.env.UPDATE_DOCS === '1')
    writeFileSync(
      path,
      text.replace(SECTION, () => table),
    );
  else expect(SECTION.exec(text)?.[0]).toBe(table);
});

function tableOf(rows: readonly Capabilities[], language: 'en' | 'zh'): string {
  const lines = rows.map((row) =>
    [
      `${row.label} (\`${row.runtime_id}\`)`,
      onSurface(row, 'task'),
      onSurface(row, 'chat'),
      row.permissions.map(code).join(' ') || '–',
      row.channel_fields.map(code).join(' '),
    ].join(' | '),
  );
  const headings = HEADINGS[language];
  return [headings.join(' | '), headings.map(() => '---').join(' | '), ...lines]
    .map((line) => `| ${line} |\n`)
    .join('');
}

function onSurface({ surfaces }: Capabilities, surface: 'task' | 'chat'): string {
  const modes = surfaces.filter((one) => one.surface === surface);
  return modes.map(({ mode, policies }) => `${mode}: ${policies.map(code).join(' ')}`).join('<br>') || '–';
}

const code = (text: string): string => `\`${text}\``;
