import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { figuresOfHits } from './figures.sql.ts';

type Owner = { merchant_id: string; merchant_account_id: string; creator_id: string };

/** Counts clicks like the drain, without storing hits. `at` is a day or an instant. */
export async function countClicks(
  tx: Tx,
  owner: Owner,
  link: string,
  clicks: readonly { at: string; clicks: number }[],
): Promise<void> {
  await sql`
    with counted_hits as (
      select ${owner.merchant_id}::uuid as merchant_id, ${owner.merchant_account_id}::uuid as merchant_account_id,
        ${owner.creator_id}::uuid as creator_id, ${link}::uuid as link_id, at, 'human' as class, true as counted,
        '' as country, '' as device, '' as browser_name, '' as system, '' as app, '' as referrer_host, '{}'::jsonb as utm, weight
      from unnest(${clicks.map(({ at }) => new Date(at).toISOString())}::timestamptz[], ${clicks.map((row) => row.clicks)}::bigint[]) as one (at, weight)
    ), ${sql.raw(figuresOfHits('counted_hits'))} select 1`.execute(tx);
}

/** Counts the stored hits of a storefront like the drain. */
export async function countHits(tx: Tx, account: string): Promise<void> {
  await sql`
    with stored as (select *, 1 as weight from hits where merchant_account_id = ${account}),
    ${sql.raw(figuresOfHits('stored'))} select 1`.execute(tx);
}
