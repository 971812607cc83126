/** One text in the two languages people are told things in: the same facts, the same names. */
export interface Said {
  readonly en: string;
  readonly zh: string;
}

/** What reads alike in both: a name, a number, the words of another program. */
export function verbatim(text: string): Said {
  return { en: text, zh: text };
}

/** Both languages by one rule, for texts made of parts that are in both themselves. */
export function inBoth(text: (language: keyof Said) => string): Said {
  return { en: text('en'), zh: text('zh') };
}
