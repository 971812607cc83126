import type { Scene } from '../policy/action-scene.js';
import type { Intent } from '../policy/route-index.js';
import type { AboutRequest } from './authored.js';
import type { Case } from './cases.js';
import { foldOf } from './split.js';
import type { Utterance } from './utterances.js';

/** What is said about a task type where no run of it is wanted, as the route index learns it. */
export const ABOUT_LABEL: Readonly<Record<AboutRequest['asks'], string>> = {
  nothing: 'intent:nothing' satisfies Intent,
  status: 'status',
  failure: 'intent:failure' satisfies Intent,
  cancel: 'cancel',
  executor: 'executor',
};

/** Its split and its fold go by this: all that is said about a foreign package stays together. `own`: names of the bundled types. */
export function aboutKey({ package: name, text, frame }: AboutRequest, own: ReadonlySet<string>): string {
  if (frame !== undefined) return frame;
  return own.has(name) ? `${name}: ${text}` : name;
}

export function aboutUtterances(about: readonly AboutRequest[], own: ReadonlySet<string>): Utterance[] {
  return about.map((said) => ({
    label: ABOUT_LABEL[said.asks],
    text: said.text,
    many: true,
    fold: foldOf(aboutKey(said, own)),
  }));
}

/** The same sentence before and after a run of the type, each with what is right there. `scene`: any other one. */
export function aboutCases(said: AboutRequest, scene: Scene, own: ReadonlySet<string>): Case[] {
  const { package: name, text, asks } = said;
  const told = (target: string, where: Scene): Case => ({
    id: text,
    bucket: '',
    text,
    scene: where,
    observed: [],
    target,
    fold: foldOf(aboutKey(said, own)),
    weight: 1,
    anywhere: true,
    retries: false,
    says: null,
  });
  const idle = { ...scene, running: scene.running.filter((type) => type !== name) };
  switch (asks) {
    case 'nothing':
      // With other work running it might be that which shall not go on.
      return [told('status', { ...scene, running: [] }), told('status', ran({ ...scene, running: [] }, name, 'done'))];
    case 'status':
      return [
        told('status', ran(idle, name, 'done')),
        told('status', ran(idle, name, 'running')),
        told('status', ran(idle, name, 'failed')),
        told('status', idle),
      ];
    case 'failure':
      return [
        told('observe:previous_failed_track', ran(idle, name, 'failed')),
        told('observe:previous_failed_track', ran(idle, name, 'failed')),
        told('status', ran({ ...idle, failed: null }, name, 'done')),
        // Where nothing failed at all, that is said.
        told('status', { ...idle, failed: null, last: idle.last?.status === 'failed' ? null : idle.last }),
      ];
    case 'cancel':
      return [
        told('cancel', ran(idle, name, 'running')),
        told('status', ran({ ...idle, running: [] }, name, 'done')),
        told('status', { ...idle, running: [] }),
      ];
    case 'executor':
      return [told('executor', scene), told('executor', ran(idle, name, 'done'))];
  }
}

/** The scene with a run of the type as its newest work. */
function ran(scene: Scene, type: string, status: 'running' | 'done' | 'failed'): Scene {
  const earlier = scene.failed === null ? null : { ...scene.failed, newest: false };
  return {
    ...scene,
    rounds: Math.max(1, scene.rounds),
    running: status === 'running' ? [...scene.running, type] : scene.running,
    last: { type, status },
    failed: status === 'failed' ? { type, newest: true } : earlier,
  };
}
