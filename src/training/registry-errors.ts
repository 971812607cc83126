import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';

export class PolicyUnknownError extends UsageError {
  override readonly code = 'POLICY_UNKNOWN';

  constructor(id: string, known: readonly string[]) {
    const all = known.join(', ');
    super({
      en: `There is no policy '${id}'. There are: ${all}. Name one by its first digits.`,
      zh: `没有策略 '${id}'。现有：${all}。用开头几位即可指明。`,
    });
  }
}

export class PolicyAmbiguousError extends UsageError {
  override readonly code = 'POLICY_AMBIGUOUS';

  constructor(digits: string, ids: readonly string[]) {
    const all = ids.join(', ');
    super({
      en: `Several policies begin with '${digits}': ${all}. Give one more of its digits.`,
      zh: `以 '${digits}' 开头的策略有多个：${all}。请多写几位。`,
    });
  }
}

export class NothingToRollBackError extends UsageError {
  override readonly code = 'NOTHING_TO_ROLL_BACK';

  constructor(id: string) {
    super({
      en: `No policy was used before ${id}, so there is nothing to roll back to.`,
      zh: `在 ${id} 之前没有用过别的策略，无从退回。`,
    });
  }
}

export class PolicyNotKeptError extends UsageError {
  override readonly code = 'POLICY_NOT_KEPT';

  constructor(file: string, cause: unknown) {
    const why = saidBy(cause);
    super(
      {
        en: `Cannot write ${file}: ${why.en}. Which policy decides has not changed.`,
        zh: `无法写入 ${file}：${why.zh}。由哪个策略判断没有改变。`,
      },
      { cause },
    );
  }
}

/** The file that names the chosen policy was damaged. */
export function choiceUnread(file: string): Said {
  return {
    en: `Which policy was chosen cannot be read from ${file}. The shipped one decides; \`environment-runtime policy use ID\` chooses anew.`,
    zh: `无法从 ${file} 读出选用的是哪个策略，由附带的策略判断。可用 \`environment-runtime policy use ID\` 重新选用。`,
  };
}

/** What is kept beside the weights is not a policy's record. */
export function recordUnread(file: string): Said {
  return {
    en: `${file} is not the record of this policy, so nothing is said of its data and measures. Its weights are used all the same.`,
    zh: `${file} 不是这个策略的记录，因此不显示它的数据与指标，权重照常使用。`,
  };
}
