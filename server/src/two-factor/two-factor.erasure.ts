import type { Erasure } from '../platform/erasure.ts';
import { deleteSecondFactor } from './two-factor.queries.ts';

export const eraseSecondFactor: Erasure = async (_ctx, tx, user) => {
  await deleteSecondFactor(tx, user.id);
};
