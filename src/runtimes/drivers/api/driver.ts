import type { ModelConfig } from '../../../config/config.js';
import type { Ledger } from '../../../models/ledger.js';
import { notStarted, REFUSED } from '../../command-line/run.js';
import type { DriverCall, OneShotRun, RuntimeDriver, Surfaces } from '../../driver.js';
import { checkChannel } from './check-channel.js';
import { endpointFor } from './endpoint.js';
import { apiRun } from './run.js';

const ONCE = { oneshot: ['fresh'] } as const;
const SURFACES: Surfaces = { task: ONCE, workflow: ONCE, 'channel-test': ONCE };

export interface ApiDriverOptions {
  /** `model` of the configuration: its providers, limits and retries. */
  readonly models: ModelConfig;
  /** Where the model calls of an invocation are accounted for. */
  readonly ledger?: (invocationId: string) => Ledger;
}

/** A language model over HTTP as an agent that answers in text: no process, no tools, no session. */
export function createApiDriver({ models, ledger }: ApiDriverOptions): RuntimeDriver {
  const running = new Set<OneShotRun>();
  let refusing = false;
  const createOneShot = (call: DriverCall): OneShotRun => {
    if (refusing) return notStarted(REFUSED);
    const said = checkChannel(call.channel, models);
    if (said !== null) return notStarted({ code: 'CHANNEL_INVALID', class: 'config', message: said.en });
    const run = apiRun(call, endpointFor(call, models), ledger?.(call.invocationId));
    running.add(run);
    void run.exit.then(() => running.delete(run));
    return run;
  };
  return {
    runtimeId: 'api',
    surfaces: SURFACES,
    channelFields: [
      'provider',
      'baseUrl',
      'isFullUrl',
      'apiFormat',
      'apiKeyField',
      'environment',
      'httpHeaders',
      'requestOverrides',
      'customUserAgent',
      'modelReasoningEffort',
    ],
    checkChannel: (channel) => checkChannel(channel, models),
    createOneShot,
    testChannel: createOneShot,
    async shutdown() {
      refusing = true;
      await Promise.all([...running].map((run) => run.stop('shutdown')));
    },
  };
}
