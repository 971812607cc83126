import { catalogOf } from './catalogs.js';
import { type Evaluation, evaluatePolicy } from './evaluate.js';
import type { ProtocolData } from './protocol-data.js';
import type { Sample } from './sample.js';
import { trainPolicy } from './train-policy.js';

/** What training makes, as it can be handed from one thread to another. */
export interface Trained {
  /** The policy's file. */
  readonly bytes: Uint8Array;
  readonly evaluated: Readonly<Record<'sft_eval' | 'holdout', Evaluation>>;
}

/** Trains from nothing and counts what was right on what is held out. Many seconds in which nothing else runs on this thread. */
export function trained(data: ProtocolData): Trained {
  const policy = trainPolicy(data);
  const { routes } = catalogOf(data.types, policy.utterances());
  const evaluate = (split: Sample['split']) =>
    evaluatePolicy(
      policy,
      routes,
      data.samples.filter((sample) => sample.split === split),
    );
  return { bytes: policy.bytes, evaluated: { sft_eval: evaluate('sft_eval'), holdout: evaluate('holdout') } };
}
