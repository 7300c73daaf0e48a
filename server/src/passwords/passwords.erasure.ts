import type { Erasure } from '../platform/erasure.ts';

export const erasePasswords: Erasure = async (_ctx, tx, user) => {
  await tx.deleteFrom('credentials').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('step_ups').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('password_resets').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('reset_requests').where('email', 'in', user.emails).execute();
};
