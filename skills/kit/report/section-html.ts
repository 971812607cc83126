import { type Language, say } from '../language.js';
import { barsHtml } from './bars.js';
import { escapeCell, escapeHtml } from './escape.js';
import { lineChartHtml } from './line-chart.js';
import type { Cell, FactsSection, Section, TableSection } from './sections.js';

const MAX_ROWS = 300;
const MAX_COLUMNS = 40;
const MAX_FACTS = 100;
const MAX_TEXT = 20_000;

export function sectionHtml(section: Section, language: Language): string {
  const title = section.title === undefined ? '' : `<h2>${escapeHtml(section.title, 300)}</h2>`;
  return `<section>${title}${bodyHtml(section, language)}</section>`;
}

function bodyHtml(section: Section, language: Language): string {
  switch (section.kind) {
    case 'facts':
      return factsHtml(section);
    case 'table':
      return tableHtml(section, language);
    case 'bars':
      return barsHtml(section);
    case 'line':
      return lineChartHtml(section);
    case 'text':
      return section.text
        .slice(0, MAX_TEXT)
        .split(/\n+/)
        .map((paragraph) => `<p>${escapeHtml(paragraph, MAX_TEXT)}</p>`)
        .join('');
    case 'output':
      return `<pre>${escapeHtml(section.text, MAX_TEXT)}</pre>`;
  }
}

function factsHtml({ facts }: FactsSection): string {
  const rows = facts
    .slice(0, MAX_FACTS)
    .map(
      ({ name, value, tone = 'plain' }) =>
        `<div${isLong(value) ? ' class="long"' : ''}><dt>${escapeHtml(name, 200)}</dt><dd class="${tone}">${escapeCell(value)}</dd></div>`,
    );
  return `<dl>${rows.join('')}</dl>`;
}

/** Takes a row of its own. */
function isLong(value: Cell): boolean {
  return typeof value === 'string' && value.length > 30;
}

function tableHtml({ columns, rows, tones = [], left_out = 0 }: TableSection, language: Language): string {
  const isNumeric = (column: number): boolean => rows.some((row) => typeof row[column] === 'number');
  const head = columns
    .slice(0, MAX_COLUMNS)
    .map(
      (name, column) => `<th scope="col"${isNumeric(column) ? ' class="number"' : ''}>${escapeHtml(name, 200)}</th>`,
    );
  const body = rows.slice(0, MAX_ROWS).map((row, index) => {
    const cells = row.slice(0, MAX_COLUMNS).map((cell, column) => {
      const numeric = typeof cell === 'number' || (cell === null && isNumeric(column));
      return `<td${numeric ? ' class="number"' : ''}>${escapeCell(cell)}</td>`;
    });
    return `<tr class="${tones[index] ?? 'plain'}">${cells.join('')}</tr>`;
  });
  const left = left_out + Math.max(0, rows.length - MAX_ROWS);
  const more =
    left === 0 ? '' : `<p class="more">${say(language, `……另有 ${left} 行没有列出`, `… and ${left} more`)}</p>`;
  return `<div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>${more}`;
}
