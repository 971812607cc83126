import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

/** What every statement takes: the transaction of `store.read` or `store.write`. Using anything else inside one waits for ever. */
export type Tx = Kysely<Schema>;
