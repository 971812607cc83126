/**
 * How much a line of output tells someone who cannot read all of it. Three signals, added up:
 *
 * - the words of the task, weighed as BM25 does (rare words count more, repetition less and less, long lines less);
 * - the form of a report of trouble: a place in a source file, the name of an error class, the marks test tools print;
 * - how unusual the line's shape is, where most lines look alike: a lone line among thousands of `ok` says something in any language.
 */
export interface Relevance {
  /** The score as far as is known now; exact at the end of the output. */
  score(line: LineFacts): number;
  /** Takes a line into account and reads it. `length` in bytes. */
  read(text: string, length: number): LineFacts;
}

export interface LineFacts {
  /** How often each of the query's words occurs. */
  occurrences: number[];
  length: number;
  trouble: number;
}

/** BM25's usual constants: saturation of repeated words, and how much length matters. */
const K1 = 1.2;
const B = 0.75;

const TROUBLE: readonly { form: RegExp; weight: number }[] = [
  { form: /[\w./\\-]+\.[A-Za-z]{1,5}:\d+/, weight: 1 },
  { form: /\b[A-Z]\w*(?:Error|Exception|Failure)\b/, weight: 1.5 },
  { form: /^\s*(?:not ok\b|FAIL|ERROR|FATAL|PANIC|Traceback\b|E {3}|[✗✖×✘])/u, weight: 1.5 },
  { form: /\b(?:errors?|fail(?:ed|ures?|s)?|fatal|panic|exception|refused|denied|time(?:d )?out)\b/i, weight: 1 },
  { form: /错误|失败|异常|超时|拒绝|断言|未通过/u, weight: 1 },
  {
    form: /(?:\b(?:0|no) (?:errors?|failures?|failed)|\b(?:errors?|fail(?:ed|ures?)?)\s*[:=]\s*0\b|\b0 个?(?:错误|失败))/iu,
    weight: -2,
  },
];

export function createRelevance(query: string): Relevance {
  const words = queryWords(query);
  const linesWith = words.map(() => 0);
  let lines = 0;
  let bytes = 0;
  return {
    read(text, length) {
      const lower = words.length === 0 ? '' : text.toLowerCase();
      const occurrences = words.map((word) => countOf(lower, word));
      occurrences.forEach((count, index) => {
        if (count > 0) linesWith[index] = (linesWith[index] ?? 0) + 1;
      });
      lines += 1;
      bytes += length;
      return { occurrences, length, trouble: trouble(text) };
    },
    score(line) {
      const average = lines === 0 ? 1 : bytes / lines;
      let score = line.trouble;
      line.occurrences.forEach((count, index) => {
        if (count === 0) return;
        const df = linesWith[index] ?? 0;
        const idf = Math.log(1 + (lines - df + 0.5) / (df + 0.5));
        score += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * line.length) / average));
      });
      return score;
    },
  };
}

function trouble(text: string): number {
  let sum = 0;
  for (const { form, weight } of TROUBLE) {
    if (form.test(text)) sum += weight;
  }
  return Math.max(0, sum);
}

/** Words of letters and digits; Chinese, which has no spaces, in pairs of characters. */
function queryWords(query: string): string[] {
  const words = new Set<string>();
  for (const [run] of query.toLowerCase().matchAll(/\p{Script=Han}+|[\p{L}\p{N}_]+/gu)) {
    if (!/\p{Script=Han}/u.test(run)) {
      if (run.length > 1) words.add(run);
      continue;
    }
    const characters = [...run];
    for (let i = 0; i + 1 < characters.length; i += 1) words.add(characters.slice(i, i + 2).join(''));
  }
  return [...words].slice(0, 32);
}

function countOf(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1 && count < 8; at = text.indexOf(word, at + word.length)) count += 1;
  return count;
}
