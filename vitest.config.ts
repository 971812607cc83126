import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Takes minutes: begun last, it would be waited for alone. */
const LONGEST = 'shipped-policy.test.ts';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(LONGEST);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/faults/**', 'test/real/**'],
    setupFiles: ['test/harness/leaks.ts'],
    globalSetup: ['test/harness/build.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Most of a test's time is waiting for children: as many at once as there are cores.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
