import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { ownHostsOf } from '../platform/public.address.ts';

// What sales are counted by: the product, where the click came from, and whether the customer was new. It is filled in
// beside the order's transaction, which has no time for it. Uses the system role, because it is due for all brands.

const atOnce = 2_000;
/** A click that isn't stored this long after the sale won't be. */
const clickWaitMs = 2 * 86_400_000;

/** Fills in what is due. Returns the number of commissions. */
export async function fillSaleFacts(ctx: Context): Promise<number> {
  let filled = 0;
  for (;;) {
    const count = await fillSome(ctx);
    filled += count;
    if (count < atOnce) return filled;
  }
}

/** A click of a month that is no longer kept gets 0; one that is not stored yet is looked for again. */
async function fillSome(ctx: Context): Promise<number> {
  const lost = new Date(ctx.clock.now().getTime() - clickWaitMs);
  const hosts = ownHostsOf(ctx.config);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with due as materialized (
        select c.merchant_id, c.id, c.order_id, c.line_id, c.hit_id, c.earned_at,
          (select mix_of(h.country, h.device, h.app, h.referrer_host, ${hosts}::text[]) from hits h where h.id = c.hit_id and h.merchant_id = c.merchant_id) as mix
        from commissions c
        where (c.sold_sku is null or (c.hit_id is not null and c.sold_mix is null))
          and (c.sold_sku is null or c.earned_at < ${lost} or exists (select from hits h where h.id = c.hit_id))
        order by c.merchant_id, c.earned_at limit ${atOnce} for no key update skip locked
      ),
      names as materialized (
        select mix, coalesce(known.id, figure_name('mix', mix)) as name from (select distinct mix from due where mix is not null) found
        left join figure_names known on known.dimension = 'mix' and known.value = mix
      )
      update commissions c set sold_sku = l.sku,
        sold_mix = case when due.hit_id is null then null when due.mix is null and due.earned_at < ${lost} then 0 else names.name end,
        from_new_customer = ${isNewCustomer}
      from due join order_lines l on l.merchant_id = due.merchant_id and l.order_id = due.order_id and l.line_id = due.line_id
        join orders o on o.merchant_id = due.merchant_id and o.order_id = due.order_id
        left join names on names.mix = due.mix
      where c.merchant_id = due.merchant_id and c.id = due.id returning c.id`.execute(tx);
    return rows.length;
  });
}

/** Whether an order `o` was the first of its customer. Orders without an email address have no customer. */
export const isNewCustomer = sql<boolean | null>`case when o.customer_canonical is not null then not exists (
  select from orders e where e.merchant_id = o.merchant_id and e.customer_canonical = o.customer_canonical
    and (e.placed_at, e.order_id) < (o.placed_at, o.order_id)) end`;
