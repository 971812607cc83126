// The functest workflow: JSON on stdin, the test command's output on stdout and stderr, events.jsonl and result.json in the job folder.
import { JobEvents } from './job-events.js';
import { type Facts, render } from './render.js';
import { writeResult } from './result-file.js';
import { refuse, runTests } from './run-tests.js';
import { BadInputError, readInput } from './workflow-input.js';

const MAX_INPUT = 16 * 1024 * 1024;

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_INPUT) throw new BadInputError(`stdin is longer than ${MAX_INPUT} bytes`, 'en');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function main(): Promise<void> {
  const jobDir = process.env.ER_JOB_DIR;
  let language: 'zh' | 'en' = 'en';
  let facts: Facts;
  try {
    const input = readInput(await readStdin());
    language = input.language;
    facts = await runTests(input, new JobEvents(jobDir));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof BadInputError) language = error.language;
    facts = refuse({ code: error instanceof BadInputError ? 'bad_input' : 'crashed', message });
  }
  const { verdict, counts, failures, duration_ms, runner, command } = facts;
  writeResult(jobDir, {
    task_status: verdict === 'passed' ? 'done' : 'failed',
    task_result: render(facts, language),
    data: { verdict, counts, failures, duration_ms, runner, command },
  });
}

await main();
