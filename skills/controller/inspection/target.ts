/** What is looked at, and what its value must not pass. Values: see `checks/`. */
export type Target = Common &
  (
    | { kind: 'disk'; path: string }
    | { kind: 'memory' }
    | { kind: 'load' }
    | { kind: 'port'; host: string; port: number; expect: 'open' | 'closed' }
    | { kind: 'http'; url: URL; expect_status: number | null; contains: string | null; insecure: boolean }
    | { kind: 'certificate'; host: string; port: number; servername: string | null; insecure: boolean }
  );

export interface Common {
  name: string;
  /** From here on it is `warned` or `failed`; null: never. Upper bounds, but for certificates, whose days run down. */
  warn: number | null;
  fail: number | null;
  timeout_ms: number;
}

export type Kind = Target['kind'];
export type TargetOf<K extends Kind> = Extract<Target, { kind: K }>;

export const KINDS: readonly Kind[] = ['disk', 'memory', 'load', 'port', 'http', 'certificate'];

/** Used when neither the target nor the request says otherwise. */
export const THRESHOLDS: Readonly<Record<Kind, { warn: number | null; fail: number | null }>> = {
  disk: { warn: 85, fail: 95 },
  memory: { warn: 85, fail: 95 },
  // Busy is not broken.
  load: { warn: 1.5, fail: null },
  port: { warn: null, fail: null },
  http: { warn: 1_000, fail: null },
  certificate: { warn: 30, fail: 7 },
};

export const UNITS: Readonly<Record<Kind, string>> = {
  disk: '%',
  memory: '%',
  load: '',
  port: 'ms',
  http: 'ms',
  certificate: 'd',
};
