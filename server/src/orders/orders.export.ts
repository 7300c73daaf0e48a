import type { DataOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { exportOrders, listOrders } from '@vitrine/contract/orders.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { type Cell, spreadsheetOf } from '../platform/csv.ts';
import type { SentFile } from '../platform/http/serve.ts';
import { decimalText } from '../platform/money.text.ts';
import { pageOfBrandOrders } from './orders.service.ts';

const most = 10_000;
const perPage = 500;

const head = [
  'order',
  'order ID',
  'placed at',
  'outcome',
  'creator',
  'currency',
  'total',
  'refunded',
  'net',
  'commission',
  'net commission',
  'commission status',
];

function cellsOf(row: DataOf<typeof listOrders>[number]): Cell[] {
  const decimal = ({ amount, currency }: Money) => ({ decimal: decimalText(BigInt(amount), currency) });
  return [
    row.reference ?? row.order_id,
    row.order_id,
    row.placed_at,
    row.outcome ?? row.state,
    row.credited_to ?? '',
    row.total.currency,
    decimal(row.total),
    decimal(row.refunded),
    decimal(row.net),
    row.commission ? decimal(row.commission.amount) : '',
    row.commission ? decimal(row.commission.net) : '',
    row.is_held ? 'on_hold' : (row.commission?.reversal ?? ''),
  ];
}

/** The list of a brand's orders as a file: the same filter, the same order. */
export async function exportOrdersOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof exportOrders>,
): Promise<SentFile> {
  const { merchantId, slug } = await accessBrand(ctx, actor, merchant);
  const rows: Cell[][] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOfBrandOrders(ctx, merchantId, { ...query, limit: perPage, ...(cursor && { cursor }) });
    rows.push(...page.data.map(cellsOf));
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor !== undefined && rows.length < most);
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { name: `orders-${slug}-${day}.csv`, bytes: spreadsheetOf(head, rows) };
}
