import type { RuntimeId } from '../../src/runtimes/catalog.js';
import { CATALOG } from '../../src/runtimes/catalog.js';
import type { Channel } from '../../src/runtimes/channel.js';
import { KEY } from '../models/served.js';

interface Pointing {
  /** The API it speaks, below the server. */
  readonly path: '' | '/v1';
  /** `default`: it takes none. */
  readonly model: string;
  readonly more?: Partial<Channel>;
  /** What lets it run `TOOL` in its work folder with nobody to ask. */
  readonly tool?: Partial<Channel>;
}

/** What the tool call of the tests runs. */
export const TOOL = ['touch', 'made-by-the-tool'] as const;

const ALLOWED: Partial<Channel> = { approvals: { policy: 'allow-list', allow: [TOOL] } };

/** How a back-end is pointed at the scripted server: what a user would write into a channel. */
const POINTING: Readonly<Partial<Record<RuntimeId, Pointing>>> = {
  codex: { path: '/v1', model: 'gpt-5.5' },
  claude: { path: '', model: 'claude-sonnet-4-5' },
  opencode: { path: '/v1', model: 'mock-model', tool: { permissions: 'full' } },
  openclaw: { path: '/v1', model: 'mock-model', more: { permissions: 'full' } },
  dsh: { path: '/v1', model: 'default' },
  gemini: { path: '', model: 'gemini-2.5-flash', tool: ALLOWED },
  qwen: { path: '/v1', model: 'mock-model', tool: ALLOWED },
  pi: { path: '/v1', model: 'mock-model', more: { permissions: 'full' } },
};

/** Those that do not find a session again in another process, whatever they say of themselves (Gemini 0.61). */
export const FORGETFUL: ReadonlySet<RuntimeId> = new Set(['gemini']);

export const isPointed = (runtimeId: RuntimeId): boolean => POINTING[runtimeId] !== undefined;

/** The channel of a back-end that calls the server at `origin`; with `tool`, one that may run the tool. */
export function channelTo(origin: string, runtimeId: RuntimeId, purpose: 'answer' | 'tool'): Channel {
  const pointing = POINTING[runtimeId];
  if (pointing === undefined) throw new Error(`nothing is known of ${runtimeId}`);
  const { path, model, more, tool } = pointing;
  const key = CATALOG[runtimeId].apiKeyField;
  return {
    id: `real-${runtimeId}`,
    runtimeId,
    label: `The real ${CATALOG[runtimeId].label}`,
    models: [{ id: model, label: model }],
    baseUrl: `${origin}${path}`,
    ...(key !== null && { environment: { [key]: KEY } }),
    ...more,
    ...(purpose === 'tool' && tool),
  };
}
