import { INVOCATION_MARK, SUPERVISOR_MARK } from '../../processes/marks.js';
import { CATALOG, type RuntimeId } from '../catalog.js';
import type { DriverCall, SessionTarget } from '../driver.js';

/** What belongs to us and not to a back-end. */
const OURS = [SUPERVISOR_MARK, 'ER_FAULT_POINT'];

/**
 * The environment of a back-end: ours, without the credentials of other runtimes and of their channels, with the channel's entries, then
 * `extra`, then the mark of the invocation. A channel with a key of its own inherits none. `null` in `extra` removes a variable.
 */
export function childEnvironment(
  call: Pick<DriverCall | SessionTarget, 'invocationId' | 'channel' | 'env'>,
  runtimeId: RuntimeId,
  extra: Readonly<Record<string, string | null>> = {},
): NodeJS.ProcessEnv {
  const { channel } = call;
  const own = channel.apiKey === null ? CATALOG[runtimeId].credentials : [];
  const dropped = new Set(Object.values(CATALOG).flatMap((entry) => entry.credentials));
  for (const name of own) dropped.delete(name);
  for (const name of [...OURS, ...channel.foreignVariables]) dropped.add(name);
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(call.env)) {
    if (!dropped.has(name)) env[name] = value;
  }
  Object.assign(env, channel.environment);
  for (const [name, value] of Object.entries(extra)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  env[INVOCATION_MARK] = call.invocationId;
  return env;
}
