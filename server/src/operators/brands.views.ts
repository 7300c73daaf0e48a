import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import { sql } from 'kysely';
import { timeZoneOf } from '../accounts/time-zone.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { spanOfLast } from '../platform/days.ts';
import { publicAddress } from '../platform/public.address.ts';

type Row = Omit<OperatorBrand, 'created_at'> & { created_at: Date };

/** All brands; days are in the operator's time zone. */
export async function listOfBrands(ctx: Context, tx: Tx, operatorId: string): Promise<OperatorBrand[]> {
  const { from, to } = spanOfLast(ctx.clock.now(), await timeZoneOf(tx, operatorId), 30);
  const { rows } = await sql<Row>`
    select m.id, m.slug, m.display_name, m.brand_logo, m.currency, m.project_key as project, m.shop_url, m.created_at,
      (select count(*)::integer from merchant_accounts where merchant_id = m.id and status <> 'ended') as creators,
      (select count(*)::integer from products where merchant_id = m.id and archived_at is null) as products,
      (select count(*)::integer from orders where merchant_id = m.id and placed_at >= ${from} and placed_at < ${to}) as orders_in_30_days,
      coalesce((
        select json_agg(json_build_object('display_name', u.display_name, 'email', u.email, 'role', s.role) order by s.joined_at)
        from merchant_staff s join users u on u.id = s.user_id where s.merchant_id = m.id
      ), '[]'::json) as staff
    from merchants m
    order by m.display_name`.execute(tx);
  return rows.map((row) => ({
    ...row,
    brand_logo: publicAddress(ctx.config.publicUrl, row.brand_logo),
    created_at: row.created_at.toISOString(),
  }));
}
