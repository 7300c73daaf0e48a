import type * as z from 'zod/mini';
import { sql } from 'kysely';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Link, linkHits, listLinks, listShopLinks } from '@vitrine/contract/links.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { timeZoneOf } from '../accounts/time-zone.ts';
import { earnedByLink } from '../commissions/commissions.links.ts';
import type { Context } from '../context.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import { clicksOfLinks } from '../figures/counts.ts';
import type { Tx } from '../platform/database/database.ts';
import { spanOfLast } from '../platform/days.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { takedownsOfLinks } from './links.takedown.ts';

const recentHits = 50;

type LinkRow = {
  id: string;
  merchant_account_id: string;
  code: string;
  destination: string;
  title: string;
  created_at: Date;
  disabled_at: Date | null;
  taken_down: string | null;
  hits: bigint | null;
  clicks: bigint | null;
  last_click_at: Date | null;
};

function linkRows(tx: Tx, account: AccountAccess) {
  return tx
    .selectFrom('links')
    .leftJoin('link_totals', 'link_totals.link_id', 'links.id')
    .select([
      'links.id',
      'links.merchant_account_id',
      'links.code',
      'links.destination',
      'links.title',
      'links.created_at',
      'links.disabled_at',
      'links.taken_down',
      'link_totals.hits',
      'link_totals.clicks',
      'link_totals.last_click_at',
    ])
    .where('links.merchant_id', '=', account.merchantId)
    .where('links.merchant_account_id', '=', account.merchantAccountId);
}

async function presentLinks(ctx: Context, tx: Tx, account: AccountAccess, rows: readonly LinkRow[]): Promise<Link[]> {
  const ids = rows.map((row) => row.id);
  const earned = await earnedByLink(tx, account, ids);
  const takedowns = await takedownsOfLinks(
    tx,
    rows.map((row) => ({ id: row.id, takenDown: row.taken_down })),
  );
  const timeZone = await timeZoneOf(tx, account.creatorId);
  const clicksOfLast = (days: number) => clicksOfLinks(tx, ids, spanOfLast(ctx.clock.now(), timeZone, days));
  const [week, month] = [await clicksOfLast(7), await clicksOfLast(30)];
  return rows.map((row) => ({
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    code: row.code,
    short_url: `${ctx.config.publicUrl}/s/${row.code}`,
    destination: row.destination,
    title: row.title,
    disabled: row.disabled_at !== null,
    takedown: takedowns.get(row.id) ?? null,
    clicks: Number(row.clicks ?? 0n),
    hits: Number(row.hits ?? 0n),
    clicks_last_7_days: week.get(row.id) ?? 0,
    clicks_last_30_days: month.get(row.id) ?? 0,
    last_click_at: row.last_click_at?.toISOString() ?? null,
    earned: toMoney(earned.get(row.id) ?? 0n, account.currency),
    created_at: row.created_at.toISOString(),
  }));
}

export async function linkOf(ctx: Context, tx: Tx, account: AccountAccess, linkId: string): Promise<Link | undefined> {
  const rows = await linkRows(tx, account).where('links.id', '=', linkId).execute();
  const [link] = await presentLinks(ctx, tx, account, rows);
  return link;
}

function matching(search: string | undefined) {
  if (!search) return sql<boolean>`true`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(links.title ilike ${pattern} or links.code ilike ${pattern} or links.destination ilike ${pattern})`;
}

/** The cursor is the id of the last link; the next page starts after its current position. */
function behind(query: QueryOf<typeof listLinks>) {
  const { cursor, sort } = query;
  if (cursor === undefined) return sql<boolean>`true`;
  if (!isId(cursor)) throw invalid('cursor', 'must be the next_cursor of the previous page');
  if (sort === 'newest') return sql<boolean>`links.id < ${cursor}::uuid`;
  return sql<boolean>`(coalesce(link_totals.clicks, 0), links.id) < (
    select coalesce(t.clicks, 0), l.id from links l left join link_totals t on t.link_id = l.id where l.id = ${cursor}::uuid)`;
}

/** A page of a storefront's links. One extra row tells whether there is a next page. */
export async function pageOfLinks(
  ctx: Context,
  tx: Tx,
  account: AccountAccess,
  query: QueryOf<typeof listLinks>,
): Promise<ReplyOf<typeof listLinks>> {
  const rows = await linkRows(tx, account)
    .where(matching(query.search))
    .where(behind(query))
    .$if(query.sort === 'clicks', (links) => links.orderBy(sql`coalesce(link_totals.clicks, 0)`, 'desc'))
    .orderBy('links.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const { total } = await tx
    .selectFrom('links')
    .select((count) => count.fn.countAll<bigint>().as('total'))
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where(matching(query.search))
    .executeTakeFirstOrThrow();
  const page = rows.slice(0, query.limit);
  return {
    data: await presentLinks(ctx, tx, account, page),
    meta: { next_cursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null, total: Number(total) },
  };
}

/** A page of the links of all of a brand's creators. */
export async function pageOfBrandLinks(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  { cursor, limit }: QueryOf<typeof listShopLinks>,
): Promise<ReplyOf<typeof listShopLinks>> {
  if (cursor !== undefined && !isId(cursor)) throw invalid('cursor', 'must be the next_cursor of the previous page');
  const rows = await tx
    .selectFrom('links')
    .leftJoin('link_totals', 'link_totals.link_id', 'links.id')
    .leftJoin('users', 'users.id', 'links.creator_id')
    .select(['links.id', 'links.code', 'links.destination', 'links.title', 'links.created_at', 'links.disabled_at'])
    .select(['link_totals.clicks', 'link_totals.last_click_at', 'users.user_handle'])
    .where('links.merchant_id', '=', merchantId)
    .$if(cursor !== undefined, (links) => links.where('links.id', '<', cursor ?? ''))
    .orderBy('links.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => ({
      id: row.id,
      creator: row.user_handle,
      code: row.code,
      short_url: `${ctx.config.publicUrl}/s/${row.code}`,
      destination: row.destination,
      title: row.title,
      disabled: row.disabled_at !== null,
      clicks: Number(row.clicks ?? 0n),
      last_click_at: row.last_click_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    })),
    meta: { next_cursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null },
  };
}

/** The hits of a link by class and reason, and the latest ones individually. */
export async function hitsOf(tx: Tx, linkId: string): Promise<z.output<typeof linkHits>> {
  const classes = await tx
    .selectFrom('hits')
    .select(['class', 'reason', 'counted'])
    .select((count) => count.fn.countAll<bigint>().as('hits'))
    .where('link_id', '=', linkId)
    .groupBy(['class', 'reason', 'counted'])
    .orderBy('hits', 'desc')
    .orderBy('class')
    .orderBy('reason')
    .execute();
  const recent = await tx
    .selectFrom('hits')
    .select([
      'at',
      'class',
      'reason',
      'counted',
      'country',
      'device',
      'browser_name as browser',
      'system',
      'app',
      'referrer_host',
    ])
    .where('link_id', '=', linkId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(recentHits)
    .execute();
  return {
    classes: classes.map((row) => ({
      class: row.class,
      reason: row.reason,
      hits: Number(row.hits),
      counted: row.counted,
    })),
    recent: recent.map((row) => Object.assign(row, { at: row.at.toISOString() })),
  };
}
