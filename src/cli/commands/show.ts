import type { Candidate } from '../../controller/policy.js';
import { showEnvironment, showRound } from '../../environment/show-environment.js';
import type { Round } from '../../environment/types.js';
import type { StoredDecision } from '../../store/decisions.js';
import { DEFAULT_ENVIRONMENT, type Face } from '../face.js';
import { reasonLines } from '../reasons.js';
import { run } from './run.js';

export interface ShowOptions {
  input?: string;
  round?: number;
  trace?: boolean;
}

export async function show(face: Face, { input, round, trace }: ShowOptions): Promise<number> {
  const exitCode = input === undefined ? 0 : await run({ ...face, json: false, print: face.hint }, { input });
  const app = await face.app();
  const shown = await app.show(face.environment ?? DEFAULT_ENVIRONMENT, {
    decisions: trace === true,
    ...(round === undefined ? {} : { round }),
  });
  if (face.json) {
    face.printJson(shown.round === null ? shown.environment : { ...shown.round, decisions: shown.decisions });
    return exitCode;
  }
  const options = { show_trace: trace === true, language: face.language };
  const below = ({ round_id }: Round) =>
    shown.decisions.filter((made) => made.round_id === round_id).map((made) => decision(face, made));
  if (shown.round === null) face.print(showEnvironment(shown.environment, { ...options, below }));
  else face.print([showRound(shown.round, options), ...below(shown.round)].join('\n\n'));
  return exitCode;
}

/** Why a route was taken, in one block. */
function decision(face: Face, made: StoredDecision): string {
  const { words } = face;
  const { step, policy, policy_version, confidence, threshold, candidates, ms } = made;
  const lines = candidates.map((candidate) => {
    const { tool, task_type, score, evidence } = candidate as Candidate;
    return [
      `  ${score.toFixed(3).padStart(7)}  ${task_type ?? tool ?? ''}`,
      ...(evidence === undefined ? [] : reasonLines(face, evidence).map((line) => `           ${line}`)),
    ].join('\n');
  });
  return [
    `#${step} ${policy} ${policy_version.slice(0, 12)} · ${words.confidence(confidence, threshold)} · ${ms.toFixed(2)} ms`,
    ...lines,
  ].join('\n');
}
