const YES =
  'y|yes|yeah|yep|yup|sure|ok|okay|right|correct|exactly|confirmed?|absolutely|of course|certainly|fine|go ahead|go for it|(?:please )?do(?: it| that| so)?|that.s right|that one|sounds good|(?:是|对|好|行|可以|成|嗯|没错|确定|确认|同意|没问题|当然|就这么办|就这样)';
const NO =
  'n|no|nope|nah|not (?:now|yet|really)|no need|neither(?: of (?:them|these|those))?|none(?: of (?:them|these|those))?|don.?t(?: do (?:it|that))?|do not|(?:不|否|别|不是|不对|不行|不好|不用|不要|不必|不需要|没有|算了|先别|先不用|先不要|暂时不|暂时不用|都不|都不是|都不要|都不用)';
const BESIDE = 'please|thanks|thank you|it is|i do|i am|then|的|吧|啊|呀|呢|哦|哈|嘛|了|谢谢|麻烦了';

/** No two of these begin alike and go on alike, so that a text is taken apart in one way only. */
const onlyOf = (words: string) => new RegExp(`^(?:${words})(?:[\\s,，、.。!！]*(?:${words}|${BESIDE}))*$`, 'u');
const SAYS_YES = onlyOf(YES);
const SAYS_NO = onlyOf(NO);
/** Longer texts say more. */
const MOST_CHARS = 60;

/** What a text answers to a question that can be answered so: "yes, please", 「是的」; "no thanks", 「不用了」. Null: it says something else, or more. */
export function yesOrNo(text: string): 'yes' | 'no' | null {
  const said = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .trim()
    .replace(/[\s.!?。！？~]+$/u, '');
  if (said.length > MOST_CHARS) return null;
  if (SAYS_YES.test(said)) return 'yes';
  return SAYS_NO.test(said) ? 'no' : null;
}
