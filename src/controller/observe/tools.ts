import { buildContextView } from '../../environment/context-view.js';
import type { ContextLimits } from '../../environment/limits.js';
import { previousFailedTrack } from '../../environment/previous-failed-track.js';
import type { Environment, EnvironmentFacts } from '../../environment/types.js';
import type { ObserveAction } from '../../protocol/action.js';
import type { ContextViewOptions } from '../../protocol/context-view-options.js';
import type { Observation } from '../policy.js';
import { beijingTime } from './beijing-time.js';
import { listFolder } from './list-folder.js';
import { readText } from './read-text.js';
import { type TrimLimits, trim } from './trim.js';

/** What the observe tools of one turn may look at. */
export interface Observable {
  /** With track. */
  readonly environment: Environment;
  readonly facts: EnvironmentFacts;
  /** Folders that `read` and `ls` may not leave, symbolic links resolved; the first is what relative paths start from. */
  readonly roots: readonly string[];
  readonly limits: ContextLimits & TrimLimits;
  readonly now: Date;
  /** Calls a script of a skill; throws where that is refused, or the script fails. */
  skillTool(name: string, input: unknown): Promise<string>;
}

/** Carries out an observe action. A tool that fails answers so: nothing is thrown for what was asked. */
export async function observe({ tool, args }: ObserveAction, seen: Observable): Promise<Observation> {
  try {
    return { tool, args, ok: true, result: trim(await answer(tool, args, seen), seen.limits) };
  } catch (error) {
    return { tool, args, ok: false, result: error instanceof Error ? error.message : String(error) };
  }
}

async function answer(tool: ObserveAction['tool'], args: Record<string, unknown>, seen: Observable): Promise<string> {
  switch (tool) {
    case 'read':
      return await readText(String(args.path), seen.roots);
    case 'ls':
      return await listFolder(String(args.path), seen.roots);
    case 'build_context_view': {
      const view = buildContextView(seen.environment, seen.facts, args as Partial<ContextViewOptions>, seen.limits);
      return JSON.stringify(view);
    }
    case 'previous_failed_track': {
      const track = previousFailedTrack(seen.facts);
      return track === null ? 'No task has failed.' : JSON.stringify(track);
    }
    case 'beijing_time':
      return beijingTime(seen.now);
    case 'skill_tool':
      return await seen.skillTool(String(args.name), args.input);
  }
}
