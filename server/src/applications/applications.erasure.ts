import type { Erasure } from '../platform/erasure.ts';

export const eraseApplications: Erasure = async (_ctx, tx, user) => {
  await tx
    .deleteFrom('applications')
    .where((where) => where.or([where('creator_id', '=', user.id), where('email', 'in', [...user.emails])]))
    .execute();
  await tx.updateTable('applications').set({ decided_by: null }).where('decided_by', '=', user.id).execute();
};
