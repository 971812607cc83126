import { defineConfig } from 'vitest/config';

/** `npm run test:transcripts -- DIR`: recorded runs of real back-ends through our drivers. */
export default defineConfig({
  test: {
    include: ['test/runtimes/transcripts/*.replay.ts'],
    setupFiles: ['test/harness/leaks.ts'],
    pool: 'forks',
    disableConsoleIntercept: true,
    testTimeout: 900_000,
    hookTimeout: 60_000,
  },
});
