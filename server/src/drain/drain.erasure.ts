import { sql } from 'kysely';
import type { Erasure } from '../platform/erasure.ts';
import { clearHits } from './drain.redaction.ts';

/**
 * Visits from the user's own browsers lose their network and address. Without the browser, a user agent that stays can't
 * be told from that of any shopper. Must run before the list of own browsers is deleted.
 */
export const eraseOwnHits: Erasure = async (_ctx, tx, user) => {
  await clearHits(tx, sql`h.browser in (select browser from creator_browsers where user_id = ${user.id}::uuid)`);
};
