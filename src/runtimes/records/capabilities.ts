import { CATALOG, type RuntimeId } from '../catalog.js';
import { type Channel, type ChannelField, PERMISSIONS, type Permissions } from '../channel.js';
import type { RuntimeDriver } from '../driver.js';
import { type ContinuationPolicy, EXECUTION_MODES, type ExecutionMode, SURFACES, type Surface } from '../request.js';

/** What of a driver says what it can do. */
export type Declaration = Pick<RuntimeDriver, 'runtimeId' | 'surfaces' | 'channelFields' | 'checkChannel'>;

/** What a runtime supports, as its driver declares it. Nothing here is written down twice. */
export interface Capabilities {
  readonly runtime_id: RuntimeId;
  readonly label: string;
  /** In the order of the surfaces and modes; what is not supported is not listed. */
  readonly surfaces: readonly {
    readonly surface: Surface;
    readonly mode: ExecutionMode;
    readonly policies: readonly ContinuationPolicy[];
  }[];
  readonly channel_fields: readonly ChannelField[];
  /** Those that a channel of it may have; empty: it has no switch for them. */
  readonly permissions: readonly Permissions[];
}

/** A row for each driver, in the order they are given. */
export function capabilityTable(drivers: readonly Declaration[]): Capabilities[] {
  return drivers.map((driver) => ({
    runtime_id: driver.runtimeId,
    label: CATALOG[driver.runtimeId].label,
    surfaces: SURFACES.flatMap((surface) =>
      EXECUTION_MODES.flatMap((mode) => {
        const policies = driver.surfaces[surface]?.[mode] ?? [];
        return policies.length === 0 ? [] : [{ surface, mode, policies }];
      }),
    ),
    channel_fields: driver.channelFields,
    permissions: permissionsOf(driver),
  }));
}

/** The driver itself is asked about a channel that says nothing else, but for what it may need to be one. */
function permissionsOf(driver: Declaration): Permissions[] {
  if (!driver.channelFields.includes('permissions')) return [];
  const needed: Partial<Channel> = {
    ...(driver.channelFields.includes('command') ? { command: ['agent'] } : {}),
    ...(driver.channelFields.includes('baseUrl') ? { baseUrl: 'http://127.0.0.1' } : {}),
  };
  const refusal = (permissions: Permissions) =>
    driver.checkChannel?.({
      id: 'asked',
      runtimeId: driver.runtimeId,
      label: 'asked',
      models: [{ id: 'model', label: 'model' }],
      ...needed,
      permissions,
    }) ?? null;
  const said = PERMISSIONS.map((each) => refusal(each)?.en ?? null);
  // What is refused whatever the permissions has nothing to do with them.
  const unrelated = said.every((words) => words !== null && words === said[0]);
  return PERMISSIONS.filter((_, index) => unrelated || said[index] === null);
}
