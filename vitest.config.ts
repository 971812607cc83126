import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/faults/**', 'test/real/**'],
    setupFiles: ['test/harness/leaks.ts'],
    globalSetup: ['test/harness/build.ts'],
    pool: 'forks',
    // Most of a test's time is waiting for children: as many at once as there are cores.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
