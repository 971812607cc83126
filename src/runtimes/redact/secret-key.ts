/** What a name has to hold to be that of a secret; letters only, so that every way of writing it is found. */
const SECRET_PARTS = [
  'authorization',
  'cookie',
  'credential',
  'password',
  'passwd',
  'passphrase',
  'secret',
  'apikey',
  'privatekey',
  'accesskey',
  'encryptionkey',
  'signingkey',
  'masterkey',
  'accountkey',
  'storagekey',
  'authkey',
  'subscriptionkey',
];

/** Last words that make of a name something about a secret: where it is, how long it lives, what it is called. */
const ABOUT = new Set(
  (
    'env field file path dir name policy url uri endpoint type count counts usage limit limits budget expires expiry ttl length hint ' +
    'required status source header headers format rules max min error errors page manager store index parser jar banner scheme'
  ).split(' '),
);

/** Words beside `token` that make it a piece of text, and not a key. */
const COUNTED = new Set(
  (
    'count counts usage limit budget max min total input output prompt completion cached cache reasoning thinking used remaining per rate ' +
    'estimate estimated window size num number context new next first last special stop eos bos pad'
  ).split(' '),
);

/** Whether a field, variable, header or option of that name holds a secret. Counts of tokens do not. */
export function isSecretKey(key: string): boolean {
  const words = wordsOf(key);
  const last = words.at(-1) ?? '';
  if (ABOUT.has(last) || isAboutDate(last, words)) return false;
  const letters = words.join('');
  if (SECRET_PARTS.some((part) => letters.includes(part))) return true;
  if (last === 'pwd' || (words.length > 1 && last === 'pass')) return true;
  return isToken(words);
}

/** Whether a number may be the secret: PINs and passwords may, tokens and keys are never numbers. */
export function mayBeNumber(key: string): boolean {
  return /pass|pwd|secret|cookie/i.test(key);
}

function isToken(words: readonly string[]): boolean {
  if (words.some((word) => COUNTED.has(word))) return false;
  return (
    words.some(
      (word) => word === 'token' || /^(?:access|auth|bearer|refresh|id|session|csrf|xsrf|api)tokens?$/.test(word),
    ) ||
    // The plural alone is how counts are named.
    (words.length > 1 &&
      words.at(-1) === 'tokens' &&
      words.some((word) => /^(?:access|auth|bearer|refresh|api)$/.test(word)))
  );
}

function isAboutDate(last: string, words: readonly string[]): boolean {
  return last === 'at' || (last === 'in' && words.includes('expires')) || (last === 'id' && !words.includes('secret'));
}

/** accessToken, ACCESS_TOKEN, access-token, access.token: access, token. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
