import type * as z from 'zod/mini';
import type { Link, linkHits } from '@vitrine/contract/links.ts';
import type { Context } from '../context.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import type { Tx } from '../platform/database/database.ts';

const recentHits = 50;

/** The links of a storefront, newest first, with what each has brought; all of them, or the one that is named. */
export async function linksOf(ctx: Context, tx: Tx, account: AccountAccess, linkId?: string): Promise<Link[]> {
  const rows = await tx
    .selectFrom('links')
    .leftJoin('link_totals', 'link_totals.link_id', 'links.id')
    .select([
      'links.id',
      'links.merchant_account_id',
      'links.code',
      'links.destination',
      'links.title',
      'links.disabled_at',
      'link_totals.hits',
      'link_totals.clicks',
      'link_totals.last_click_at',
    ])
    .where('links.merchant_id', '=', account.merchantId)
    .where('links.merchant_account_id', '=', account.merchantAccountId)
    .$if(linkId !== undefined, (links) => links.where('links.id', '=', linkId ?? ''))
    .orderBy('links.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    code: row.code,
    short_url: `${ctx.config.publicUrl}/s/${row.code}`,
    destination: row.destination,
    title: row.title,
    disabled: row.disabled_at !== null,
    clicks: Number(row.clicks ?? 0n),
    hits: Number(row.hits ?? 0n),
    last_click_at: row.last_click_at?.toISOString() ?? null,
  }));
}

/** Every hit of a link by its class and reason, and the latest ones one by one. */
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
