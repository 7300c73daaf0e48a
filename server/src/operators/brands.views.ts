import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { sql } from 'kysely';
import { openPauses } from '../accounts/open.pauses.ts';
import { timeZoneOf } from '../accounts/time-zone.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { spanOfLast } from '../platform/days.ts';
import { publicAddress } from '../platform/public.address.ts';
import { Refusal } from '../platform/refusal.ts';

type Row = Omit<OperatorBrand, 'created_at' | 'pause' | 'owed'> & {
  created_at: Date;
  owed: { amount: string; currency: string }[];
};

/** One brand as an operator sees it. */
export type BrandView = { merchantId: string; operatorId: string };

/** All brands, or one; days are in the operator's time zone. */
async function brandRows(
  ctx: Context,
  tx: Tx,
  operatorId: string,
  merchantId: string | null,
): Promise<OperatorBrand[]> {
  const { from, to } = spanOfLast(ctx.clock.now(), await timeZoneOf(tx, operatorId), 30);
  // Counted for all of them at once: a scan of a table for each brand would cost what all brands have, each time.
  const ofBrand = sql`(${merchantId}::uuid is null or merchant_id = ${merchantId}::uuid)`;
  const { rows } = await sql<Row>`
    with owed as (
      select merchant_id, json_agg(json_build_object('amount', amount::text, 'currency', currency) order by currency) as amounts
      from (select merchant_id, currency, sum(balance) as amount from ledger_accounts
        where kind in ('pending', 'current', 'processing') and ${ofBrand} group by 1, 2) sums
      where amount <> 0 group by 1),
    shelf as (select merchant_id, count(*)::integer as products from products where archived_at is null and ${ofBrand} group by 1)
    select m.id, m.slug, m.display_name, m.brand_logo, m.currency, m.project_key as project, m.shop_url, m.created_at,
      (select count(*)::integer from merchant_accounts where merchant_id = m.id and status <> 'ended') as creators,
      coalesce((select products from shelf where merchant_id = m.id), 0) as products,
      (select count(*)::integer from orders where merchant_id = m.id and placed_at >= ${from} and placed_at < ${to}) as orders_in_30_days,
      array(select host from merchant_hosts where merchant_id = m.id order by host) as hosts,
      coalesce((select amounts from owed where merchant_id = m.id), '[]'::json) as owed,
      coalesce((
        select json_agg(json_build_object('display_name', u.display_name, 'email', u.email, 'role', s.role) order by s.joined_at)
        from merchant_staff s join users u on u.id = s.user_id where s.merchant_id = m.id
      ), '[]'::json) as staff
    from merchants m
    where ${merchantId}::uuid is null or m.id = ${merchantId}::uuid
    order by m.display_name`.execute(tx);
  const pauses = await openPauses(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    brand_logo: publicAddress(ctx.config.publicUrl, row.brand_logo),
    created_at: row.created_at.toISOString(),
    owed: row.owed.map(({ amount, currency }) => toMoney(BigInt(amount), currency)),
    pause: pauses.get(row.id) ?? null,
  }));
}

export function listOfBrands(ctx: Context, tx: Tx, operatorId: string): Promise<OperatorBrand[]> {
  return brandRows(ctx, tx, operatorId, null);
}

export async function brandOf(ctx: Context, tx: Tx, { merchantId, operatorId }: BrandView): Promise<OperatorBrand> {
  const [brand] = await brandRows(ctx, tx, operatorId, merchantId);
  if (!brand) throw new Refusal('not_found');
  return brand;
}
