/** What joins two requests of one sentence. Longer ones stand before those they begin with. */
const ENGLISH =
  'and then also|and then|and after that|and afterwards|and also|and|after that|afterwards|then|plus|as well as|followed by';
const CHINESE =
  '(?:完)?(?:然后|接着|随后|之后|完了|顺便|顺带|同时|并且|而且|另外|还有|以及|再|并|和|跟)(?:再|也|还|要|顺便|顺带|把)?';
const CONJUNCTION = new RegExp(`\\b(?:${ENGLISH})\\b|${CHINESE}`, 'giu');

/** Where a text could be taken apart at a conjunction: what stands before it ends at `left`, what stands behind it begins at `right`. */
export function conjunctionsIn(text: string): { readonly left: number; readonly right: number }[] {
  return [...text.matchAll(CONJUNCTION)].map(({ index, 0: found }) => ({ left: index, right: index + found.length }));
}

/** What the first of several requests may begin with: “first …, then …”, 「先……再……」. */
const FIRST = /^(?:first(?:ly)?\b|首先|先)[\s，,]*/iu;

/** The text without what only says that another request comes after it. */
export function withoutFirst(text: string): string {
  return text.replace(FIRST, '');
}
