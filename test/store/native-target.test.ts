import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { currentTarget, familySync } from '../../src/store/native-target.js';

const require = createRequire(createRequire(import.meta.url).resolve('libsql'));

describe('the prebuilt library for this machine', () => {
  it('is the one libsql itself would load', () => {
    const theirs = require('@neon-rs/load') as { currentTarget(): string };
    expect(currentTarget()).toBe(theirs.currentTarget());
  });

  it('is of the C library that this Node runs on', () => {
    const theirs = require('detect-libc') as { familySync(): string | null };
    expect(familySync()).toBe(theirs.familySync());
  });
});
