import { type Said, verbatim } from '../errors/said.js';
import type { PackageDiagnostic } from './package.js';

/** What is wrong at a line of one file; the file is the reporter's. */
export type Finding = Omit<PackageDiagnostic, 'file'>;

export type Report = (finding: Finding) => void;

export const NOTHING = verbatim('');

/** What is wrong and what to do about it, one sentence after the other. */
export function toldOf({ message, fix }: Pick<Finding, 'message' | 'fix'>): Said {
  return { en: fix.en === '' ? message.en : `${message.en} ${fix.en}`, zh: message.zh + fix.zh };
}

export const ADD_LAUNCH: Said = {
  en: 'Add workflow: <file in the package> or command: [program, …].',
  zh: '请加上 workflow: <包内的文件> 或 command: [程序, …]。',
};

export const error = (line: number, code: string, message: Said, fix: Said = NOTHING): Finding => ({
  line,
  severity: 'error',
  code,
  message,
  fix,
});

export const warning = (line: number, code: string, message: Said, fix: Said = NOTHING): Finding => ({
  ...error(line, code, message, fix),
  severity: 'warning',
});
