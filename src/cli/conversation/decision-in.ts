const YES = /^(?:y|yes|ok|allow|approve|是|好|好的|可以|允许|批准|同意)[.!。！]?$/iu;
const NO = /^(?:n|no|deny|don't|否|不|不行|不要|拒绝|不允许|不同意)[.!。！]?$/iu;

/** What a line says where the prompt asks for yes or no; null: it is about something else. */
export function decisionIn(line: string): 'approved' | 'denied' | null {
  if (YES.test(line)) return 'approved';
  return NO.test(line) ? 'denied' : null;
}
