import { CATALOG } from '../../catalog.js';
import type { ResolvedChannel } from '../../channel.js';
import type { DriverCall } from '../../driver.js';

/** The id of the provider that a channel with an address of its own defines for its runs. */
const OWN_PROVIDER = 'er_channel';
/** Retries of the request and of the stream multiply; what is left to us is bounded by our own limits. */
const RETRIES = 2;

/** Nothing of these belongs to a run: catalogues fetched, usage reported, waiting for ever on a host that is not there. */
const QUIET = [
  '--disable',
  'plugins',
  '--disable',
  'apps',
  '--disable',
  'unbounded_connection_retries',
  '-c',
  'analytics.enabled=false',
];

export interface CodexOptions {
  /** Options that `exec` and `app-server` both take. */
  readonly argv: readonly string[];
  /** Variables the options refer to. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a channel and a call mean to Codex. Keys and header values go through variables, never through an argument. */
export function codexOptions(call: Pick<DriverCall, 'channel' | 'reasoningEffort'>): CodexOptions {
  const { channel } = call;
  const effort = call.reasoningEffort ?? channel.modelReasoningEffort;
  const own = channel.baseUrl === undefined ? null : ownProvider(channel, channel.baseUrl);
  const provider = own === null ? channel.modelProvider : OWN_PROVIDER;
  const settings = [
    ...(provider === undefined ? [] : [`model_provider=${toml(provider)}`]),
    ...(own === null ? [] : [own.setting]),
    ...(effort === undefined ? [] : [`model_reasoning_effort=${toml(effort)}`]),
  ];
  return {
    argv: [...QUIET, ...settings.flatMap((setting) => ['-c', setting])],
    env: { ...own?.env, ...(channel.stateDir === undefined ? {} : { CODEX_HOME: channel.stateDir }) },
  };
}

export const SANDBOX = {
  'read-only': 'read-only',
  'workspace-write': 'workspace-write',
  full: 'danger-full-access',
} as const;

function ownProvider(channel: ResolvedChannel, baseUrl: string): { setting: string; env: Record<string, string> } {
  const headers = Object.entries({
    ...channel.httpHeaders,
    ...channel.requestOverrides?.headers,
    ...(channel.customUserAgent === undefined ? {} : { 'User-Agent': channel.customUserAgent }),
  });
  const variables = headers.map(([name, value], index) => ({ name, value, variable: `ER_CODEX_HEADER_${index + 1}` }));
  const key = channel.apiKeyField ?? CATALOG.codex.apiKeyField;
  const fields = [
    `name=${toml(channel.providerName ?? channel.label)}`,
    `base_url=${toml(baseUrl)}`,
    'wire_api="responses"',
    `request_max_retries=${RETRIES}`,
    `stream_max_retries=${RETRIES}`,
    ...(channel.apiKey === null || key === null ? [] : [`env_key=${toml(key)}`]),
    ...(variables.length === 0
      ? []
      : [`env_http_headers={${variables.map((one) => `${toml(one.name)}=${toml(one.variable)}`).join(',')}}`]),
  ];
  return {
    setting: `model_providers.${OWN_PROVIDER}={${fields.join(',')}}`,
    env: Object.fromEntries(variables.map((one) => [one.variable, one.value])),
  };
}

/** A basic string of TOML: JSON's escapes are among its own. */
function toml(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
