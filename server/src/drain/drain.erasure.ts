import { sql } from 'kysely';
import type { Erasure } from '../platform/erasure.ts';

/**
 * Visits from the user's own browsers lose their network and address. The user agent stays with a click that counted,
 * because its class is computed from it; without the browser it can't be told from that of any shopper. Must run before
 * the list of own browsers is deleted.
 */
export const eraseOwnHits: Erasure = async (_ctx, tx, user) => {
  await sql`update hits set language = '', referrer = '', address_prefix = '', address = null, browser = null,
      user_agent = case when counted then user_agent else '' end
    where browser in (select browser from creator_browsers where user_id = ${user.id}::uuid)`.execute(tx);
};
