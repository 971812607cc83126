import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createApp } from '../../src/app.js';
import type { App } from '../../src/app-interface.js';
import { main as commandLine } from '../../src/cli/main.js';
import { type Language, languageOf, languageOfLocale } from '../../src/environment/language.js';
import { packageRoot } from '../../src/package-root.js';
import { wordsOf } from '../../src/reply/words.js';
import { type Narration, narration, type Step } from './narration.js';
import { startShop } from './shop-server.js';

/** The first tour: real requests, real jobs, on the bundled shop. Then, on a terminal, a conversation. */
async function tour(): Promise<number> {
  const language = chosenLanguage();
  const words = narration(language);
  const config = join(packageRoot(), 'examples', 'tour', 'graph.yaml');
  const environment = `tour-${randomBytes(3).toString('hex')}`;
  const [app, shop] = await Promise.all([createApp({ config }), startShop()]);
  try {
    say(words.welcome);
    for (const step of words.requests(shop.url)) {
      if (step.about !== undefined) say(`\n── ${step.about}`);
      if (step.shop === 'stopped') await shop.stop();
      await ask(app, environment, language, step, words);
    }
    say(words.afterwards(environment));
  } finally {
    await shop.stop();
    await app.close();
  }
  if (process.stdin.isTTY !== true) return 0;
  say(words.conversation);
  const options = ['--config', config, '--environment', environment, '--lang', language];
  return await commandLine(['run', '--interactive', ...options]);
}

async function ask(
  app: App,
  environment: string,
  tourLanguage: Language,
  { input, next }: Step,
  words: Narration,
): Promise<void> {
  // A file's name is in no language of its own.
  const language = input.endsWith('.csv') ? tourLanguage : languageOf(input, undefined);
  say(`\n› ${input}`);
  const result = await app.run({ input, environment, language });
  say(result.reply);
  if (next === 'look' || result.run_id === null || result.task_status !== 'running') return;
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
