import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { ProductError } from '../../../errors/product-error.js';
import type { Said } from '../../../errors/said.js';
import { CATALOG, type RuntimeId } from '../../catalog.js';
import type { Channel, ChannelField, Permissions } from '../../channel.js';
import { addChannel, type ChannelRecord } from '../channels.js';
import type { ChannelRules } from '../check-channel.js';
import { RuntimeConfigError } from '../errors.js';
import type { Records } from '../records.js';
import { readClaude } from './claude.js';
import { readCodex } from './codex.js';
import type { Draft, OwnConfiguration, Place } from './draft.js';
import { readGemini, readQwen } from './gemini-and-qwen.js';
import { readHermes } from './hermes.js';
import { readOpenclaw } from './openclaw.js';
import { readOpencode } from './opencode.js';
import { readPi } from './pi.js';

const READERS: Partial<Record<RuntimeId, (place: Place) => Promise<OwnConfiguration>>> = {
  codex: readCodex,
  claude: readClaude,
  opencode: readOpencode,
  openclaw: readOpenclaw,
  hermes: readHermes,
  gemini: readGemini,
  qwen: readQwen,
  pi: readPi,
};

export interface ImportedChannels {
  /** Which files were read. */
  readonly files: readonly string[];
  readonly added: readonly ChannelRecord[];
  /** What could have been a channel and was not stored. */
  readonly skipped: readonly { readonly id: string; readonly why: Said }[];
  /** What was found and left out. */
  readonly notes: readonly Said[];
}

/**
 * Makes channels of what a command line has in its own configuration, which is only read. Its keys become references where it refers,
 * else values of the channel's own file. `id`: of the main channel, the runtime's by default; the others are named after it. `permissions`: of
 * all of them, in place of what the configuration says. Throws
 * RuntimeConfigError where there is nothing to read.
 */
export async function importChannels(
  records: Records,
  runtimeId: RuntimeId,
  { env, id = runtimeId, permissions }: { env: NodeJS.ProcessEnv; id?: string; permissions?: Permissions },
): Promise<ImportedChannels> {
  const reader = READERS[runtimeId];
  const { label } = CATALOG[runtimeId];
  if (reader === undefined) throw new RuntimeConfigError(noConfiguration(label));
  const home = env.HOME !== undefined && isAbsolute(env.HOME) ? env.HOME : homedir();
  const found = await reader({ env, home });
  if (found.files.length === 0) throw new RuntimeConfigError(nothingThere(label, home));

  const rules = await records.rulesOf(runtimeId);
  const honoured = rules?.channelFields ?? [];
  const added: ChannelRecord[] = [];
  const skipped: { id: string; why: Said }[] = [];
  const notes = [...found.notes];
  for (const draft of found.drafts) {
    const named = draft.name === null ? id : `${id}-${slug(draft.name)}`;
    const { fields, dropped } = onlyHonoured(draft, honoured);
    notes.push(...dropped.map((field) => leftOut(named, field, label)));
    const given = { id: named, runtimeId, label: draft.name === null ? label : `${label}: ${draft.name}`, ...fields };
    const only = permissions ?? permissionsFor(given as Channel, rules);
    if (only !== null && permissions === undefined) notes.push(onlyReads(named));
    try {
      added.push(await addChannel(records, only === null ? given : { ...given, permissions: only }));
    } catch (error) {
      // One that is there already, or says what no channel can say, does not keep the others from being imported.
      if (!(error instanceof ProductError) || !error.code.startsWith('CHANNEL_')) throw error;
      skipped.push({ id: named, why: error.said });
    }
  }
  return { files: found.files, added, skipped, notes };
}

/** What only an address of the channel's own gives a meaning to. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['baseUrl', 'providerName', 'wireApi', 'apiFormat', 'httpHeaders']);

function onlyHonoured({ name: _, models, ...fields }: Draft, honoured: readonly ChannelField[]) {
  const kept: [string, unknown][] = [];
  const dropped: string[] = [];
  const own = fields.baseUrl !== undefined && honoured.includes('baseUrl');
  for (const [field, value] of Object.entries(fields)) {
    // A provider is either described, or named as the program's own configuration has it.
    if (own && field === 'modelProvider') continue;
    if (!own && fields.baseUrl !== undefined && field !== 'baseUrl' && OF_ADDRESS.has(field)) continue;
    // Without its entry there is nothing that the field would name.
    if (field === 'apiKeyField' && !honoured.includes('environment')) continue;
    if (honoured.includes(field as ChannelField)) kept.push([field, value]);
    else dropped.push(field);
  }
  return { fields: { models, ...Object.fromEntries(kept) } as Partial<Channel>, dropped };
}

/** What it may do where nothing says so: as usual, or only read where the driver cannot hold it to its folder. Never everything. */
function permissionsFor(channel: Channel, rules: ChannelRules | null): Permissions | null {
  const refused = (given: Channel) => (rules?.checkChannel?.(given) ?? null) !== null;
  if (channel.permissions !== undefined || rules?.channelFields.includes('permissions') !== true) return null;
  return refused(channel) && !refused({ ...channel, permissions: 'read-only' }) ? 'read-only' : null;
}

function slug(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9._-]+/g, '-').slice(0, 30);
}

function leftOut(id: string, field: string, label: string): Said {
  return {
    en: `${id}: ${field} was left out: the driver of ${label} does not honour it.`,
    zh: `${id}：未导入 ${field}：${label} 的 driver 不支持它。`,
  };
}

function onlyReads(id: string): Said {
  return {
    en: `${id}: permissions is read-only, since it cannot be held to its work folder. Edit the channel to let it do everything.`,
    zh: `${id}：permissions 设为 read-only，因为无法把它限制在工作目录内。若要允许一切操作，请编辑这个 channel。`,
  };
}

function noConfiguration(label: string): Said {
  return {
    en: `${label} has no configuration that could be imported. Add a channel with: channels add`,
    zh: `${label} 没有可以导入的配置。请用 channels add 添加 channel。`,
  };
}

function nothingThere(label: string, home: string): Said {
  return {
    en: `No configuration of ${label} was found under ${home}. Set it up with that program, or add a channel with: channels add`,
    zh: `在 ${home} 下没有找到 ${label} 的配置。请先在该程序中设置，或用 channels add 添加 channel。`,
  };
}
