import { ProductError, UsageError } from '../../errors/product-error.js';

export class ApprovalUnknownError extends UsageError {
  override readonly code = 'APPROVAL_UNKNOWN';
  constructor(id: string) {
    super({
      en: `There is no approval request ${id}. \`approvals list\` shows those that wait.`,
      zh: `没有审批请求 ${id}。用 \`approvals list\` 查看等待中的请求。`,
    });
  }
}

/** It was answered before, its time is over, or its run has ended: an answer would reach nobody. */
export class ApprovalClosedError extends ProductError {
  override readonly code = 'APPROVAL_CLOSED';
  constructor(id: string, decision: string, by: string) {
    super({
      en: `${id} waits no longer: ${decision} by ${by}. Nothing was changed; the agent asks anew where it still needs it.`,
      zh: `${id} 已不再等待：${decision}（${by}）。没有做任何改动；agent 若仍需要会重新请求。`,
    });
  }
}

/** An agent's own processes do not approve: neither for it nor for another. */
export class ApprovalByAgentError extends ProductError {
  override readonly code = 'APPROVAL_BY_AGENT';
  constructor(id: string) {
    super({
      en: `${id} cannot be approved from here: this process was started by an agent, and an agent approves nothing. Approve it from a terminal of your own: environment-runtime approvals approve ${id}`,
      zh: `不能在这里批准 ${id}：当前进程由 agent 启动，而 agent 不能批准任何请求。请在自己的终端中批准：environment-runtime approvals approve ${id}`,
    });
  }
}
