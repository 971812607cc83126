import { type Language, say, type Verdict } from '../language.js';
import { escapeHtml } from './escape.js';
import { STYLE } from './page-style.js';
import { sectionHtml } from './section-html.js';
import type { Section } from './sections.js';

export type { Section } from './sections.js';

export interface ReportPage {
  readonly language: Language;
  readonly html: string;
}

export interface ReportContent {
  title: string;
  language: Language;
  verdict: Verdict;
  /** One sentence below the verdict. */
  summary?: string;
  sections: readonly Section[];
  /** Default: now. */
  made_at?: Date;
}

/** One file that needs nothing from outside, and that a browser lets fetch nothing: it shows texts of unknown origin. */
export function reportPage(content: ReportContent): ReportPage {
  const { title, language, verdict, summary, sections, made_at = new Date() } = content;
  const made = `${made_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const html = `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title, 200)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header class="${verdict}"><h1>${escapeHtml(title, 200)}</h1><p class="verdict">${VERDICTS[verdict][language]}</p>${
    summary === undefined ? '' : `<p class="summary">${escapeHtml(summary)}</p>`
  }</header>
${sections.map((section) => sectionHtml(section, language)).join('\n')}
<footer>${say(language, `environment-runtime 生成于 ${made}`, `Made by environment-runtime at ${made}`)}</footer>
</main>
</body>
</html>
`;
  return { language, html };
}

const VERDICTS = {
  passed: { zh: '✓ 通过', en: '✓ Passed' },
  failed: { zh: '✗ 未通过', en: '✗ Failed' },
  error: { zh: '! 没能完成', en: '! Could not be completed' },
} as const;
