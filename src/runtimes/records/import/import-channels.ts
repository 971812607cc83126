import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { ProductError } from '../../../errors/product-error.js';
import type { Said } from '../../../errors/said.js';
import { CATALOG, type RuntimeId } from '../../catalog.js';
import type { ChannelField } from '../../channel.js';
import { addChannel, type ChannelRecord } from '../channels.js';
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
 * else values of the channel's own file. `id`: of the main channel, the runtime's by default; the others are named after it. Throws
 * RuntimeConfigError where there is nothing to read.
 */
export async function importChannels(
  records: Records,
  runtimeId: RuntimeId,
  { env, id = runtimeId }: { env: NodeJS.ProcessEnv; id?: string },
): Promise<ImportedChannels> {
  const reader = READERS[runtimeId];
  const { label } = CATALOG[runtimeId];
  if (reader === undefined) throw new RuntimeConfigError(noConfiguration(label));
  const home = env.HOME !== undefined && isAbsolute(env.HOME) ? env.HOME : homedir();
  const found = await reader({ env, home });
  if (found.files.length === 0) throw new RuntimeConfigError(nothingThere(label, home));

  const honoured = (await records.rulesOf(runtimeId))?.channelFields ?? [];
  const added: ChannelRecord[] = [];
  const skipped: { id: string; why: Said }[] = [];
  const notes = [...found.notes];
  for (const draft of found.drafts) {
    const named = draft.name === null ? id : `${id}-${slug(draft.name)}`;
    const { fields, dropped } = onlyHonoured(draft, honoured);
    notes.push(...dropped.map((field) => leftOut(named, field, label)));
    const given = { id: named, runtimeId, label: draft.name === null ? label : `${label}: ${draft.name}`, ...fields };
    try {
      added.push(await addChannel(records, given));
    } catch (error) {
      // One that is there already, or says what no channel can say, does not keep the others from being imported.
      if (!(error instanceof ProductError) || !error.code.startsWith('CHANNEL_')) throw error;
      skipped.push({ id: named, why: error.said });
    }
  }
  return { files: found.files, added, skipped, notes };
}

function onlyHonoured({ name: _, models, ...fields }: Draft, honoured: readonly ChannelField[]) {
  const kept: [string, unknown][] = [];
  const dropped: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    // Without its entry there is nothing that the field would name.
    if (field === 'apiKeyField' && !honoured.includes('environment')) continue;
    if (honoured.includes(field as ChannelField)) kept.push([field, value]);
    else dropped.push(field);
  }
  return { fields: { models, ...Object.fromEntries(kept) }, dropped };
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
