import { request as http } from 'node:http';
import { request as https } from 'node:https';
import type { Config } from '../config/config.js';
import type { DoctorWords } from './doctor-words.js';
import { type Finding, note, ok, problem } from './finding.js';

const LIMIT_MS = 2_000;

/** Whether the services of the projects answer: one request each, all at once, at most two seconds. Any answer is one. */
export async function examineTargets({ projects, file }: Config, words: DoctorWords): Promise<Finding[]> {
  const targets = Object.values(projects).flatMap(({ name, base_url }) =>
    base_url === null ? [] : [{ name, base_url }],
  );
  return await Promise.all(
    targets.map(async ({ name, base_url }) => {
      const shown = withoutLogin(base_url);
      if (shown === null) return problem('target', words.targetNoUrl(name), words.targetFix(name, file ?? ''));
      const trouble = await troubleWith(base_url);
      return trouble === null
        ? ok('target', words.target(name, shown))
        : note('target', words.targetSilent(name, shown, trouble), words.targetSilentFix(name, shown));
    }),
  );
}

function withoutLogin(text: string): string | null {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return null;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}

/** Null: it answered. */
async function troubleWith(text: string): Promise<string | null> {
  const url = new URL(text);
  return await new Promise((resolve) => {
    const sent = (url.protocol === 'https:' ? https : http)(url, { method: 'HEAD', agent: false });
    const timer = setTimeout(() => settle(`no answer in ${LIMIT_MS / 1000} s`), LIMIT_MS);
    const settle = (trouble: string | null): void => {
      clearTimeout(timer);
      sent.destroy();
      resolve(trouble);
    };
    sent.on('response', () => settle(null));
    sent.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    sent.end();
  });
}
