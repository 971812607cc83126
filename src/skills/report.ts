import type { PackageDiagnostic } from './package.js';

/** What is wrong at a line of one file; the file is the reporter's. */
export type Finding = Omit<PackageDiagnostic, 'file'>;

export type Report = (finding: Finding) => void;

export const error = (line: number, code: string, message: string, fix = ''): Finding => ({
  line,
  severity: 'error',
  code,
  message,
  fix,
});

export const warning = (line: number, code: string, message: string, fix = ''): Finding => ({
  ...error(line, code, message, fix),
  severity: 'warning',
});
