import { userStatus } from '@vitrine/contract/values/user-status.ts';
import type { Erasure } from '../platform/erasure.ts';
import { newCode, newSecret, sha256 } from '../platform/ids.ts';
import { updateUser } from './accounts.queries.ts';

/**
 * The row stays, because the books name it, with a pseudonym. Handles stay taken, as hashes, so that no one else gets
 * the addresses that were shared.
 */
export const eraseAccount: Erasure = async (_ctx, tx, user) => {
  await tx.deleteFrom('handle_history').where('user_id', '=', user.id).execute();
  await updateUser(tx, user.id, {
    email: `${user.id}@erased.invalid`,
    display_name: user.pseudonym,
    user_handle: null,
    avatar: null,
    user_status: userStatus.closed,
    uid: newCode(12),
    motom_user_id: newCode(12),
    motom_user_unique_key: newSecret('mk'),
    locale: 'en',
    time_zone: 'UTC',
    theme: 'system',
    notifications: '{}',
  });
  const hashes = user.handles.map((handle) => ({ handle_hash: sha256(handle) }));
  if (hashes.length > 0)
    await tx
      .insertInto('erased_handles')
      .values(hashes)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await tx.deleteFrom('link_handovers').where('user_id', '=', user.id).execute();
};
