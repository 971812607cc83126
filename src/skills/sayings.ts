export interface Saying {
  text: string;
  lang: 'en' | 'zh';
}

/**
 * Ways to say the same: each sentence as it was given and with the little words people put around it, and, for whoever speaks the
 * other language, the package's name with its verbs. Enough of each for a new package to be found; its owner adds better ones.
 */
export function sayings(sentences: readonly string[], name: string): Saying[] {
  const given = sentences.flatMap((sentence) => {
    const text = sentence.trim().replaceAll(/\s+/g, ' ');
    return isChinese(text) ? chinese(text) : english(text);
  });
  const words = name.replaceAll(/[._-]+/g, ' ').trim();
  const named = [...english(`run ${words}`), ...chinese(`跑一下 ${words}`)];
  const seen = new Set<string>();
  return [...given, ...named].filter(({ text }) => {
    const key = text.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function english(text: string): Saying[] {
  const plain = text.replace(/[.!]+$/, '');
  const small = /^[A-Z][a-z]*\b(?! [A-Z])/.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
  const forms = plain.endsWith('?')
    ? [
        plain,
        plain.slice(0, -1),
        `quick question: ${small}`,
        `tell me, ${small}`,
        `do you know, ${small}`,
        `hey, ${small}`,
      ]
    : [
        plain,
        `please ${small}`,
        `can you ${small}?`,
        `${small} now`,
        `I want you to ${small}`,
        `${small} once more, please`,
      ];
  return forms.map((form) => ({ text: form, lang: 'en' }));
}

function chinese(text: string): Saying[] {
  const plain = text.replace(/[。！!]+$/, '');
  const forms = /[？?]$|[吗呢]$/.test(plain)
    ? [plain, plain.replace(/[？?]+$/, ''), `请问${plain}`, `帮我看看，${plain}`, `想知道${plain}`, `现在${plain}`]
    : [plain, `请${plain}`, `帮我${plain}`, `现在${plain}`, `麻烦${plain}`, `能不能${plain}？`];
  return forms.map((form) => ({ text: form, lang: 'zh' }));
}

function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
