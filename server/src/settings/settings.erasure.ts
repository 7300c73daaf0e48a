import type { Erasure } from '../platform/erasure.ts';
import { dropEmailChanges } from './email.queries.ts';

export const eraseEmailChanges: Erasure = async (_ctx, tx, user) => {
  await dropEmailChanges(tx, user.id);
  await tx.deleteFrom('email_changes').where('user_id', '=', user.id).execute();
};
