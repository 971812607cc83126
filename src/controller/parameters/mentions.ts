/** Whether a text holds a name as a whole: no letter, digit or '_' of the same script touches it, nor a '-' that goes on. */
export function mentions(text: string, name: string): boolean {
  const lower = text.toLowerCase();
  const wanted = name.toLowerCase();
  if (wanted === '') return false;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const before = lower[at - 1] ?? ' ';
    const after = lower.slice(at + wanted.length, at + wanted.length + 2);
    if (!/[a-z0-9_-]/.test(before) && !/^(?:[a-z0-9_]|-[a-z0-9])/.test(after)) return true;
  }
  return false;
}

/** Whether a text holds a name, as it is written or in words: "link check" for link_check. */
export function isNamed(text: string, name: string): boolean {
  return mentions(text, name) || mentions(text, name.replaceAll(/[_-]+/g, ' '));
}
