import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accutestInput } from '../../skills/controller/accutest/accutest-input.js';
import { render } from '../../skills/controller/accutest/render.js';
import { resultData } from '../../skills/controller/accutest/result-data.js';
import { type Facts, scorePredictor } from '../../skills/controller/accutest/score-predictor.js';
import { JobEvents } from '../../skills/kit/job-events.js';
import { workspace } from '../harness/workspace.js';
import { runBuiltWorkflow } from './run-workflow.js';

/** One that answers first has to come that far on a busy computer as well. */
const SECONDS_TO_HANG: Readonly<Record<string, number>> = { hangs: 1, 'answers and hangs': 5 };

const SHOP = {
  name: 'shop',
  path: fileURLToPath(new URL('../../examples/shop', import.meta.url)),
  dataset: 'classifier/messages.csv',
  predictor_command: ['node', 'classifier/classify.js'],
};

describe('accutest on the example shop', () => {
  it('21 of 24 messages are right, which is enough for 85 %', async () => {
    const { code, result, events, files, report } = await runBuiltWorkflow('accutest', {
      project: SHOP,
      params: { min_accuracy: '85%' },
    });
    expect(code).toBe(0);
    expect(result).toMatchObject({
      task_status: 'done',
      data: {
        verdict: 'passed',
        accuracy: 0.875,
        correct: 21,
        rows: 24,
        interval: [0.689961, 0.956557],
        macro: { precision: 0.895833, recall: 0.875, f1: 0.877165 },
        classes: 4,
        confusion: {
          labels: ['coupon', 'delivery', 'order', 'refund'],
          counts: [
            [5, 0, 0, 1],
            [0, 5, 1, 0],
            [0, 0, 6, 0],
            [0, 0, 1, 5],
          ],
        },
        unanswered: 0,
        unknown_labels: 0,
        notes: ['close_call'],
        predictor: ['node', 'classifier/classify.js'],
        min_accuracy: 0.85,
        dataset: { rows: 24, unusable: 0, sample: null, text_column: 'text', label_column: 'label' },
      },
    });
    expect(result.task_result).toMatch(
      /^Accuracy test passed: accuracy 87\.5% \(21\/24, 95 % interval 69% – 95\.66%\), macro F1 87\.72%, accuracy limit 85%, in /,
    );
    expect(result.task_result).toMatch(
      /line 23: 把钱还给我 → refund expected, order given \(0\.5\)\n(?:.*\n)+Report: .*report\.html$/,
    );
    expect(events.filter(({ event }) => event === 'step').map(({ name }) => name)).toEqual([
      'read the data set',
      'predict',
    ]);
    expect(events.at(-2)).toMatchObject({ event: 'progress', done: 24, total: 24, unit: 'rows' });
    expect(events.at(-1)).toMatchObject({ event: 'artifact' });
    expect(files.sort()).toEqual(['events.jsonl', 'report.html', 'result.json']);
    expect(report).toContain('<html lang="en">');
    expect(report).toContain('87.5%');
    expect(report).toContain('把钱还给我');
  });

  it('but not for 92 %, in Chinese', async () => {
    const { code, result, report } = await runBuiltWorkflow('accutest', {
      project: SHOP,
      params: { min_accuracy: 0.92, min_f1: 0.5 },
      language: 'zh',
    });
    expect(code).toBe(0);
    expect(result).toMatchObject({ task_status: 'failed', data: { verdict: 'failed', accuracy: 0.875 } });
    expect(result.task_result).toMatch(
      /^准确率评测未通过：准确率 87\.5%（21\/24，.*要求准确率 92%，要求 F1 50%，用时 /,
    );
    expect(result.task_result).toContain('说明：准确率 87.5% 低于要求的 92%');
    expect(report).toContain('<html lang="zh-CN">');
    expect(report).toContain('✗ 未通过');
  });

  it('a predictor that is not there is an error that says so', async () => {
    const { code, result } = await runBuiltWorkflow('accutest', {
      project: { ...SHOP, predictor_command: ['no-such-predictor'] },
      language: 'zh',
    });
    expect(code).toBe(0);
    expect(result).toMatchObject({ task_status: 'failed', data: { verdict: 'error', accuracy: null, rows: null } });
    expect(result.task_result).toMatch(/^准确率评测没能正常完成。\n说明：无法启动预测程序 no-such-predictor：ENOENT/);
  });

  it.each(['', '[]', '{"params":{"min_accuracy":"much"}}', '{"project":{"predictor_command":"node x.js"}}'])(
    'input %j is an error, not a crash',
    async (input) => {
      const { code, result } = await runBuiltWorkflow('accutest', input, await workspace());
      expect([code, result.data.verdict, result.data.notes]).toEqual([0, 'error', ['bad_input']]);
    },
  );
});

async function accutest(project: object, params: object = {}): Promise<Facts> {
  return scorePredictor(accutestInput({ project: { ...project }, params: { ...params } }), new JobEvents(undefined));
}

const codes = (facts: Facts): string[] => facts.notes.map(({ code }) => code);

/** A project with rows `t0 … tn` of two labels, and a predictor written here. */
async function project(
  source: string,
  rows = 10,
): Promise<{ path: string; dataset: string; predictor_command: string[] }> {
  const path = await workspace();
  const lines = Array.from({ length: rows }, (_, index) => `t${index},${index % 2 === 0 ? 'even' : 'odd'}`);
  await writeFile(join(path, 'data.csv'), `text,label\n${lines.join('\n')}\n`);
  await writeFile(join(path, 'predict.mjs'), source);
  return { path, dataset: 'data.csv', predictor_command: [process.execPath, 'predict.mjs'] };
}

/** Reads all of its input first, then says `answer(row, index)` of each row. */
const answering = (answer: string): string => `
  import { readFileSync } from 'node:fs';
  const rows = readFileSync(0, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
  const right = ({ text }) => (Number(text.slice(1)) % 2 === 0 ? 'even' : 'odd');
  const say = (answer) => process.stdout.write(answer + '\\n');
  ${answer}`;

describe('predictors that are commands', () => {
  it.each<[string, string]>([
    ['plain labels', 'rows.forEach((row) => say(right(row)));'],
    ['JSON texts', 'rows.forEach((row) => say(JSON.stringify(right(row))));'],
    ['objects', 'rows.forEach((row) => say(JSON.stringify({ label: right(row), score: 0.5 })));'],
    [
      'objects in any order, by id',
      'rows.reverse().forEach((row) => say(JSON.stringify({ id: row.id, label: right(row) })));',
    ],
    ['Windows line ends and blank lines', 'rows.forEach((row) => say("\\n" + right(row) + "\\r"));'],
    ['a closed stdin', 'process.stdin.destroy(); rows.forEach((row) => say(right(row)));'],
    ['no final line end', 'process.stdout.write(rows.map(right).join("\\n"));'],
  ])('%s are read', async (_what, answer) => {
    const facts = await accutest(await project(answering(answer)), { min_accuracy: 1 });
    expect(facts.scored?.scores).toMatchObject({ accuracy: 1, rows: 10 });
    expect(facts.verdict).toBe('passed');
  });

  it.each<[string, string, string, RegExp, number | null]>([
    ['says nothing', '', 'fewer_rows', /given 10 rows and answered 0/, null],
    ['says too little', 'say("even");', 'fewer_rows', /given 10 rows and answered 1/, null],
    [
      'says too much',
      'say("loading model"); rows.forEach((row) => say(right(row)));',
      'more_rows',
      /surplus line: odd/,
      null,
    ],
    [
      'crashes',
      'console.error("boom: no weights"); process.exit(3);',
      'predictor_crashed',
      /exit code 3\nboom: no weights/,
      null,
    ],
    [
      'crashes after its answers',
      'rows.forEach((row) => say(right(row))); process.exitCode = 1;',
      'predictor_crashed',
      /exit code 1/,
      null,
    ],
    [
      'is killed',
      'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000);',
      'predictor_crashed',
      /SIGKILL/,
      null,
    ],
    [
      'hangs',
      'setInterval(() => {}, 1000);',
      'predictor_hung',
      /did not end within 1 s and was stopped \(0 of 10/,
      null,
    ],
    [
      'answers and hangs',
      'rows.forEach((row) => say(right(row))); setInterval(() => {}, 1000);',
      'predictor_hung',
      /10 of 10 rows/,
      null,
    ],
    [
      'streams lines for ever',
      'const go = () => process.stdout.write("a\\n".repeat(1000), go); go();',
      'more_rows',
      /answered more/,
      null,
    ],
    [
      'streams one line for ever',
      'const go = () => process.stdout.write("a".repeat(10000), go); go();',
      'predictor_flood',
      /endless line/,
      null,
    ],
    [
      'mixes up ids',
      'rows.forEach((row) => say(JSON.stringify({ id: 7, label: "odd" })));',
      'ids_disagree',
      /no answer has the id 2/,
      null,
    ],
    ['says garbage', 'rows.forEach(() => say("{\\"lab"));', 'many_unanswered', /10 of 10 rows got no answer/, 10],
    [
      'says wrong types',
      'rows.forEach(() => say("{\\"label\\":{}}"));',
      'many_unanswered',
      /no label in the answer \(\{"label":\{\}\}\) × 10/,
      10,
    ],
  ])('one that %s is an error', async (what, answer, code, message, unanswered) => {
    const facts = await accutest(
      { ...(await project(answering(answer))), predictor_timeout_sec: SECONDS_TO_HANG[what] ?? 20 },
      { min_accuracy: 0.1 },
    );
    expect(facts.verdict).toBe('error');
    expect(codes(facts)).toContain(code);
    expect(codes(facts)).not.toContain('below_accuracy');
    expect(render(facts, 'en')).toMatch(message);
    expect(facts.scored?.unanswered ?? null).toBe(unanswered);
  });

  it('much on stderr is passed on and does not hold it up', async () => {
    const noisy = await project(
      answering('console.error("x".repeat(300_000)); rows.forEach((row) => say(right(row)));'),
    );
    expect((await runBuiltWorkflow('accutest', { project: noisy })).result.data).toMatchObject({ accuracy: 1 });
  });

  it('answers in GBK are read', async () => {
    const source = answering(
      'for (let n = 0; n < rows.length; n += 1) process.stdout.write(Buffer.from("cdcbbfee0a", "hex"));',
    );
    const facts = await accutest(await project(source));
    expect(facts.notes).toContainEqual({ code: 'unknown_labels', count: 10, example: '退款' });
  });

  it('what a hanging predictor has started is stopped with it', async () => {
    const hanging = await project('');
    await writeFile(join(hanging.path, 'hang.sh'), `sleep 60 & sleep 60`);
    const facts = await accutest({ ...hanging, predictor_command: ['/bin/sh', 'hang.sh'], predictor_timeout_sec: 0.3 });
    expect(codes(facts)).toEqual(['predictor_hung']);
  });

  it('labels that the data set does not have are wrong, and that is said', async () => {
    const facts = await accutest(
      await project(
        answering('rows.forEach((row, index) => say(index === 0 ? "prime" : index === 1 ? "ODD" : right(row)));'),
      ),
    );
    expect(facts.verdict).toBe('passed');
    expect(facts.scored).toMatchObject({ scores: { correct: 8 }, unknown_labels: 2 });
    expect(codes(facts)).toEqual(['no_limits', 'unknown_labels', 'only_case']);
  });

  it('a row without an answer among many counts as wrong', async () => {
    const facts = await accutest(
      await project(answering('rows.forEach((row, index) => say(index === 3 ? "null" : right(row)));'), 40),
      { min_accuracy: 0.9 },
    );
    expect(facts.verdict).toBe('passed');
    expect(facts.scored).toMatchObject({ scores: { correct: 39, rows: 40 }, unanswered: 1 });
    expect(render(facts, 'zh')).toContain('1 行没有得到答案，按答错计算：回答里没有标签 (null) × 1');
  });

  it('many rows are handed over in batches', async () => {
    const source = answering(
      'console.error("run"); rows.forEach((row) => say(rows.length === 7 || rows.length === 2 ? right(row) : "no"));',
    );
    const facts = await accutest({ ...(await project(source, 30)), predictor_batch: 7 });
    expect(facts.scored?.scores).toMatchObject({ accuracy: 1, rows: 30 });
  });

  it('a later batch that fails is an error with what was seen', async () => {
    const source = answering('if (rows[0].text === "t20") process.exit(1); rows.forEach((row) => say(right(row)));');
    const facts = await accutest({ ...(await project(source, 30)), predictor_batch: 10 });
    expect(facts.verdict).toBe('error');
    expect(facts.scored?.scores.rows).toBe(20);
  });

  it('one that is run for each row gets the text and answers with its last line', async () => {
    const rowwise = await project('');
    await writeFile(
      join(rowwise.path, 'row.sh'),
      'read -r text; echo thinking; case "$text" in *[02468]) echo even;; t7) exit 4;; *) echo odd;; esac',
    );
    const facts = await accutest(
      { ...rowwise, predictor_command: ['/bin/sh', 'row.sh'], predictor_mode: 'row' },
      { min_accuracy: 0.5 },
    );
    expect(facts.scored).toMatchObject({ scores: { correct: 9, rows: 10 }, unanswered: 1 });
    expect(codes(facts)).toContain('many_unanswered');
    expect(render(facts, 'en')).toContain('the predictor failed (exit code 4) × 1');
  });

  it('a script that is named is run', async () => {
    const facts = await accutest(
      { ...(await project(answering('rows.forEach((row) => say(right(row)));'))), predictor_command: ['false'] },
      {
        predictor: 'predict.mjs',
      },
    );
    expect(facts.scored?.scores.accuracy).toBe(1);
    expect(codes(await accutest(SHOP, { predictor: 'nope.py' }))).toEqual(['predictor_file']);
  });
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/predict?key=secret`;
}

const rightFor = (body: string): string => (Number(JSON.parse(body).text.slice(1)) % 2 === 0 ? 'even' : 'odd');

describe('predictors behind HTTP', () => {
  it('are asked once for each row', async () => {
    const asked: unknown[] = [];
    const endpoint = await serve((request, response, body) => {
      asked.push([request.method, request.headers['content-type'], JSON.parse(body).id]);
      response.end(JSON.stringify({ label: rightFor(body), score: 1 }));
    });
    const facts = await accutest(await project(''), { endpoint, min_accuracy: 1 });
    expect(facts.verdict).toBe('passed');
    expect(facts.scored?.scores).toMatchObject({ accuracy: 1, rows: 10 });
    expect(asked).toHaveLength(10);
    expect(asked).toContainEqual(['POST', 'application/json', 11]);
    expect(JSON.stringify(resultData(facts))).not.toContain('secret');
  });

  it.each<[string, (response: ServerResponse, body: string) => void, RegExp]>([
    ['fails', (response) => void response.writeHead(503).end('{"label":"even"}'), /HTTP status \(503\) × 10/],
    [
      'moves to another host',
      (response) => void response.writeHead(307, { location: 'http://localhost:1/x' }).end(),
      /redirected, not followed \(307 → http:\/\/localhost:1\/x\) × 10/,
    ],
    [
      'changes the method',
      (response) => void response.writeHead(302, { location: '/other' }).end(),
      /not followed \(302 → \/other\) × 10/,
    ],
    [
      'redirects for ever',
      (response) => void response.writeHead(308, { location: '/predict' }).end(),
      /redirected, not followed/,
    ],
    ['hangs', () => {}, /timed out \(0\.3 s\) × 10/],
    ['hangs half-way', (response) => void response.write('{"label":'), /timed out \(0\.3 s\) × 10/],
    [
      'streams for ever',
      (response) => {
        const go = (): void => void (response.writable && response.write('x'.repeat(50_000), () => setImmediate(go)));
        go();
      },
      /answer too long/,
    ],
    ['hangs up', (response) => void response.destroy(), /connection failed \((?:UND_ERR_SOCKET|ECONNRESET)\) × 10/],
    ['says nothing', (response) => void response.end(), /no label in the answer × 10/],
    ['says HTML', (response) => void response.end('{<html>'), /no label in the answer/],
    ['says a list', (response) => void response.end('["even"]'), /no label in the answer \(\["even"\]\) × 10/],
  ])('one that %s is an error', async (_what, answer, message) => {
    const endpoint = await serve((_request, response, body) => answer(response, body));
    const facts = await accutest(
      { ...(await project('')), predictor_timeout_sec: 0.3 },
      { endpoint, min_accuracy: 0.1 },
    );
    expect(facts.verdict).toBe('error');
    expect(codes(facts)).toContain('many_unanswered');
    expect(render(facts, 'en')).toMatch(message);
  });

  it('one that moves on its own host is followed', async () => {
    const endpoint = await serve((request, response, body) => {
      if (request.url?.startsWith('/predict')) response.writeHead(307, { location: '/v2' }).end();
      else response.end(JSON.stringify(rightFor(body)));
    });
    expect((await accutest(await project(''), { endpoint })).scored?.scores.accuracy).toBe(1);
  });

  it('one that is down is given up early', async () => {
    const facts = await accutest(await project('', 1_000), { endpoint: 'http://127.0.0.1:9/predict' });
    expect(facts.verdict).toBe('error');
    expect(facts.notes[0]).toEqual({ code: 'gave_up', unanswered: 64, of: 64 });
  });

  it.each(['ftp://x/y', 'nonsense', 'http://user:pass@host/'])('%s is refused', async (endpoint) => {
    const facts = await accutest(await project(''), { endpoint });
    expect(codes(facts)).toEqual(['bad_endpoint']);
    expect(render(facts, 'en')).not.toContain('pass@');
  });
});

describe('what accutest is given', () => {
  it.each<[string, object, object, string]>([
    ['no folder', { ...SHOP, path: '/no/such/folder' }, {}, 'no_folder'],
    ['no data set', { ...SHOP, dataset: null }, {}, 'no_dataset'],
    ['a data set that is not there', SHOP, { dataset: 'nope.csv' }, 'dataset_missing'],
    ['a data set that is a folder', SHOP, { dataset: 'src' }, 'dataset_kind'],
    ['a data set that is a URL', SHOP, { dataset: 'https://host/a.csv' }, 'dataset_url'],
    ['a data set without such columns', SHOP, { dataset: 'README.md' }, 'column_missing'],
    ['a column that is not there', SHOP, { label_column: 'intent' }, 'column_missing'],
    ['no predictor', { ...SHOP, predictor_command: null }, {}, 'no_predictor'],
    ['a baseline that is not there', SHOP, { baseline: 'old.json' }, 'baseline_unusable'],
  ])('%s is an error', async (_what, given, params, code) => {
    const facts = await accutest(given, params);
    expect([facts.verdict, ...codes(facts)]).toEqual(['error', code]);
    expect(render(facts, 'zh')).toMatch(/^准确率评测没能正常完成。\n说明：/);
  });

  it.each([
    ['only a header', 'text,label\n', 'no_rows'],
    [
      'too many labels',
      `text,label\n${Array.from({ length: 1_002 }, (_, index) => `t,l${index}`).join('\n')}`,
      'too_many_classes',
    ],
    ['too many rows without labels', 'text,label\na,x\nb,\nc,y\n', 'many_unusable'],
    ['an open quote', `text,label\n"${'x'.repeat(5_000_000)}`, 'dataset_broken'],
  ])('a data set with %s is an error, and the predictor is not started', async (_what, content, code) => {
    const given = await project('import { writeFileSync } from "node:fs"; writeFileSync("started", "");');
    await writeFile(join(given.path, 'data.csv'), content);
    const facts = await accutest(given);
    expect(facts.verdict).toBe('error');
    expect(codes(facts)).toContain(code);
    expect(facts.duration_ms).toBe(0);
  });

  it('a GBK file gives the same scores', async () => {
    const given = await project('');
    const gbk = Buffer.from('cec4b1be2cb1eac7a90aced2d2aacdcbbfee2c726566756e640a', 'hex');
    await writeFile(join(given.path, 'data.csv'), gbk);
    const script = join(SHOP.path, 'classifier/classify.js');
    const facts = await accutest({ ...given, predictor_command: ['node', script] });
    expect(facts.scored?.scores).toMatchObject({ correct: 1, rows: 1 });
    expect(codes(facts)).toEqual(['no_limits', 'one_class', 'encoding']);
  });

  it('an earlier result is a baseline', async () => {
    const path = await workspace();
    await mkdir(join(path, 'old'));
    const first = resultData(await accutest(SHOP));
    await writeFile(join(path, 'old', 'result.json'), JSON.stringify({ task_status: 'done', data: first }));
    const same = await accutest(SHOP, { baseline: join(path, 'old') });
    expect([same.verdict, ...codes(same)]).toEqual(['passed']);
    expect(render(same, 'en')).toContain('baseline 87.5%');
    await writeFile(join(path, 'old', 'result.json'), JSON.stringify({ ...first, accuracy: 0.916667, correct: 22 }));
    const worse = await accutest(SHOP, { baseline: join(path, 'old', 'result.json') });
    expect([worse.verdict, ...codes(worse)]).toEqual(['failed', 'below_baseline']);
  });

  it('the same seed takes the same sample', async () => {
    const [one, two, other] = await Promise.all([3, 3, 4].map((seed) => accutest(SHOP, { limit: 12, seed })));
    expect(one?.scored?.scores.rows).toBe(12);
    expect(one?.scored).toEqual(two?.scored);
    expect(one?.dataset?.rows_id).toBe(two?.dataset?.rows_id);
    expect(one?.dataset?.rows_id).not.toBe(other?.dataset?.rows_id);
    expect(codes(await accutest(SHOP, { limit: 100 }))).not.toContain('sampled');
  });
});

describe('accutest and many rows', () => {
  const source = `
    let rows = 0;
    process.stdin.on('data', (chunk) => { for (const byte of chunk) if (byte === 10) rows += 1; });
    process.stdin.on('end', () => process.stdout.write('even\\n'.repeat(rows)));`;
  const run = async (rows: number, params: object = {}) => {
    const given = { ...(await project(source, rows)), predictor_batch: 10_000 };
    const { result, peak_mb } = await runBuiltWorkflow('accutest', { project: given, params });
    return { data: result.data, peak_mb };
  };

  it('ten batches, and a sample of a million rows, cost little more memory than one batch', async () => {
    const one = await run(10_000);
    const ten = await run(100_000);
    expect(ten.data).toMatchObject({ accuracy: 0.5, rows: 100_000 });
    const sample = await run(1_000_000, { limit: 10_000 });
    expect(sample.data).toMatchObject({
      rows: 10_000,
      dataset: { rows: 1_000_000, sample: { rows: 10_000, seed: 1 } },
    });
    for (const { peak_mb } of [ten, sample]) expect(peak_mb - one.peak_mb).toBeLessThan(192);
  });
});
