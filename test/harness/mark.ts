import { randomUUID } from 'node:crypto';

/** Set in the environment of every process a test starts, so that what outlives the test is found. */
export const TEST_MARK: string = process.env.ER_TEST_MARK ?? randomUUID();

process.env.ER_TEST_MARK = TEST_MARK;
