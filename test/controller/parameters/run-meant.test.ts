import { expect, it } from 'vitest';
import { asksForFailed, comparedWith, runMeant } from '../../../src/controller/parameters/run-meant.js';

const FIRST = { from: 'first', steps: 0 };
const LAST = { from: 'last', steps: 0 };

it.each([
  ['rerun the first mirror sync', FIRST],
  ['run the first one again', FIRST],
  ['run the very first sync again', FIRST],
  ['sync the mirror as in the 2nd run', { from: 'first', steps: 1 }],
  ['the third time, please', { from: 'first', steps: 2 }],
  ['repeat the last run', LAST],
  ['the run before last', { from: 'last', steps: 1 }],
  ['the one before that', { from: 'last', steps: 1 }],
  ['再跑一遍第一次的', FIRST],
  ['照第三次的来', { from: 'first', steps: 2 }],
  ['按第 2 次的来', { from: 'first', steps: 1 }],
  ['按最早那次再来', FIRST],
  ['跟上次一样', LAST],
  ['上上次的再跑一遍', { from: 'last', steps: 1 }],
])('%s: which run is meant', (text, place) => {
  expect(runMeant(text)).toEqual(place);
});

it.each([
  'run the tests for the first time',
  'first run the tests',
  'sync the first 3 tables again',
  'run the tests of the second stage',
  'run it again',
  '先跑第一个用例',
  '再跑一次',
])('%s: none is meant by its order', (text) => {
  expect(runMeant(text)).toBeNull();
});

it.each([
  ['和第一次比呢', FIRST],
  ['和上次比怎么样', LAST],
  ['compared with the first run', FIRST],
  ['is it faster than the run before last?', { from: 'last', steps: 1 }],
  ['how does the disk compare with last time?', LAST],
  ['last time it was better', null],
  ['how did the first run go', null],
  ['compare them', null],
])('%s: with which run something is compared', (text, place) => {
  expect(comparedWith(text)).toEqual(place);
});

it.each([
  ['retry the failed one', true],
  ['run the failed job again', true],
  ['重跑失败的那个', true],
  ['再跑一遍挂掉的那个任务', true],
  ['why did the failed one fail', false],
  ['rerun the failed tests', false],
])('%s: whether what failed is to be done again', (text, asks) => {
  expect(asksForFailed(text)).toBe(asks);
});
