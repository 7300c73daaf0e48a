import { sql } from 'kysely';
import type { Erasure } from '../platform/erasure.ts';

/** Codes stay taken: decisions name them, and an address that was shared must never lead elsewhere. */
export const eraseLinks: Erasure = async (ctx, tx, user) => {
  await tx
    .updateTable('links')
    .set({
      title: '',
      destination: sql`(select shop_url from merchants where merchants.id = links.merchant_id)`,
      disabled_at: sql`coalesce(disabled_at, ${ctx.clock.now()})`,
    })
    .where('creator_id', '=', user.id)
    .execute();
};
