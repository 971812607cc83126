import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const TOUR = fileURLToPath(new URL('../../dist/tour/main.js', import.meta.url));

interface Toured {
  readonly code: number | null;
  readonly stdout: string;
  readonly ms: number;
}

function tour(lang: 'en' | 'zh'): Promise<Toured> {
  const { ER_RUN_ID: _id, ...env } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [TOUR, '--lang', lang], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, ms: performance.now() - started }));
  });
}

/** What there is to see, in the order it is seen. */
const FACTS = {
  en: {
    'a test run starts': /functest on shop runs now as job_\w+/,
    'its progress is told while it runs': /functest \(job_\w+\): (?:queued|running) for/,
    'the same request joins it': /under way for .* as job_\w+; I joined it/,
    'it is green': /✓ functest \(job_\w+\) passed.*?21 passed, 0 failed/s,
    'the coupons are red, with their failing cases': /✗ functest（job_\w+）未通过.*?失败 2.*?coupons\.test\.js:28/s,
    'a missing value is asked for': /accutest needs dataset/,
    'the answer starts it': /› classifier\/messages\.csv\naccutest on shop runs now/,
    'accuracy is measured': /accuracy 87\.5% \(21\/24/,
    'the shop holds the load': /✓ perftest.*?p95 [\d.]+ ms, at most 500 ms: met/s,
    'a second run is compared with the first': /perftest.*?[Cc]ompared with job_\w+/s,
    'without the shop it cannot do its work': /✗ perftest.*?ECONNREFUSED/s,
    'why it failed is told': /› Why did it fail\?\n.*?perftest.*?ECONNREFUSED.*?Environment tour-/s,
  },
  zh: {
    'a test run starts': /functest（shop）已开始运行，任务号 job_\w+/,
    'its progress is told while it runs': /functest（job_\w+）：(?:排队中|运行中)/,
    'the same request joins it': /本次并入它/,
    'it is green': /✓ functest（job_\w+）通过.*?通过 21，失败 0/s,
    'the coupons are red, with their failing cases':
      /✗ functest \(job_\w+\) did not pass.*?2 failed.*?coupons\.test\.js:28/s,
    'a missing value is asked for': /accutest 需要参数 dataset/,
    'the answer starts it': /› classifier\/messages\.csv\naccutest（shop）已开始运行/,
    'accuracy is measured': /准确率 87\.5%（21\/24/,
    'the shop holds the load': /✓ perftest.*?p95 [\d.]+ ms，要求不超过 500 ms：达标/s,
    'a second run is compared with the first': /perftest.*?与(?:上一次|上次)?[^\n]*job_\w+[^\n]*相比/s,
    'without the shop it cannot do its work': /✗ perftest.*?ECONNREFUSED/s,
    'why it failed is told': /› 刚才为什么失败了？\n.*?perftest.*?ECONNREFUSED.*?Environment tour-/s,
  },
} as const;

describe.each(['en', 'zh'] as const)('the tour in %s', (lang) => {
  it('shows all there is to see, in under a minute', async () => {
    const { code, stdout, ms } = await tour(lang);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(60_000);
    // What a sentence of the tour means is not asked about.
    expect(stdout).not.toMatch(/not sure which|不确定你指的/);
    const missing = Object.entries(FACTS[lang]).filter(([, fact]) => !fact.test(stdout));
    expect(
      missing.map(([what]) => what),
      stdout,
    ).toEqual([]);
  }, 90_000);
});
