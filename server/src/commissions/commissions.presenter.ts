import { type Commission, commissionState } from '@vitrine/contract/commissions.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { holdExpiryOf } from './commissions.hold-dates.ts';
import { publicAddress } from '../platform/public.address.ts';
import { moneyOf } from './commissions.money.ts';

type ChosenCommissions = SelectQueryBuilder<Tables, 'commissions', Selectable<Tables['commissions']>>;

/** Commissions with brand and product, newest first. `chosen` has the limit, so that only rows of the page are joined. */
export function listWithProducts(tx: Tx, chosen: ChosenCommissions) {
  return tx
    .selectFrom(chosen.as('commissions'))
    .innerJoin('merchants', 'merchants.id', 'commissions.merchant_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.merchant_id', '=', 'commissions.merchant_id')
        .onRef('order_lines.order_id', '=', 'commissions.order_id')
        .onRef('order_lines.line_id', '=', 'commissions.line_id'),
    )
    .leftJoin('products', (join) =>
      join.onRef('products.merchant_id', '=', 'order_lines.merchant_id').onRef('products.sku', '=', 'order_lines.sku'),
    )
    .selectAll('commissions')
    .select([
      'merchants.display_name as merchant_display_name',
      'order_lines.title as product_title',
      'order_lines.quantity',
      'products.image as product_image',
    ])
    .orderBy('commissions.earned_at', 'desc')
    .orderBy('commissions.id', 'desc')
    .execute();
}

export type PresentedCommission = Awaited<ReturnType<typeof listWithProducts>>[number];

/** A commission as its creator sees it, in every list. */
export function presentCommission(row: PresentedCommission, publicUrl: string): Commission {
  return {
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    merchant_display_name: row.merchant_display_name,
    order_id: row.order_id,
    line_id: row.line_id,
    product_title: row.product_title,
    product_image: publicAddress(publicUrl, row.product_image),
    quantity: row.quantity,
    via: row.discount_code === null ? 'click' : 'code',
    base: toMoney(row.base, row.currency),
    rate: row.rate,
    ...moneyOf([row], row.currency),
    state: commissionState.parse(row.state),
    held_reason: row.held_reason,
    decline_reason: row.decline_reason,
    hold_expires_at: holdExpiryOf(row),
    earned_at: row.earned_at.toISOString(),
    matures_at: row.matures_at.toISOString(),
    available_at: row.available_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
