import type { asText, resultOf } from './track-view.js';
import type { Environment, Round, Summary, TaskRecord, TrackEvent } from './types.js';

export interface ShowOptions {
  show_trace: boolean;
  language: 'zh' | 'en';
}

/** The trajectory as text for people: summaries of folded rounds, then each unfolded round. */
export function showEnvironment(environment: Environment, options: ShowOptions): string {
  void environment;
  void options;
  return '';
}
export type _Wip = [typeof asText, typeof resultOf, Round, Summary, TaskRecord, TrackEvent];
