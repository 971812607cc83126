import type { RuntimeId } from './catalog.js';

export const PERMISSIONS = ['read-only', 'workspace-write', 'full'] as const;
export type Permissions = (typeof PERMISSIONS)[number];

export const API_FORMATS = ['openai_chat', 'openai_responses', 'anthropic', 'gemini_native'] as const;
export type ApiFormat = (typeof API_FORMATS)[number];

export interface ChannelModel {
  /** `default`: no model is sent, the back-end's own configuration decides. */
  readonly id: string;
  readonly label: string;
  readonly reasoningEfforts?: readonly string[];
}

export interface ApprovalRules {
  readonly policy: 'deny' | 'allow-list' | 'ask';
  /** Command lines that need no asking, each an argv. */
  readonly allow: readonly (readonly string[])[];
}

/**
 * How one back-end is executed: the JSON that `channels add` takes and `channels show` prints. A field that is stored is honoured by the
 * driver; what a runtime does not honour is refused when the channel is saved. In `httpHeaders`, `environment` and `requestOverrides`
 * a value is a reference (`env:NAME`, `file:PATH`) or a secret of its own, which then lies in a 0600 file and never in the database.
 */
export interface Channel {
  readonly id: string;
  readonly runtimeId: RuntimeId;
  readonly label: string;
  /** The first one is what a managed agent uses. Never empty. */
  readonly models: readonly ChannelModel[];
  readonly modelProvider?: string;
  readonly providerName?: string;
  readonly baseUrl?: string;
  readonly wireApi?: 'responses' | 'chat';
  readonly apiFormat?: ApiFormat;
  /** baseUrl is the whole address of the call: nothing is appended. */
  readonly isFullUrl?: boolean;
  /** The entry of `environment` that is the provider's key. Default: the runtime's own. */
  readonly apiKeyField?: string;
  readonly httpHeaders?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly requestOverrides?: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
  readonly modelReasoningEffort?: string;
  readonly customUserAgent?: string;
  readonly dshUseStoredCredentials?: boolean;
  /** A model provider of graph.yaml (api). */
  readonly provider?: string;
  /** The program that speaks the Agent Client Protocol, an argv (acp). */
  readonly command?: readonly string[];
  /** Default workspace-write. */
  readonly permissions?: Permissions;
  /** Default deny. */
  readonly approvals?: ApprovalRules;
  /** Where the back-end keeps its state, instead of its own place: an absolute path. */
  readonly stateDir?: string;
}

export type ChannelField = Exclude<keyof Channel, 'id' | 'runtimeId' | 'label' | 'models'>;

/** A channel with every reference read: lives in memory only, for one invocation. */
export interface ResolvedChannel extends Channel {
  /** All values that must never be seen anywhere: what is written is searched for them. */
  readonly secretValues: readonly string[];
  /** Variables of ours in which other runtimes' channels have their secrets: no child of this one inherits them. */
  readonly foreignVariables: readonly string[];
  /** The value of `environment[apiKeyField]`; null where none is given. */
  readonly apiKey: string | null;
}
