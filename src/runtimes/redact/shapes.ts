export const REDACTED = '[redacted]';

/** Keys that are known by how they look. Each starts with something fixed, so that looking for it costs one pass over the text. */
const KEYS: readonly RegExp[] = [
  // Model providers
  /\bsk-(?=[\w-]{0,80}\d)[\w-]{20,}/g,
  /\b(?:gsk|hf|r8|fw)_(?=[A-Za-z]{0,60}\d)[A-Za-z\d]{20,}/g,
  /\b(?:xai|pplx|tvly|nvapi)-[\w-]{20,}/g,
  /\bAIza[\w-]{30,}/g,
  /\b[\da-f]{32}\.[A-Za-z\d]{16}\b/g,
  // Forges and registries
  /\bgh[pousr]_[A-Za-z\d]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bgl(?:pat|dt|rt|ptt|cbt|soat|ft|imt|agent)-[\w-]{16,}/g,
  /\bnpm_[A-Za-z\d]{30,}/g,
  /\bpypi-[\w-]{40,}/g,
  /\bdckr_[po]at_[\w-]{20,}/g,
  /\bATATT3[\w=-]{30,}/g,
  // Clouds
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g,
  /\bLTAI[A-Za-z\d]{12,}/g,
  /\bAKID(?=[A-Za-z]*\d)[A-Za-z\d]{16,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bGOCSPX-[\w-]{20,}/g,
  /\bdo[por]_v1_[\da-f]{40,}/g,
  /\bdapi[\da-f]{32}\b/g,
  /\bhvs\.[\w-]{20,}/g,
  /\bsbp_[\da-f]{40}\b/g,
  /\b(?:HRKU|PMAK|NRAK)-[\w-]{20,}/g,
  /\bgl(?:sa|c)_[\w=]{20,}/g,
  /\bsntrys_[\w=+/.-]{20,}/g,
  // Payment, mail, chat, tools
  /\b[sr]k_(?:live|test)_[A-Za-z\d]{10,}/g,
  /\bwhsec_[\w+/=]{16,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bSK[\da-f]{32}\b/g,
  /\bkey-[\da-f]{32}\b/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bxapp-[\w-]{20,}/g,
  /(?<=hooks\.slack\.com\\?\/services\\?\/)[\w/\\]{20,}/g,
  /\b\d{8,10}:AA[\w-]{30,}/g,
  /\b[MN][A-Za-z\d]{22,26}\.[\w-]{6}\.[\w-]{27,}/g,
  /\bshp(?:at|ca|pa|ss)_[\da-f]{32}\b/g,
  /\blin_api_[A-Za-z\d]{20,}/g,
  /\bntn_[A-Za-z\d]{30,}/g,
  /\bfigd_[\w-]{20,}/g,
  /\bAGE-SECRET-KEY-1[A-Z\d]{20,}/g,
  // A JSON Web Token, signed or encrypted
  /\beyJ[\w-]{5,}\.[\w-]*\.[\w.-]*/g,
];

const PRIVATE_BEGIN = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PRIVATE_END = /-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** The text without what is a secret by its looks, wherever it stands. */
export function withoutShapes(text: string): string {
  let clean = withoutPrivateKeys(text);
  for (const key of KEYS) clean = clean.replace(key, REDACTED);
  return withoutUrlSecrets(clean).replace(SCHEME, (whole, scheme: string, space: string, value: string) =>
    looksEncoded(value) ? `${scheme}${space}${REDACTED}` : whole,
  );
}

const SCHEME = /\b(bearer|basic)(\s{1,4})([\w+/.~-]{8,}=*)/gi;

/** Whether what follows `Bearer` or `Basic` is no word of a sentence. */
function looksEncoded(value: string): boolean {
  return /\d|[a-z][A-Z]|=$/.test(value) || (value.length >= 20 && !value.includes('-'));
}

/** Both halves of a block are enough: output is cut at either end. */
function withoutPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text;
  let clean = '';
  let from = 0;
  for (const begin of text.matchAll(PRIVATE_BEGIN)) {
    if (begin.index < from) continue;
    PRIVATE_END.lastIndex = begin.index;
    const end = PRIVATE_END.exec(text);
    clean += headless(text.slice(from, begin.index)) + REDACTED;
    from = end === null ? text.length : end.index + end[0].length;
  }
  return clean + headless(text.slice(from));
}

/** A block whose beginning was cut off. */
function headless(text: string): string {
  let clean = text;
  for (;;) {
    PRIVATE_END.lastIndex = 0;
    const end = PRIVATE_END.exec(clean);
    if (end === null) return clean;
    let start = end.index;
    // Base64 in lines, whose ends may be written as \n.
    while (start > 0 && /[A-Za-z\d+/=\s\\]/.test(clean[start - 1] ?? '')) start -= 1;
    clean = clean.slice(0, start) + REDACTED + clean.slice(end.index + end[0].length);
  }
}

const USERINFO = /(:(?:\\{0,7}\/){2})([^\s/?#"'<>\\]{1,500})@/g;
const QUERY =
  /([?&;](?:[\w.-]{0,40}signature|sig|key|auth|jwt|x-amz-credential|x-amz-security-token)=)([^\s&#"'<>\\]+)/gi;

function withoutUrlSecrets(text: string): string {
  return text
    .replace(USERINFO, (whole, slashes: string, who: string) =>
      // A name alone is none, unless it is long enough to be a key.
      who.includes(':') || who.length >= 16 ? `${slashes}${REDACTED}@` : whole,
    )
    .replace(QUERY, (whole, name: string, value: string) =>
      value.length >= 8 && /\d/.test(value) ? `${name}${REDACTED}` : whole,
    );
}
