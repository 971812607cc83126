import type { Scene } from '../policy/action-scene.js';

/** The same conversation with its newest work of another type: `type` wherever that occurs. Open-ended work stays what it is. */
export function recast(scene: Scene, type: string): Scene {
  const old = scene.last?.type;
  if (old === undefined || old === 'executor') return scene;
  const named = <Work extends { readonly type: string }>(work: Work | null): Work | null =>
    work?.type === old ? { ...work, type } : work;
  return {
    ...scene,
    running: scene.running.map((each) => (each === old ? type : each)),
    last: named(scene.last),
    failed: named(scene.failed),
  };
}
