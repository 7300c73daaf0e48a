import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import { type downloadCreators, type RosterCreator } from '@vitrine/contract/roster.ts';
import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { type Cell, csvOf } from '../platform/csv.ts';
import type { SentFile } from '../platform/http/serve.ts';
import { invalid } from '../platform/refusal.ts';
import { allListed } from './roster.list.ts';

function decimalOf(money: Money | null): Cell {
  if (!money) return null;
  const decimals = currencyDecimals(money.currency);
  const sign = money.amount.startsWith('-') ? '-' : '';
  const digits = money.amount.replace('-', '').padStart(decimals + 1, '0');
  return { decimal: sign + (decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`) };
}

/** The columns by name, in the order of a file with all of them. Name and handle are always in it. */
const columns = {
  status: (row) => row.status,
  group: (row) => row.group?.name ?? null,
  tags: (row) => row.tags.join(', '),
  joined: (row) => row.joined_at,
  last_activity: (row) => row.last_activity,
  views: (row) => row.views,
  clicks: (row) => row.clicks,
  orders: (row) => row.orders,
  sales: (row) => decimalOf(row.sales),
  commission: (row) => decimalOf(row.commission),
  conversion: (row) => row.conversion,
  earnings_per_click: (row) => decimalOf(row.earnings_per_click),
} satisfies Record<string, (row: RosterCreator) => Cell>;
type ColumnName = keyof typeof columns;

const isColumnName = (name: string): name is ColumnName => Object.hasOwn(columns, name);

function chosenColumns(asked: string | undefined): ColumnName[] {
  const all = Object.keys(columns).filter(isColumnName);
  if (asked === undefined) return all;
  return asked
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      if (!isColumnName(name))
        throw invalid('columns', `must be names of columns, like ${all.join(',')}; ${name} is none`);
      return name;
    });
}

const money = new Set<ColumnName>(['sales', 'commission', 'earnings_per_click']);

/** What the list shows, as a file: the same creators in the same order, with the chosen columns. */
export async function creatorsFile(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { columns: asked, ...query }: QueryOf<typeof downloadCreators>,
): Promise<SentFile> {
  const chosen = chosenColumns(asked);
  const { rows, range, brand } = await allListed(ctx, actor, merchant, query);
  const headings = chosen.map((name) => (money.has(name) ? `${name}_${brand.currency.toLowerCase()}` : name));
  const text = csvOf(
    ['name', 'handle', ...headings],
    rows.map((row) => [row.display_name, row.user_handle, ...chosen.map((name) => columns[name](row))]),
  );
  return { name: `${brand.slug}-creators-${range.first}_${range.last}.csv`, bytes: Buffer.from(`\uFEFF${text}`) };
}
