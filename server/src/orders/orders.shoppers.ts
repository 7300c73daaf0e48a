// The data of shoppers in orders, for the requests that they make through their shop. No name and no address is stored; what
// leads to a shopper are keyed hashes of the email address, the country, the browser, and what the shop sent. All of that
// can be erased. Lines, amounts and decisions are the books, and stay. Uses the system role for the clicks of orders, which
// no brand may change.
import { type RawBuilder, sql } from 'kysely';
import type { OrderSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../context.ts';
import { redactHits } from '../drain/drain.redaction.ts';
import { joinProfiles, textsOfHit } from '../drain/profiles.ts';
import { clickIdsIn, uuidOfClick } from '../hits/click-id.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerHashes } from './orders.customer.ts';

/** Whose orders: of one shopper by number or email address, or all that came from a kind of shop until some time. */
export type OfShoppers = { source: OrderSource } & (
  | { orderIds: readonly string[]; customer: CustomerHashes }
  | { receivedBefore: Date | null }
);

/** What refunds of a shop still need of an order's body: whether its prices include tax. */
const keptOfBody = ['id', 'currency', 'taxes_included'];
/** So many orders are erased at once: each statement locks its rows. */
const atOnce = 500;

function isTheirs(of: OfShoppers): RawBuilder<boolean> {
  if ('receivedBefore' in of)
    return sql`(${of.receivedBefore}::timestamptz is null or o.received_at < ${of.receivedBefore}::timestamptz)`;
  const { exact, canonical } = of.customer;
  return sql`(o.order_id = any(${[...of.orderIds]}::text[]) or o.customer_canonical = ${canonical}::bytea
    or o.customer_hash = ${exact}::bytea)`;
}

/** The numbers of the orders, test orders among them. */
export async function ordersOfShoppers(tx: Tx, merchantId: string, of: OfShoppers): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select o.order_id from orders o where o.merchant_id = ${merchantId} and o.source = ${of.source} and ${isTheirs(of)}
    union
    select o.order_id from test_orders o where o.merchant_id = ${merchantId} and o.source = ${of.source} and ${isTheirs(of)}
    order by order_id`.execute(tx);
  return rows.map((row) => row.order_id);
}

async function redactSome(ctx: Context, merchantId: string, of: OfShoppers): Promise<number> {
  const found = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    sql<{ order_id: string; click_id: string | null }>`
      select o.order_id, o.click_id from orders o
      where o.merchant_id = ${merchantId} and o.source = ${of.source} and o.redacted_at is null and ${isTheirs(of)}
      order by o.order_id limit ${atOnce}`.execute(tx),
  );
  if (found.rows.length === 0) return 0;
  const clicks = found.rows.flatMap(({ click_id: id }) => clickIdsIn(id ?? '').map(uuidOfClick));
  await ctx.database.as({ role: 'system' }, (tx) => redactHits(tx, merchantId, clicks));
  const ids = found.rows.map((row) => row.order_id);
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await sql`update orders set customer_hash = null, customer_canonical = null, country = '', browser = null,
        body = (select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(body) as part (name, value)
          where name = any(${keptOfBody}::text[])),
        redacted_at = ${ctx.clock.now()}
      where merchant_id = ${merchantId} and order_id = any(${ids}::text[])`.execute(tx);
    await sql`update order_edits set body = '{}'
      where merchant_id = ${merchantId} and order_id = any(${ids}::text[]) and body <> '{}'`.execute(tx);
  });
  return ids.length;
}

/** Test orders are few, and have no click that counts. */
async function redactTestOrders(ctx: Context, merchantId: string, of: OfShoppers): Promise<void> {
  await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    sql`update test_orders o set customer_hash = null, customer_canonical = null,
        content = jsonb_set(o.content, '{country}', '""')
      where o.merchant_id = ${merchantId} and o.source = ${of.source} and ${isTheirs(of)}`.execute(tx),
  );
}

/** Erases the shoppers of these orders, some orders in each transaction. Once more changes nothing. */
export async function redactShoppers(ctx: Context, merchantId: string, of: OfShoppers): Promise<void> {
  while ((await redactSome(ctx, merchantId, of)) > 0);
  await redactTestOrders(ctx, merchantId, of);
}

/** All that is stored about a shopper's orders, in the words of the API. Amounts are minor units. */
export async function shopperOrders(tx: Tx, merchantId: string, orderIds: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql<{ order: unknown }>`
    select jsonb_build_object('order_id', o.order_id, 'source', o.source, 'currency', o.currency, 'placed_at', o.placed_at,
      'received_at', o.received_at, 'click_id', o.click_id, 'discount_codes', o.discount_codes, 'billing_country', o.country,
      'email_address_hash', encode(o.customer_hash, 'hex'), 'mailbox_hash', encode(o.customer_canonical, 'hex'),
      'erased_at', o.redacted_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('line_id', l.line_id, 'sku', l.sku, 'title', l.title,
          'quantity', l.quantity, 'unit_price', l.unit_price::text, 'discount', l.discount::text) order by l.position), '[]')
        from order_lines l where l.merchant_id = o.merchant_id and l.order_id = o.order_id),
      'refunds', (select coalesce(jsonb_agg(jsonb_build_object('refund_id', r.refund_id, 'received_at', r.received_at,
          'sent_by_shop', r.body) order by r.received_at), '[]')
        from refunds r where r.merchant_id = o.merchant_id and r.order_id = o.order_id),
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('changed_at', e.edited_at, 'lines_before', e.lines_before,
          'sent_by_shop', e.body) order by e.revision), '[]')
        from order_edits e where e.merchant_id = o.merchant_id and e.order_id = o.order_id),
      'visit', (select jsonb_build_object('at', h.at, 'country', h.country, 'device', h.device, 'browser', h.browser_name,
          'system', h.system, 'app', h.app, 'language', ${sql.raw(textsOfHit.language)},
          'referrer', ${sql.raw(textsOfHit.referrer)}, 'network', h.address_prefix,
          'user_agent', ${sql.raw(textsOfHit.userAgent)})
        from hits h ${sql.raw(joinProfiles)} where h.merchant_id = o.merchant_id
          and h.id = any(coalesce(o.named_hits, array[hit_of_click(o.click_id)])) order by h.id desc limit 1),
      'sent_by_shop', o.body) as "order"
    from orders o where o.merchant_id = ${merchantId} and o.order_id = any(${[...orderIds]}::text[])
    order by o.placed_at, o.order_id`.execute(tx);
  const { rows: tests } = await sql<{ order: unknown }>`
    select jsonb_build_object('order_id', o.order_id, 'is_test', true, 'source', o.source, 'currency', o.currency,
      'placed_at', o.placed_at, 'received_at', o.received_at, 'email_address_hash', encode(o.customer_hash, 'hex'),
      'mailbox_hash', encode(o.customer_canonical, 'hex'), 'content', o.content) as "order"
    from test_orders o where o.merchant_id = ${merchantId} and o.order_id = any(${[...orderIds]}::text[])
    order by o.placed_at, o.order_id`.execute(tx);
  return [...rows, ...tests].map((row) => row.order);
}
