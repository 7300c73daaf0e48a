import type { BrandFigures, downloadBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { type Cell, spreadsheetOf } from '../platform/csv.ts';
import type { SentFile } from '../platform/http/serve.ts';
import { nameRows } from './brand-analytics.rows.ts';
import { presentSums, readWhole } from './brand-analytics.service.ts';

function decimalOf(money: Money | null): Cell {
  if (!money) return null;
  const decimals = currencyDecimals(money.currency);
  const digits = money.amount.padStart(decimals + 1, '0');
  return { decimal: decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
}

function cells(name: string | null, detail: string | null, figures: BrandFigures): Cell[] {
  return [
    name,
    detail,
    figures.views,
    figures.clicks,
    figures.orders,
    decimalOf(figures.sales),
    decimalOf(figures.commission),
    figures.new_customers,
    figures.conversion,
    decimalOf(figures.earnings_per_click),
  ];
}

/** The rows of the screen in the same order, after the totals. What is filtered by is in the heading of the first column. */
export async function brandAnalyticsFile(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof downloadBrandAnalytics>,
): Promise<SentFile> {
  const { of, now, rows } = await readWhole(ctx, actor, merchant, query);
  const { brand, range, filters } = of;
  const currency = brand.currency.toLowerCase();
  const filtered = filters.named.map(({ filter, value, name }) => ` ${filter}=${name ?? value}`).join(',');
  const heading = [
    `${query.by}${filtered}`,
    'detail',
    'views',
    'clicks',
    'orders',
    `sales_${currency}`,
    `commission_${currency}`,
    'new_customers',
    'conversion',
    `earnings_per_click_${currency}`,
  ];
  const named = await nameRows(of, rows);
  const bytes = spreadsheetOf(heading, [
    cells('total', null, presentSums(now.total, brand.currency)),
    ...named.map(({ key, name, detail, sums }) =>
      cells(name || key || 'none', detail, presentSums(sums, brand.currency)),
    ),
  ]);
  return { name: `${brand.slug}-by-${query.by}-${range.first}_${range.last}.csv`, bytes };
}
