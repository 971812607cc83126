import type { JobEvents } from '../../kit/job-events.js';
import type { Verdict } from '../../kit/language.js';
import { codeOf } from '../../kit/resolve-host.js';
import type { Refusal } from '../../kit/run-workflow.js';
import type { WorkflowInput } from '../../kit/workflow-input.js';
import { checkCertificate } from './checks/certificate.js';
import { checkDisk } from './checks/disk.js';
import { checkHttp } from './checks/http.js';
import { checkLoad } from './checks/load.js';
import { checkMemory } from './checks/memory.js';
import { checkPort } from './checks/port.js';
import { type Finding, failing, type Status, unable } from './finding.js';
import { statusOf } from './judge.js';
import { readTargets } from './read-targets.js';
import type { Target } from './target.js';

const AT_ONCE = 8;
/** A check ends itself at its target's time limit; one that hangs in the system is given up a little later. */
const GRACE_MS = 500;

export interface Inspected {
  target: Target;
  finding: Finding;
  status: Status;
}

export interface Facts {
  verdict: Verdict;
  /** In the order of the targets. */
  inspected: readonly Inspected[];
  duration_ms: number;
  refusal: Refusal | null;
}

/** Looks at every target, a few at once; none holds up the others for longer than its time limit. */
export async function inspect(input: WorkflowInput, events: JobEvents): Promise<Facts> {
  const targets = readTargets(input);
  const started = performance.now();
  const inspected: Inspected[] = [];
  let done = 0;
  let next = 0;
  const progress = (): void => events.progress({ done, total: targets.length, unit: ['个目标', 'targets'] });
  events.step(['检查', 'inspect'], 1, 1);
  progress();
  const worker = async (): Promise<void> => {
    for (let index = next; index < targets.length; index = next) {
      next += 1;
      const target = targets[index];
      if (target === undefined) continue;
      const finding = await withinTime(target);
      inspected[index] = { target, finding, status: statusOf(target, finding) };
      done += 1;
      progress();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return {
    verdict: verdictOf(inspected),
    inspected,
    duration_ms: Math.round(performance.now() - started),
    refusal: null,
  };
}

async function withinTime(target: Target): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const seconds = target.timeout_ms / 1_000;
  const late = new Promise<Finding>((resolve) => {
    const finding = (target.kind === 'http' ? failing : unable)({ code: 'no_answer', seconds });
    timer = setTimeout(() => resolve(finding), target.timeout_ms + GRACE_MS);
  });
  try {
    return await Promise.race([check(target), late]);
  } catch (error) {
    return unable({ code: 'unreadable', reason: codeOf(error) });
  } finally {
    clearTimeout(timer);
  }
}

async function check(target: Target): Promise<Finding> {
  switch (target.kind) {
    case 'disk':
      return await checkDisk(target);
    case 'memory':
      return await checkMemory();
    case 'load':
      return checkLoad();
    case 'port':
      return await checkPort(target);
    case 'http':
      return await checkHttp(target);
    case 'certificate':
      return await checkCertificate(target);
  }
}

/** What is known to be bad weighs more than what could not be looked at. Warnings do not fail an inspection. */
function verdictOf(inspected: readonly Inspected[]): Verdict {
  if (inspected.some(({ status }) => status === 'failed')) return 'failed';
  return inspected.some(({ status }) => status === 'error') ? 'error' : 'passed';
}
