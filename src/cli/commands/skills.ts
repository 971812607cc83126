import { relative } from 'node:path';
import { inLanguage } from '../../environment/in-language.js';
import type { PackageDiagnostic } from '../../skills/package.js';
import { toldOf } from '../../skills/report.js';
import type { Face } from '../face.js';
import { shorten, table } from '../table.js';

export async function list(face: Face): Promise<number> {
  const { skills } = await face.app();
  const [catalog, rows] = await Promise.all([skills.catalog(), skills.list()]);
  if (face.json) face.printJson(rows);
  else {
    const { column, source, runs, trust: trusted } = face.words;
    const cells = rows.map((row) => [
      row.name,
      row.task_type ?? row.kind,
      source[row.source],
      row.trust === null ? runs[row.runs] : `${runs[row.runs]} (${trusted[row.trust]})`,
      String(row.examples),
      shorten(inLanguage(row.description, face.language), 72),
    ]);
    face.print(
      table([column.name, column.type, column.source, column.launches, column.examples, column.description], cells),
    );
    for (const found of catalog.diagnostics) face.hint(said(face, found));
  }
  return 0;
}

/** Exit code 1 where a package has an error. */
export async function check(face: Face, how: 'report' | 'fix'): Promise<number> {
  const report = await (await face.app()).skills.check(how);
  if (face.json) face.printJson(report.diagnostics.map(forPrograms));
  else {
    if (report.fixed.length > 0) face.print(face.words.fixed(report.fixed.length));
    for (const found of report.diagnostics) face.print(said(face, found));
    if (report.diagnostics.length === 0) face.print(face.words.noProblems);
  }
  return report.diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
}

export async function create(face: Face, name: string, kind: string): Promise<number> {
  const made = await (await face.app()).skills.create(name, kind);
  if (face.json) face.printJson(made);
  else for (const file of made.files) face.print(face.words.created(relative(process.cwd(), file)));
  return 0;
}

/** From now on the skill's scripts may be called, until anything in it changes. */
export async function trust(face: Face, name: string): Promise<number> {
  const trusted = await (await face.app()).skills.trust(name);
  if (face.json) face.printJson(trusted);
  else face.print(face.words.trusted(trusted.name, trusted.content_hash.slice(0, 12)));
  return 0;
}

function said({ words, language }: Face, { file, line, severity, ...finding }: PackageDiagnostic): string {
  return `${relative(process.cwd(), file)}:${line}: ${words.severity[severity]}${toldOf(finding)[language]}`;
}

function forPrograms({ message, fix, ...finding }: PackageDiagnostic) {
  return { ...finding, message: message.en, fix: fix.en };
}
