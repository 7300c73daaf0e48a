import type { Erasure } from '../platform/erasure.ts';
import { deleteSecondFactors } from './two-factor.queries.ts';

export const eraseSecondFactor: Erasure = async (_ctx, tx, user) => {
  await deleteSecondFactors(tx, user.id);
};
