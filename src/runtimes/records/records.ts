import type { Store } from '../../store/open.js';
import type { ChannelChecks } from './check-channel.js';

/** What channels and agents are kept with. */
export interface Records extends ChannelChecks {
  readonly store: Store;
  /** `<state dir>/channels`: a 0600 file for every channel that has values of its own. Made when it is first needed. */
  readonly secrets_dir: string;
  readonly now: () => Date;
  /** The user of the operating system, for revisions. */
  readonly by: string;
}
