import { expect, it } from 'vitest';
import { packagesLoadedBy } from '../config/closure.js';

it('a program that may call a model loads no SDK before it does', async () => {
  expect(await packagesLoadedBy('src/models/create-model.ts')).toEqual([]);
  expect(await packagesLoadedBy('src/runtimes/drivers/api/driver.ts')).toEqual([]);
});
