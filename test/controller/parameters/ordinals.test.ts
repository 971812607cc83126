import { describe, expect, it } from 'vitest';
import { meansAll, placesNamed } from '../../../src/controller/parameters/ordinals.js';

const of = (text: string, count = 3) => placesNamed(text, { count, numbers: 'places' });

describe('an option meant by its place', () => {
  it.each([
    ['the first one', [0]],
    ['First.', [0]],
    ['2nd please', [1]],
    ['option 3', [2]],
    ['#2', [1]],
    ['2', [1]],
    ['the last one', [2]],
    ['第一个', [0]],
    ['第二个吧', [1]],
    ['选第3个', [2]],
    ['就第二项', [1]],
    ['最后一个', [2]],
    ['the first and the third', [0, 2]],
    ['第一个和第二个', [0, 1]],
    ['1, 3', [0, 2]],
  ])('is found in %s', (text, places) => {
    expect(of(text)).toEqual(places);
  });

  it.each(['both', 'all', 'All of them', 'all three please', '都要', '都停掉', '全部', '两个都要', '都跑一遍'])(
    'is every one in %s',
    (text) => {
      expect(of(text, 2)).toEqual([0, 1]);
    },
  );

  it('may be the former or the latter of two, and of two only', () => {
    expect([of('the former', 2), of('后者', 2), of('latter', 3)]).toEqual([[0], [1], null]);
  });

  it.each([
    'the fourth one',
    '第九个',
    '0',
    'the first one failed, why?',
    '都不要',
    'run the first check again',
    '',
    '第一次跑的那个怎么样了',
  ])('is not read into %s', (text) => {
    expect(of(text)).toBeNull();
  });

  it('is not a number alone where that may be the value', () => {
    expect(placesNamed('2', { count: 3, numbers: 'values' })).toBeNull();
    expect(placesNamed('the second', { count: 3, numbers: 'values' })).toEqual([1]);
  });
});

describe('a wish to stop', () => {
  it.each([
    'stop them all',
    'Stop all of them, please.',
    'cancel all running jobs',
    'please kill everything that is running',
    'stop both batch and index_rebuild',
    '全部停掉',
    '把任务都停了',
    '把所有正在跑的任务停掉吧',
    '都停了吧',
  ])('is for all that runs: %s', (text) => {
    expect(meansAll(text, ['batch', 'index_rebuild'])).toBe(true);
  });

  it.each([
    'stop it',
    'stop it after all',
    'stop all but the nightly one',
    'stop all of them except batch',
    'stop the sync of all tables',
    '停掉',
    '除了批处理都停掉',
    '把同步所有表的那个停了',
  ])('is not for all, or not surely: %s', (text) => {
    expect(meansAll(text, ['batch', 'index_rebuild'])).toBe(false);
  });
});
