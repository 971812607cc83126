import type { ApprovalListing } from '../../runtimes/shown/approvals.js';
import type { AgentWords } from '../words/agent-words.js';

/** What a request asks for, all of it, in one line. */
export function commandOf({ argv }: Pick<ApprovalListing, 'argv'>): string {
  if (argv === null) return '';
  const line = typeof argv === 'string' ? argv : argv.map(quoted).join(' ');
  return line.replaceAll(/\r?\n/g, '⏎');
}

/** A request as a person decides on it. */
export function asked(words: AgentWords, one: ApprovalListing): string[] {
  return [
    words.asks(one.tool, commandOf(one)),
    ...(one.cwd === null ? [] : [words.asksIn(one.cwd)]),
    ...(one.writes.length === 0 ? [] : [words.asksToWrite(one.writes.join(', '))]),
  ];
}

/** So that where a word ends can be seen. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
