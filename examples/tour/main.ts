import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type App, createApp } from '../../src/app.js';
import { main as commandLine } from '../../src/cli/main.js';
import { type Language, languageOf, languageOfLocale } from '../../src/environment/language.js';
import { packageRoot } from '../../src/package-root.js';
import { wordsOf } from '../../src/reply/words.js';
import { type Narration, narration, type Step } from './narration.js';

/** The first tour: real requests, real jobs, on the bundled shop. Then, on a terminal, a conversation. */
async function tour(): Promise<number> {
  const language = chosenLanguage();
  const words = narration(language);
  const config = join(packageRoot(), 'examples', 'tour', 'graph.yaml');
  const environment = `tour-${randomBytes(3).toString('hex')}`;
  const app = await createApp({ config });
  try {
    say(words.welcome);
    for (const step of words.requests) await ask(app, environment, step, words);
    say(words.afterwards(environment, join(app.config.root, '..', '..')));
  } finally {
    await app.close();
  }
  if (process.stdin.isTTY !== true) return 0;
  say(words.conversation);
  return await commandLine([
    'run',
    '--interactive',
    '--config',
    config,
    '--environment',
    environment,
    '--lang',
    language,
  ]);
}

async function ask(app: App, environment: string, { input, next }: Step, words: Narration): Promise<void> {
  say(`\n› ${input}`);
  const result = await app.run({ input, environment });
  say(result.reply);
  if (next === 'look' || result.run_id === null || result.task_status !== 'running') return;
  const language = languageOf(input, undefined);
  let shown = '';
  const ended = await app.watch(result.run_id, {
    environment,
    onEvent: (event) => {
      if (event.event !== 'progress' || event.progress.text === shown) return;
      shown = event.progress.text;
      say(`  ${words.progress}: ${shown}`);
    },
  });
  if (ended !== null) say(wordsOf(language).completed(ended.completion));
}

function chosenLanguage(): Language {
  const at = process.argv.findIndex((part) => part.startsWith('--lang'));
  const given = process.argv[at]?.split('=')[1] ?? process.argv[at + 1];
  if (at >= 0 && (given === 'zh' || given === 'en')) return given;
  return languageOfLocale(process.env.LC_ALL ?? process.env.LC_MESSAGES ?? process.env.LANG);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await tour();
