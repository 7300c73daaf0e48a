import { sql } from 'kysely';
import type { Erasure } from '../platform/erasure.ts';

/** Events keep their ids and amounts, and lose the handle; so do answers, which can repeat it. */
export const eraseOutgoing: Erasure = async (_ctx, tx, user) => {
  await sql`update outgoing_attempts a set answer = '' from outgoing_deliveries d, outgoing_events e
    where a.answer <> '' and d.merchant_id = a.merchant_id and d.id = a.delivery_id
      and e.merchant_id = d.merchant_id and e.id = d.event_id and e.creator_id = ${user.id}`.execute(tx);
  await tx
    .updateTable('outgoing_events')
    .set((set) => ({
      creator_id: null,
      data: set.fn('jsonb_set', ['data', set.val('{creator}'), set.val('null')]),
    }))
    .where('creator_id', '=', user.id)
    .execute();
};
