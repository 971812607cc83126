import { oneLine } from '../../../kit/bounded-text.js';
import type { Note } from '../notes.js';

/** Names under which the two columns are found when none is given, the likeliest first. */
const TEXT_NAMES = [
  'text',
  'input',
  'sentence',
  'query',
  'utterance',
  'question',
  'content',
  'message',
  '文本',
  '输入',
  '句子',
  '内容',
  '问题',
];
const LABEL_NAMES = [
  'label',
  'expected',
  'target',
  'gold',
  'class',
  'category',
  'intent',
  'answer',
  '标签',
  '标注',
  '类别',
  '分类',
  '答案',
];

export interface Columns {
  text: string;
  label: string;
}

export interface WantedColumns {
  text: string | null;
  label: string | null;
}

/** Which columns hold the texts and their labels. Names are compared without case and surrounding white space. */
export function chooseColumns(header: readonly string[], wanted: WantedColumns): Columns | Note {
  const names = header.map((name) => name.trim());
  const shown = names.slice(0, 20).map((name) => oneLine(name, 60));
  const label = find(names, wanted.label === null ? LABEL_NAMES : [wanted.label]);
  const found = find(names, wanted.text === null ? TEXT_NAMES : [wanted.text]);
  // Of two columns the one that is not the label is the text.
  const [other, ...more] = names.filter((name) => name !== label);
  const text = found ?? (wanted.text === null && label !== null && more.length === 0 ? (other ?? null) : null);
  if (label === null) return { code: 'column_missing', role: 'label', wanted: wanted.label, header: shown };
  if (text === null || text === label)
    return { code: 'column_missing', role: 'text', wanted: wanted.text, header: shown };
  const twice = [text, label].find((name) => names.filter((one) => one === name).length > 1);
  return twice === undefined ? { text, label } : { code: 'column_twice', column: twice };
}

function find(names: readonly string[], candidates: readonly string[]): string | null {
  for (const candidate of candidates) {
    const same =
      names.find((name) => name === candidate) ??
      names.find((name) => name.toLowerCase() === candidate.trim().toLowerCase());
    if (same !== undefined) return same;
  }
  return null;
}
