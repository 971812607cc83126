import { sayCommand } from '../../kit/say-command.js';
import type { Note } from './notes.js';
import type { TestCommand } from './test-command.js';
import { testFiles } from './test-files.js';

export interface Narrowed {
  argv: readonly string[];
  notes: Note[];
}

/** Part of a project (relative, null for all of it) and part of a test's name. */
export interface Wanted {
  folder: string;
  part: string | null;
  filter: string | undefined;
}

/** Adds what is wanted to a command whose runner has a known way to take it, and says what could not be added. */
export function narrow(command: TestCommand, wanted: Wanted): Narrowed {
  if (wanted.part === null && wanted.filter === undefined) return { argv: command.argv, notes: [] };
  const words = command.script ?? command.argv;
  if (words[0] !== undefined && isNamed(words[0], 'node') && words.includes('--test')) return narrowNode(words, wanted);
  const known = RUNNERS.find(({ name }) => words.some((word) => isNamed(word, name)));
  const notes: Note[] = [];
  const added: string[] = [];
  const add = (option: string, make: ((text: string) => string[]) | null): void => {
    if (make) added.push(...make(option));
    else notes.push({ code: 'not_narrowed', option, command: sayCommand(command.argv) });
  };
  if (wanted.filter !== undefined) add(wanted.filter, known?.filter ?? null);
  // Where the command names its files already, one more would only add to them.
  if (wanted.part !== null) add(wanted.part, known && !words.some(isTestFile) ? known.path : null);
  // npm hands on what follows `--`.
  const dashes = command.script !== null && added.length > 0 && !command.argv.includes('--') ? ['--'] : [];
  return { argv: [...command.argv, ...dashes, ...added], notes };
}

const RUNNERS: readonly { name: string; path(path: string): string[]; filter(text: string): string[] }[] = [
  { name: 'pytest', path: (path) => [path], filter: (text) => ['-k', pytestExpression(text)] },
  { name: 'vitest', path: (path) => [path], filter: (text) => [`--testNamePattern=${escapePattern(text)}`] },
  {
    name: 'jest',
    path: (path) => [escapePattern(path)],
    filter: (text) => [`--testNamePattern=${escapePattern(text)}`],
  },
];

/** node takes options only before its files, and files, not folders: a script of plain words is run by its words. */
function narrowNode(words: readonly string[], { folder, part, filter }: Wanted): Narrowed {
  const at = words.indexOf('--test') + 1;
  const options = filter === undefined ? [] : [`--test-name-pattern=${escapePattern(filter)}`];
  const files = part === null ? null : testFiles(folder, part);
  const rest = words.slice(at).filter((word) => files === null || word.startsWith('-'));
  const argv = [...words.slice(0, at), ...options, ...rest, ...(files ?? [])];
  if (part === null || (files !== null && files.length > 0)) return { argv, notes: [] };
  return {
    argv: [...words.slice(0, at), ...options, ...words.slice(at)],
    notes: [{ code: 'not_narrowed', option: part, command: sayCommand(words) }],
  };
}

function isNamed(word: string, name: string): boolean {
  return word === name || word.endsWith(`/${name}`);
}

function isTestFile(word: string): boolean {
  return !word.startsWith('-') && /\.(?:[cm]?[jt]sx?|py)$/.test(word) && !word.includes('node_modules/');
}

/** `-k` takes an expression over words, not a text: every word of the text must be in the name. */
function pytestExpression(text: string): string {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '' && !/^(?:and|or|not)$/.test(word));
  return words.join(' and ');
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
