import { defineConfig } from 'vitest/config';

/**
 * `npm run test:real`: the back-ends that are installed here, each against the scripted model server. Found on PATH, or by the variable that a
 * user would set (CODEX_PATH, CLAUDE_PATH, …); what is not installed is skipped and said.
 */
export default defineConfig({
  test: {
    include: ['test/real/**/*.test.ts'],
    setupFiles: ['test/harness/leaks.ts'],
    pool: 'forks',
    fileParallelism: false,
    reporters: ['verbose'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
