// The repo_query skill: JSON on stdin, the answer on stdout. Exit code 1, and why on stderr, where there is no answer.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInputError, messageOf } from '../../kit/errors.js';
import { inLanguage, type Language } from '../../kit/language.js';
import { readSkillInput } from '../../kit/skill-input.js';
import { answer } from './answer.js';
import { questionIn } from './question.js';
import { openRepository } from './repository.js';

let language: Language = 'en';
try {
  const input = await readSkillInput();
  language = input.language;
  const examples = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'examples.jsonl'), 'utf8');
  const folder = typeof input.project.path === 'string' ? input.project.path : process.cwd();
  const repository = await openRepository(folder);
  const lines = await answer(repository, questionIn(input, examples), language);
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${inLanguage(messageOf(error), language)}\n`);
  process.exitCode = error instanceof BadInputError ? 1 : 70;
}
