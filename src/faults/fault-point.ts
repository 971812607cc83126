/**
 * Named places where a test may end the process, to prove that a fresh one continues.
 * `ER_FAULT_POINT=name` kills at the first pass; `name:3` at the third. Unset (always, outside tests): one string comparison.
 */
export type FaultPoint =
  | 'round.opened'
  | 'round.collected'
  | 'round.decided'
  | 'round.job-prepared'
  | 'round.intent-stored'
  | 'round.launched'
  | 'round.skill-stored'
  | 'round.skill-ended'
  | 'round.before-close'
  | 'round.closed'
  | 'supervisor.started'
  | 'supervisor.claimed'
  | 'supervisor.slot-taken'
  | 'supervisor.spawned'
  | 'supervisor.child-stored'
  | 'supervisor.released'
  | 'supervisor.exited'
  | 'supervisor.before-finish'
  | 'supervisor.finished'
  | 'collect.read'
  | 'collect.before-commit'
  | 'collect.committed'
  | 'cancel.requested'
  | 'cancel.stopped'
  | 'agent.begun'
  | 'agent.before-result'
  | 'channel.secrets-written'
  | 'channel.committed';

const passes = new Map<string, number>();

export function faultPoint(name: FaultPoint): void {
  const wanted = process.env.ER_FAULT_POINT;
  if (wanted === undefined) return;
  const [point, nth = '1'] = wanted.split(':');
  if (point !== name) return;
  const pass = (passes.get(name) ?? 0) + 1;
  passes.set(name, pass);
  if (pass === Number(nth)) process.kill(process.pid, 'SIGKILL');
}
