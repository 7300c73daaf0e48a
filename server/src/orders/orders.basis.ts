import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { changedSettings } from './attribution.settings.ts';
import type { Tx } from '../platform/database/database.ts';

// The brand's settings that a decision uses, as they were when the order came. If a click arrives late and the order is
// decided again days later, the result must equal a decision in time.

const basis = z.strictObject({
  ...changedSettings,
  currency: z.string(),
  /** Category by SKU, of the products in the order. */
  categories: z.record(z.string(), z.string()),
  /** What earns besides products. Orders stored before there were kinds of lines have products only. */
  earningKinds: z._default(z.array(z.string()), []),
  /** Of an order that renews a subscription: since when that runs, and until when its renewals earn. */
  renewal: z.optional(z.strictObject({ since: z.string(), until: z.string() })),
});
export type Basis = z.output<typeof basis>;

/** `changes` if there are any, in a statement that reads `merchants` as `m`. A node of an older version knows none. */
const changesJson = sql`jsonb_strip_nulls(jsonb_build_object('changes', (
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', to_char(c.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'precedence', c.before -> 'precedence', 'model', c.before -> 'attribution_model',
      'windowDays', c.before -> 'attribution_window_days', 'returnDays', c.before -> 'return_window_days'))
      order by c.changed_at desc, c.id desc)
    from setting_changes c where c.merchant_id = m.id
      and c.before ?| array['precedence', 'attribution_model', 'attribution_window_days', 'return_window_days'])))`;

/** The current basis as JSON, in a statement that reads `merchants` as `m`. */
export function basisJson(skus: readonly string[]): RawBuilder<unknown> {
  return sql`${changesJson} || jsonb_build_object(
    'precedence', case m.precedence when 'link' then 'link' else 'code' end,
    'model', case m.attribution_model when 'first_click' then 'first_click' else 'last_click' end,
    'windowDays', m.window_days, 'returnDays', m.return_days, 'currency', m.currency, 'earningKinds', to_jsonb(m.earning_line_kinds),
    'categories', coalesce((select jsonb_object_agg(p.sku, p.category) from products p
      where p.merchant_id = m.id and p.sku = any(${[...new Set(skus)]}::text[])), '{}'::jsonb))`;
}

/** The time of the sale that a click must have led to: of a renewal, the beginning of its subscription. */
export function saleTime(order: { placed_at: Date }, { renewal }: Basis): Date {
  return renewal ? new Date(renewal.since) : order.placed_at;
}

/** The basis of a stored order. Orders from before it was stored are decided by the current settings. */
export async function basisOf(
  tx: Tx,
  order: { merchant_id: string; order_id: string; basis: unknown },
): Promise<Basis> {
  if (order.basis !== null) return basis.parse(order.basis);
  const { rows } = await sql<{ sku: string }>`
    select distinct sku from order_lines where merchant_id = ${order.merchant_id} and order_id = ${order.order_id}`.execute(
    tx,
  );
  const current = await sql<{ basis: unknown }>`
    select ${basisJson(rows.map((row) => row.sku))} as basis from merchants m where m.id = ${order.merchant_id}`.execute(
    tx,
  );
  return basis.parse(current.rows[0]?.basis);
}
