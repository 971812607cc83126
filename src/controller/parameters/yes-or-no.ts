const YES =
  'y|yes|yeah|yep|yup|sure|ok|okay|right|correct|exactly|confirmed?|absolutely|of course|certainly|fine|go ahead|go for it|(?:please )?do(?: it| that| so)?|that.s right|that one|sounds good|(?:是|对|好|行|可以|成|嗯|没错|确定|确认|同意|没问题|当然|就这么办|就这样)';
const NO =
  'n|no|nope|nah|not (?:now|yet|really)|no need|neither(?: of (?:them|these|those))?|none(?: of (?:them|these|those))?|don.?t(?: do (?:it|that))?|do not|(?:不|否|别|不是|不对|不行|不好|不用|不要|不必|不需要|没有|先别|先不用|先不要|暂时不|暂时不用|都不|都不是|都不要|都不用)';
/** That the request be left, whatever was asked. */
const LEAVE =
  '(?:please )?never ?mind(?: (?:that|it|about (?:it|that)))?|nvm|forget (?:it|that|about (?:it|that))|leave (?:it|that|this)(?: (?:be|out|alone|for now))?|skip (?:it|that|this)|let it (?:be|go)|let.s not(?: do (?:it|that|this))?|(?:maybe |perhaps |some )?(?:later|another time|other time|some other time)|not today|i(?:.ve)? changed my mind|changed my mind|it.s nothing|nothing|no longer needed|(?:算了|以后|回头|改天|下次|晚点|晚些|待会儿?|等会儿?|过会儿?|再说|先放着|先搁着|放着|先不[弄做搞]|暂时先不[用要弄做搞]?|不[弄做搞]|别[弄做搞]|没事|没什么|当我没说|当我没问|不用管|别管|放弃|不想[弄做要]|忘了它)';
/** That what was offered be started. */
const GO =
  'go on|continue|carry on|proceed|both|all of them|start it|run it|(?:and |also |then |now |do |run |start |i want )*(?:that|this|the (?:other|next|rest|others))(?: one| ones)?(?: (?:too|also|as well|next|now))*|i want it|(?:继续|接着|接着来|开始|启动|需要|要|一起|都要|都跑|都做|(?:那|那个|那件|这个|这件|另一个|另外一个|下一个|剩下的|后面的|它)?[也就](?:要|跑|做|来|开始|启动|执行|运行)?(?:上|一下)?|(?:那个|另一个|另外一个|下一个|剩下的)(?:要|跑|做|开始|启动)?)';
/** What may stand before it: "ok, never mind", 「那还是算了」. */
const BEFORE =
  'ok|okay|oh|well|actually|hm+|then|just|please|sorry|(?:哦|嗯|唉|那|就|还是|好吧?|行吧?|先|呃|额|我|抱歉)';
const BESIDE =
  'please|thanks|thank you|it is|i do|i am|then|for now|的|吧|啊|呀|呢|哦|哈|嘛|了|它|这个|谢谢|麻烦了|不好意思';

const BETWEEN = '[\\s,，、.。!！]*';
/** No two of these begin alike and go on alike, so that a text is taken apart in one way only. */
const onlyOf = (words: string) => new RegExp(`^(?:${words})(?:${BETWEEN}(?:${words}|${BESIDE}))*$`, 'u');
const SAYS_YES = onlyOf(YES);
const SAYS_NO = onlyOf(NO);
const GOES_ON = onlyOf(`${YES}|${GO}`);
const SAYS_LEAVE = new RegExp(`^(?:(?:${BEFORE})${BETWEEN})*${onlyOf(`${NO}|${LEAVE}`).source.slice(1)}`, 'u');
/** Longer texts say more. */
const MOST_CHARS = 60;

/**
 * What a text answers to a question: "yes, please", 「是的」; "no thanks", 「不用了」; that the request be left, "never mind", 「以后再说」. Null: it
 * says something else, or more.
 */
export function yesOrNo(text: string): 'yes' | 'no' | 'leave' | null {
  const said = bare(text);
  if (said === null) return null;
  if (SAYS_YES.test(said)) return 'yes';
  if (SAYS_NO.test(said)) return 'no';
  return SAYS_LEAVE.test(said) ? 'leave' : null;
}

/** Whether it says yes to an offer: "yes please", "go on", "that too", 「好的，继续」. */
export function goesOn(text: string): boolean {
  const said = bare(text);
  return said !== null && GOES_ON.test(said);
}

/** Null: longer than any answer of this kind. */
function bare(text: string): string | null {
  const said = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .trim()
    .replace(/[\s.!?。！？~…]+$/u, '');
  return said.length > MOST_CHARS ? null : said;
}
