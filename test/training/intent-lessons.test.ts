import { describe, expect, it } from 'vitest';
import type { Case } from '../../src/training/cases.js';
import { intentLessonsOf } from '../../src/training/intent-lessons.js';
import { EMPTY_SCENE } from '../../src/training/lessons.js';

const row = (text: string, target: string, more: Partial<Case> = {}): Case => ({
  id: text,
  bucket: '',
  text,
  scene: EMPTY_SCENE,
  observed: [],
  target,
  fold: 1,
  weight: 1,
  anywhere: false,
  retries: false,
  ...more,
});
const texts = { description: '', when_to_use: '' };
const lessons = intentLessonsOf({
  cases: [
    row('how is it', 'status'),
    row('all of it', 'observe:build_context_view', { bucket: 'running_status_observe' }),
    row('again', 'functest', { retries: true }),
    row('run the tests', 'functest'),
    row('how is it', 'executor'),
  ],
  types: [{ name: 'executor', examples: ['explain it'], ...texts }],
  packages: [{ name: 'link_check', examples: ['check links'], requests: ['dead links?'], ...texts }],
  vague: [],
});
const of = (text: string) => lessons.find((lesson) => lesson.text === text);

describe('what requests are taught to be about', () => {
  it('follows from what is right for them, and from what their rows were written for', () => {
    expect(lessons.map(({ text, intent }) => [text, intent])).toEqual([
      ['how is it', 'status'],
      ['all of it', 'recap'],
      ['again', 'again'],
      ['run the tests', 'named'],
      ['dead links?', 'named'],
      ['check links', 'named'],
      ['explain it', 'open'],
    ]);
  });

  it('keeps all texts of a package in one fold, as they will all be new where it is installed', () => {
    expect(of('check links')?.fold).toBe(of('dead links?')?.fold);
  });
});
