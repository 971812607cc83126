/**
 * About how many tokens a text costs: a CJK character counts 1, four other UTF-16 units count 1.
 * Deterministic and cheap; for budgets only. What was really spent are the provider's own numbers.
 */
export function estimateTokens(text: string): number {
  let cjk = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isCjk(text.charCodeAt(at))) cjk += 1;
  }
  return cjk + Math.ceil((text.length - cjk) / 4);
}

/** CJK punctuation, kana, Han (basic, extension A, compatibility), Hangul, full-width forms. */
function isCjk(unit: number): boolean {
  return (
    (unit >= 0x2e80 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7af) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff00 && unit <= 0xffef)
  );
}
