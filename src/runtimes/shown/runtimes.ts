import { RUNTIME_IDS } from '../catalog.js';
import { type Capabilities, capabilityTable } from '../records/capabilities.js';
import type { ChannelRecord } from '../records/channels.js';
import { type Detected, detectRuntimes } from '../records/detect.js';
import type { Registry } from '../registry.js';

/** A back-end as it is here. That its program is there says nothing of keys, channels, or whether a run would work. */
export interface RuntimeListing extends Detected {
  /** How many channels there are of it. */
  readonly channels: number;
  /** What its driver declares; null where this version has none. */
  readonly supports: Pick<Capabilities, 'surfaces' | 'channel_fields' | 'permissions'> | null;
}

/** Every back-end, in the order of the catalog. Asks each program that is found for its version. */
export async function listRuntimes(
  registry: Registry,
  channels: readonly ChannelRecord[],
  env: NodeJS.ProcessEnv,
): Promise<RuntimeListing[]> {
  const [detected, drivers] = await Promise.all([detectRuntimes(env), registry.all()]);
  const declared = new Map(capabilityTable(drivers).map((one) => [one.runtime_id, one]));
  return RUNTIME_IDS.flatMap((runtimeId) => {
    const found = detected.find(({ runtime_id }) => runtime_id === runtimeId);
    if (found === undefined) return [];
    const { surfaces, channel_fields, permissions } = declared.get(runtimeId) ?? {};
    const own = channels.filter(({ channel }) => channel.runtimeId === runtimeId);
    const supports =
      surfaces === undefined || channel_fields === undefined || permissions === undefined
        ? null
        : { surfaces, channel_fields, permissions };
    return [{ ...found, channels: own.length, supports }];
  });
}
