import { describe, expect, it } from 'vitest';
import { packagesLoadedBy } from './closure.js';

describe('a start without a configuration file', () => {
  it('loads neither the YAML parser nor the schema library', async () => {
    expect(await packagesLoadedBy('src/config/load-config.ts')).toEqual([]);
    expect(await packagesLoadedBy('src/config/intent-shortcuts.ts')).toEqual([]);
  });
});
