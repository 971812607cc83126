import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { supervisorOf } from '../../src/jobs/record-dispatch.js';
import { isAlive } from '../../src/processes/identity.js';
import { jobFolder } from '../harness/library.js';
import { until } from '../harness/until.js';
import {
  cli,
  dispatch,
  ended,
  type Fault,
  killedAfter,
  type Lane,
  letGo,
  request,
  row,
  STATUS,
  supervisorGone,
} from './lane.js';

/** Does something and has a process of it die. Returns how many did. */
export type Strike = (lane: Lane) => Promise<number>;

const IN_A_ROUND: readonly Fault[] = [
  'round.opened',
  'round.collected',
  'round.decided',
  'round.job-prepared',
  'round.intent-stored',
  'round.launched',
  'round.before-close',
  'round.closed',
  'collect.read',
  'collect.read:2',
];

const IN_A_SUPERVISOR: readonly Fault[] = [
  'supervisor.started',
  'supervisor.claimed',
  'supervisor.slot-taken',
  'supervisor.spawned',
  'supervisor.child-stored',
  'supervisor.released',
  'supervisor.exited',
  'supervisor.before-finish',
  'supervisor.finished',
];

const IN_A_COLLECT: readonly Fault[] = ['collect.read', 'collect.before-commit'];
const ENDINGS = ['done', 'passed', 'red', 'error', 'exit'];

const dispatcherAtPoint: Strike = async (lane) => {
  const { signal } = await cli(lane, request(lane, lane.dice.pick(ENDINGS)), lane.dice.pick(IN_A_ROUND));
  return signal === 'SIGKILL' ? 1 : 0;
};

/** A cold round takes some hundred milliseconds; the later the kill, the more has happened. */
const dispatcherAtAnyTime: Strike = async (lane) => {
  const killed = await killedAfter(lane, request(lane, lane.dice.pick(ENDINGS)), lane.dice.number(900));
  return killed === null ? 0 : 1;
};

const supervisorAtPoint: Strike = async (lane) => {
  const run_id = await dispatch(lane, lane.dice.pick(ENDINGS), lane.dice.pick(IN_A_SUPERVISOR));
  if (run_id === null) return 0;
  await supervisorGone(lane, run_id);
  return 1;
};

const supervisorAtAnyTime: Strike = async (lane) => {
  const how = lane.dice.pick(['hold', ...ENDINGS]);
  const run_id = await dispatch(lane, how);
  if (run_id === null) return 0;
  await delay(lane.dice.number(400));
  const supervisor = supervisorOf(await row(lane, run_id));
  const struck = supervisor !== null && isAlive(supervisor);
  if (struck) {
    lane.history.push(`${lane.environment}: the supervisor of ${run_id} is killed`);
    process.kill(supervisor.pid, 'SIGKILL');
    await until('it is dead', () => !isAlive(supervisor));
  }
  if (how === 'hold') letGo(lane, run_id);
  return struck ? 1 : 0;
};

const collectorAtPoint: Strike = async (lane) => {
  const run_id = await dispatch(lane, lane.dice.pick(ENDINGS));
  if (run_id === null) return 0;
  await ended(lane, run_id);
  const args = lane.dice.pick([['collect'], ['run', '--input', STATUS]]);
  const { signal } = await cli(lane, args, lane.dice.pick(IN_A_COLLECT));
  return signal === 'SIGKILL' ? 1 : 0;
};

const collectorAtAnyTime: Strike = async (lane) => {
  const run_id = await dispatch(lane, lane.dice.pick(ENDINGS));
  if (run_id !== null) await ended(lane, run_id);
  return (await killedAfter(lane, ['collect'], lane.dice.number(500))) === null ? 0 : 1;
};

/** The one who asks for the stop dies, or the supervisor that has just stopped it. */
const cancelAtPoint: Strike = async (lane) => {
  const who = lane.dice.pick(['asker', 'supervisor']);
  const run_id = await dispatch(lane, 'hold', who === 'supervisor' ? 'cancel.stopped' : undefined);
  if (run_id === null) return 0;
  await until(`${run_id} holds`, () => existsSync(join(jobFolder(lane.project, run_id), 'holds')));
  const { signal } = await cli(lane, ['cancel', run_id], who === 'asker' ? 'cancel.requested' : undefined);
  return who === 'supervisor' || signal === 'SIGKILL' ? 1 : 0;
};

/** Those that matter most come twice. */
export const STRIKES: readonly { name: string; strike: Strike }[] = [
  { name: 'dispatcher, at a point', strike: dispatcherAtPoint },
  { name: 'dispatcher, at a point', strike: dispatcherAtPoint },
  { name: 'dispatcher, at any time', strike: dispatcherAtAnyTime },
  { name: 'supervisor, at a point', strike: supervisorAtPoint },
  { name: 'supervisor, at a point', strike: supervisorAtPoint },
  { name: 'supervisor, at any time', strike: supervisorAtAnyTime },
  { name: 'collector, at a point', strike: collectorAtPoint },
  { name: 'collector, at any time', strike: collectorAtAnyTime },
  { name: 'cancel, at a point', strike: cancelAtPoint },
];
