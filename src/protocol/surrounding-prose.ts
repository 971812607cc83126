/** Fence marks and the tags or tokens models wrap an answer in: no words. */
const DECORATION = /```[\w-]*|~~~[\w-]*|<\/?[a-z_|][^<>\n]{0,40}>/gi;

/** What may follow the object on its line: brackets too many, a full stop. */
const STRAY = /^[\s}\]),;.。`]*/;

/** Words that make an object in prose a quotation, a supposition or a refusal. A false alarm costs one re-ask; a miss would run an example. */
const QUOTING_EN =
  /\b(?:examples?|e\.g\.|for instance|such as|samples?|templates?|schema|format (?:is|of)|looks? like|would|could|might|if|instead|rather than|not|never|cannot|\w+n['’]t)(?!\w)/i;
const QUOTING_ZH =
  /例如|比如|譬如|示例|样例|例子|举例|模板|形如|类似|格式(?:是|为|如)|不要|不能|不会|不应|不该|并非|而不是|如果|假如|可能|或者/;

/** How many lines before the object are read for such words: earlier ones are reasoning, not an introduction. */
const LINES_BEFORE = 3;

/** Why an object between these two texts is not plainly the answer; null if it is. */
export function proseProblem(before: string, after: string): string | null {
  const words = { before: before.replace(DECORATION, ' '), after: after.replace(STRAY, '').replace(DECORATION, ' ') };
  if (!standsAlone(words.before, after)) return 'the JSON object stands in the middle of a sentence';
  const introduction = words.before.split('\n').filter((line) => line.trim() !== '');
  const read = `${introduction.slice(-LINES_BEFORE).join('\n')}\n${words.after}`;
  const quoting = QUOTING_EN.exec(read) ?? QUOTING_ZH.exec(read) ?? /[?？]/.exec(words.after);
  return quoting === null
    ? null
    : `the JSON object may be a quotation: the text around it says ${JSON.stringify(quoting[0])}`;
}

/** On lines of its own, or after an introduction that ends in a colon. */
function standsAlone(before: string, after: string): boolean {
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1).trim();
  const lineAfter = after.split('\n', 1)[0] ?? '';
  return /^`?$|[:：=]\**$/.test(lineBefore) && lineAfter.replace(DECORATION, ' ').replace(STRAY, '').trim() === '';
}
