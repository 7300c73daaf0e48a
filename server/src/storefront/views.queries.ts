import { sql } from 'kysely';
import type { HitClass } from '../hits/classify.ts';
import { figuresOfViews } from '../figures/figures.sql.ts';
import { viewsLock } from '../figures/views.lock.ts';
import type { Tx } from '../platform/database/database.ts';

/** A view to be stored. */
export type View = {
  id: string;
  at: Date;
  accountId: string;
  class: HitClass;
  reason: string;
  /** Hash of the browser's mark in hex; '' if it sent none. */
  browser: string;
  country: string;
  device: string;
  referrerHost: string;
};

const owner = sql.raw('merchant_id, merchant_account_id, creator_id');

/**
 * Stores new views and their counts, and sends a notice for each account that gained any. Views from a creator's own
 * browser are detected here, once per batch.
 */
export async function storeViews(tx: Tx, views: readonly View[], rulesVersion: number): Promise<void> {
  const column = (read: (view: View) => string) => views.map(read);
  await sql`select pg_advisory_xact_lock(${sql.raw(String(viewsLock))})`.execute(tx);
  await sql`
    with arriving as (
      select * from unnest(${column(({ id }) => id)}::uuid[], ${column(({ at }) => at.toISOString())}::timestamptz[],
        ${column(({ accountId }) => accountId)}::uuid[], ${column((view) => view.class)}::text[], ${column(({ reason }) => reason)}::text[],
        ${column(({ browser }) => browser)}::text[], ${column(({ country }) => country)}::text[],
        ${column(({ device }) => device)}::text[], ${column(({ referrerHost }) => referrerHost)}::text[])
        as view (id, at, account_id, class, reason, browser, country, device, referrer_host)
    ),
    judged as (
      select v.*, a.merchant_id, a.creator_id, v.class = 'human' and v.browser <> '' and exists (
        select from creator_browsers b where b.user_id = a.creator_id and b.browser = decode(v.browser, 'hex')) as is_own
      from arriving v join merchant_accounts a on a.id = v.account_id
    ),
    new_views as (
      insert into storefront_views (id, at, ${owner}, class, reason, counted, rules_version, country, device, referrer_host)
      select id, at, merchant_id, account_id, creator_id, case when is_own then 'self' else class end,
        case when is_own then 'own_browser' else reason end, class = 'human' and not is_own, ${rulesVersion}, country, device, referrer_host
      from judged on conflict (id) do nothing returning *, 1 as weight
    ),
    ${sql.raw(figuresOfViews('new_views'))}
    select notice('figures', string_agg(distinct merchant_account_id::text, ','))
    from (select merchant_account_id, dense_rank() over (order by merchant_account_id) / 200 as part from new_views) gained
    group by part`.execute(tx);
}
