/** A command for people: what a shell would take apart stands in quotes. */
export function sayCommand(words: readonly string[]): string {
  return words.map((word) => (word === '' || /[\s"'\\]/.test(word) ? JSON.stringify(word) : word)).join(' ');
}
