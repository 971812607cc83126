/** Shapes that providers give to their secrets. Each is cheap to look for, and hardly anything else looks like it. */
const SHAPES: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'private key', pattern: /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/ },
  { kind: 'AWS access key', pattern: /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Z0-9])/ },
  {
    kind: 'AWS secret key',
    pattern: /aws_?secret_?(?:access_?)?key["']?\s{0,4}[:=]\s{0,4}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/i,
  },
  { kind: 'GitHub token', pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255})/ },
  { kind: 'GitLab token', pattern: /(?<!\w)glpat-[\w-]{20,64}/ },
  { kind: 'Slack token', pattern: /(?<!\w)xox[abprs]-[A-Za-z0-9-]{20,255}/ },
  { kind: 'Slack webhook', pattern: /hooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/[A-Za-z0-9]{16,}/ },
  { kind: 'Stripe key', pattern: /(?<!\w)[rs]k_live_[A-Za-z0-9]{20,255}/ },
  { kind: 'Google API key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/ },
  { kind: 'npm token', pattern: /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/ },
  { kind: 'PyPI token', pattern: /(?<!\w)pypi-AgEIcHlwaS5vcmc[\w-]{50,}/ },
  { kind: 'Anthropic key', pattern: /(?<![\w-])sk-ant-[\w-]{32,}/ },
  { kind: 'OpenAI-style key', pattern: /(?<![\w-])sk-(?!ant-)(?:proj-)?(?=[\w-]{0,200}\d)[A-Za-z0-9_-]{32,}/ },
  { kind: 'Alibaba Cloud access key', pattern: /(?<!\w)LTAI[A-Za-z0-9]{12,24}(?!\w)/ },
  { kind: 'Tencent Cloud secret id', pattern: /(?<!\w)AKID[A-Za-z0-9]{32}(?!\w)/ },
  { kind: 'JSON web token', pattern: /(?<![\w-])eyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{16,}/ },
  {
    kind: 'password in a URL',
    pattern:
      /(?<!\w)[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>{}$*]{1,80}:(?!(?:password|passwd|pass|pwd|secret|token|x+)@)[^\s/:@"'<>{}$*]{4,200}@/i,
  },
];

/** What documentation writes instead of a secret, and how a line says that it is meant. */
const MEANT = /EXAMPLE|allowlist secret|noqa: ?secret/i;

/** Kinds of secrets in a line; never the secrets. */
export function secretsIn(line: string): string[] {
  return SHAPES.filter(({ pattern }) => {
    const found = pattern.exec(line);
    return found !== null && !MEANT.test(line) && !/(.)\1{9}/.test(found[0].replace(/^-+|-+$/g, ''));
  }).map(({ kind }) => kind);
}
