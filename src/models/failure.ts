import { ProductError } from '../errors/product-error.js';
import { inBoth, type Said } from '../errors/said.js';

export const MODEL_FAILURE_KINDS = [
  'auth',
  'rate_limit',
  'quota',
  'context',
  'server',
  'malformed',
  'network',
  'timeout',
  'cancelled',
  'refused',
] as const;
export type ModelFailureKind = (typeof MODEL_FAILURE_KINDS)[number];

const WHAT: Readonly<Record<ModelFailureKind, Said>> = {
  auth: { en: 'the key was not accepted', zh: '密钥未被接受' },
  rate_limit: { en: 'too many requests for now; try again later', zh: '请求过于频繁，请稍后再试' },
  quota: { en: 'the account has nothing left; check its plan', zh: '账户额度已用完，请检查套餐' },
  context: { en: 'the request is longer than the model can read', zh: '请求超出模型的上下文长度' },
  server: { en: 'the provider failed', zh: '服务方出错' },
  malformed: {
    en: 'the answer is not in the format; check `format` and the address',
    zh: '回答的格式不对，请检查 `format` 和地址',
  },
  network: { en: 'the connection failed', zh: '连接失败' },
  timeout: { en: 'no answer in time', zh: '未在时限内回答' },
  cancelled: { en: 'the call was cancelled', zh: '调用已取消' },
  refused: { en: 'the request was refused', zh: '请求被拒绝' },
};

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** Of the provider in graph.yaml, or of the channel. */
  readonly provider: string;
  readonly model: string;
  /** HTTP status of the last answer; null where there was none. */
  readonly status: number | null;
  /** What the provider or the system said, keys masked; empty where nothing was said. */
  readonly detail: string;
  /** Requests that were made. */
  readonly tries: number;
}

/** A call of a language model failed, whatever the reason: `kind` says which. */
export class ModelFailedError extends ProductError {
  override readonly code = 'MODEL_FAILED';
  readonly kind: ModelFailureKind;
  readonly status: number | null;
  readonly detail: string;
  readonly tries: number;

  constructor(failure: ModelFailure) {
    const { kind, provider, model, status, detail, tries } = failure;
    const more = [status === null ? '' : `HTTP ${status}`, detail].filter((part) => part !== '').join(': ');
    super(
      inBoth((language) => {
        const said = `${provider}/${model}: ${WHAT[kind][language]}`;
        if (more === '') return said;
        return language === 'en' ? `${said} (${more})` : `${said}（${more}）`;
      }),
    );
    this.kind = kind;
    this.status = status;
    this.detail = detail;
    this.tries = tries;
  }
}
