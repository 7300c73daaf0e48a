import { sql } from 'kysely';

/**
 * The creators of a brand who are in a group at a moment, as a subquery with `creator_id` and `group_id`, by the same rule
 * as `groupsAt`. Ended accounts are in no group. Each account looks up its newest move, which stays one probe of an index
 * also before the tables' statistics know of thousands of new rows.
 */
export const membersAt = (merchantId: string, at: Date) => sql<{ creator_id: string; group_id: string }>`(
  select a.creator_id, g.group_id from merchant_accounts a cross join lateral (
    select moved.group_id from group_moves moved
    where moved.merchant_id = a.merchant_id and moved.merchant_account_id = a.id and moved.effective_at <= ${at}
    order by moved.effective_at desc, moved.id desc limit 1) g
  where a.merchant_id = ${merchantId}::uuid and a.status <> 'ended' and g.group_id is not null)`;
