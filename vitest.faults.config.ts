import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: long loads of random kills. `ER_FAULTS_SEED` repeats the choices of an earlier run. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    setupFiles: ['test/harness/leaks.ts'],
    globalSetup: ['test/harness/build.ts'],
    pool: 'forks',
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
