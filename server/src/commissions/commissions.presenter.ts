import { type Commission, commissionState } from '@vitrine/contract/commissions.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { holdExpiryOf } from './commissions.hold-dates.ts';
import { publicAddress } from '../platform/public.address.ts';
import { moneyOf } from './commissions.money.ts';

export type PresentedCommission = {
  id: string;
  merchant_account_id: string;
  order_id: string;
  line_id: string;
  product_title: string;
  product_image: string | null;
  quantity: number;
  discount_code: string | null;
  base: bigint;
  rate: number | null;
  amount: bigint;
  reversed: bigint;
  currency: string;
  state: string;
  held_reason: string | null;
  declined_at: Date | null;
  decline_reason: string | null;
  hold_expires_at: Date | null;
  earned_at: Date;
  matures_at: Date;
  available_at: Date | null;
  paid_at: Date | null;
};

/** A commission as its creator sees it, in every list. */
export function presentCommission(
  row: PresentedCommission,
  merchantDisplayName: string,
  publicUrl: string,
): Commission {
  return {
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    merchant_display_name: merchantDisplayName,
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
