import { EMPTY_SCENE, type Scene } from '../../src/policy/action-scene.js';
import type { RouteScore } from '../../src/policy/route-index.js';

/** A conversation that has not begun, but for what is given. */
export function emptyScene(given: Partial<Scene> = {}): Scene {
  return { ...EMPTY_SCENE, ...given };
}

/** Routes, best first. */
export function routesOf(scores: Readonly<Record<string, number>>): RouteScore[] {
  return Object.entries(scores)
    .map(([label, score]) => ({ label, score }))
    .sort((one, other) => other.score - one.score);
}
