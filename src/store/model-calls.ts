import type { Insertable } from 'kysely';
import type { ModelCallRow } from './schema.js';
import type { Tx } from './tx.js';

export type ModelCallPurpose =
  | 'controller'
  | 'executor'
  | 'diagnose'
  | 'reply'
  | 'summary'
  | 'params'
  | 'skill'
  | 'agent'
  | 'judge';

export type NewModelCall = Omit<Insertable<ModelCallRow>, 'id' | 'purpose'> & { readonly purpose: ModelCallPurpose };

export async function insertModelCall(tx: Tx, call: NewModelCall): Promise<void> {
  await tx.insertInto('model_calls').values(call).execute();
}
