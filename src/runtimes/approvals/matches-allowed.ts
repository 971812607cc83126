/**
 * Whether a command line is one of those that need no asking: the whole of it, word for word. A text counts only where no shell could
 * read more into it than its words, so that `git status` allows neither `git status && …` nor a second line.
 */
export function matchesAllowed(asked: readonly string[] | string, allow: readonly (readonly string[])[]): boolean {
  const argv = typeof asked === 'string' ? wordsOf(asked) : asked;
  if (argv === null || argv.length === 0) return false;
  return allow.some((one) => one.length === argv.length && one.every((word, at) => word === argv[at]));
}

/** Anything that some shell takes for more than a character of a word. Control characters, new lines among them, too. */
const MARKS = /[|&;<>()[\]{}$`"'\\*?~#!^%\p{Cc}\p{Zl}\p{Zp}]/u;

/** The words of a text that is nothing but words; null where a shell would have to read it. */
function wordsOf(text: string): string[] | null {
  const line = text.replaceAll('\t', ' ');
  if (MARKS.test(line)) return null;
  const words = line.split(' ').filter((word) => word !== '');
  // `A=b program` sets a variable and is not a program of that name.
  return words[0]?.includes('=') === true ? null : words;
}
