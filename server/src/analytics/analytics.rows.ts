import type { AnalyticsLink, AnalyticsOverview, AnalyticsProduct } from '@vitrine/contract/analytics.ts';
import type { Context } from '../context.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';
import { soldFigures } from './analytics.figures.ts';
import { longClicksByLink } from '../figures/clickhouse/long.counts.ts';
import type { LinkClicks } from '../figures/counts.ts';
import type { Span } from '../platform/days.ts';
import { type LinkName, namesOfLinks, skusOf, soldByLink, soldByProduct } from './links.views.ts';

type NamedLink = AnalyticsOverview['links'][number];
const nothingSold = { orders: 0n, sales: 0n, commission: 0n };

function presentLink(ctx: Context, id: string, name: LinkName | undefined, clicks: number): NamedLink {
  return {
    link_id: id,
    title: name?.title ?? '',
    short_url: name ? `${ctx.config.publicUrl}/s/${name.code}` : null,
    image: publicAddress(ctx.config.publicUrl, name?.image ?? null),
    clicks,
  };
}

/** Links with their titles. */
export function namedLinks(
  ctx: Context,
  links: readonly LinkClicks[],
  names: ReadonlyMap<string, LinkName>,
): NamedLink[] {
  return links.map(({ link_id, clicks }) => presentLink(ctx, link_id, names.get(link_id), Number(clicks)));
}

function byClicks<Row extends { clicks: number; commission: { amount: string }; title: string }>(one: Row, other: Row) {
  return (
    other.clicks - one.clicks ||
    Number(BigInt(other.commission.amount) - BigInt(one.commission.amount)) ||
    one.title.localeCompare(other.title)
  );
}

/** Links with clicks or orders in a span; orders with only a discount code are a row without a link. */
export async function linkRows(
  ctx: Context,
  tx: Tx,
  { merchantAccountId: account, currency }: AccountAccess,
  { span, most }: { span: Span; most: number },
): Promise<{ links: AnalyticsLink[]; total: number }> {
  const clicks = new Map(
    (await longClicksByLink(ctx, tx, account, span)).map((row) => [row.link_id, Number(row.clicks)]),
  );
  const sold = new Map((await soldByLink(tx, account, span, currency)).map((row) => [row.key, row]));
  const ids = [...new Set([...clicks.keys(), ...[...sold.keys()].filter((key) => key !== null)])];
  const names = await namesOfLinks(tx, account, ids);
  const rows: AnalyticsLink[] = ids.map((id) => {
    const clicked = clicks.get(id) ?? 0;
    const figures = soldFigures({ clicks: clicked, ...(sold.get(id) ?? nothingSold) }, currency);
    return { ...presentLink(ctx, id, names.get(id), clicked), ...figures };
  });
  const byCode = sold.get(null);
  if (byCode)
    rows.push({
      link_id: null,
      title: '',
      short_url: null,
      image: null,
      ...soldFigures({ clicks: 0, ...byCode }, currency),
    });
  return { links: rows.sort(byClicks).slice(0, most), total: rows.length };
}

/** Products with clicks on their placements' links, or with sales. */
export async function productRows(
  ctx: Context,
  tx: Tx,
  { merchantAccountId: account, currency }: AccountAccess,
  span: Span,
): Promise<AnalyticsProduct[]> {
  const links = await longClicksByLink(ctx, tx, account, span);
  const names = await namesOfLinks(
    tx,
    account,
    links.map(({ link_id }) => link_id),
  );
  const clicked = new Map<string, { clicks: number; image: string | null }>();
  for (const { link_id, clicks } of links) {
    const name = names.get(link_id);
    if (!name?.product_id) continue;
    const known = clicked.get(name.product_id)?.clicks ?? 0;
    clicked.set(name.product_id, { clicks: known + Number(clicks), image: name.image });
  }
  const sold = await soldByProduct(tx, account, span, currency);
  const titles = await skusOf(tx, [...clicked.keys()]);
  const soldIds = new Set(sold.map((row) => row.product_id));
  const rows = sold.map((row) => ({
    product_id: row.product_id,
    sku: row.key,
    title: row.title,
    image: publicAddress(ctx.config.publicUrl, row.image),
    ...soldFigures({ ...row, clicks: clicked.get(row.product_id ?? '')?.clicks ?? 0 }, currency),
  }));
  const unsold = [...clicked]
    .filter(([id]) => !soldIds.has(id))
    .map(([id, { clicks, image }]) => ({
      product_id: id,
      sku: titles.get(id)?.sku ?? '',
      title: titles.get(id)?.title ?? '',
      image: publicAddress(ctx.config.publicUrl, image),
      ...soldFigures({ clicks, ...nothingSold }, currency),
    }));
  return [...rows, ...unsold].sort(byClicks);
}
