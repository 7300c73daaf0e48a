// A commission is what one line of an order earns one creator.
//  - Its amount never changes. What refunds reverse depends on how much was refunded, not on when, in how many parts or
//    in which order.
//  - It is pending until its return window ends; a held one until its brand releases it or the hold expires.
//  - Every change posts to the ledger in the same transaction.
//  - Locks: the order's row (its caller's), then commissions by id, then ledger accounts, then audiences of events.
import { commissionState, type listCommissions } from '@vitrine/contract/commissions.ts';
import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { OrderDetail } from '@vitrine/contract/orders.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import type { Context } from '../context.ts';
import { type Posting, postAll, postingOf } from '../ledger/ledger.service.ts';
import { accessLiveShop } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { UnsentStatement } from '../platform/database/together.ts';
import { newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Earner } from './commissions.news.ts';
import { holdExpiry, holdExpiryOf } from './commissions.hold-dates.ts';
import { type CommissionOfOrder, moneyOf } from './commissions.money.ts';
import { insertCommissions } from './commissions.queries.ts';
import { type RefundedLine, reverseLines } from './commissions.reversals.ts';
import { pageOfCommissions } from './commissions.views.ts';

/** The commissions of one order for one creator, and their reason. */
export type Credit = {
  order: { merchant_id: string; order_id: string; currency: string; placed_at: Date };
  earner: Earner;
  /** The click that decides which terms apply, and the code if the code won. */
  click: { linkId: string; hitId: string } | undefined;
  discountCode: string | null;
  termsVersion: number;
  /** Why it is on hold until its brand decides or the hold expires. */
  heldReason: string | null;
  /** Of a hold that an earlier commission of the order has: when that ends. A hold isn't prolonged or shortened. */
  holdExpiresAt?: Date | null;
  decidedAt: Date;
  maturesAt: Date;
  lines: readonly {
    lineId: string;
    base: bigint;
    amount: bigint;
    /** The rate or amount that applies: of a rule with tiers, that of the tier that was reached. */
    rule: { position: number; rate: Pick<Rate, 'rate' | 'amount'> };
  }[];
  /** Refunds that arrived before the commission existed. */
  refunded: readonly RefundedLine[];
};

/** The rule of a commission. Its rate and amount are copied, for lists that show no rules. */
export function columnsOfRule({ position, rate: { rate, amount } }: Credit['lines'][number]['rule']) {
  return { rule_position: position, rate, flat_amount: amount === null ? null : BigInt(amount.amount) };
}

/** When the hold of new commissions ends; null if they aren't on hold. */
export function expiryOf({ heldReason, holdExpiresAt, decidedAt, maturesAt }: Credit): Date | null {
  return heldReason === null ? null : (holdExpiresAt ?? holdExpiry(decidedAt, maturesAt));
}

function rowsOf({ order, earner, click, decidedAt, ...credit }: Credit) {
  return credit.lines.map(({ lineId, base, amount, rule }) => ({
    merchant_id: order.merchant_id,
    id: newId(decidedAt),
    merchant_account_id: earner.merchantAccountId,
    creator_id: earner.creatorId,
    order_id: order.order_id,
    line_id: lineId,
    link_id: click?.linkId ?? null,
    hit_id: click?.hitId ?? null,
    discount_code: credit.discountCode,
    terms_version: credit.termsVersion,
    ...columnsOfRule(rule),
    base,
    amount,
    currency: order.currency,
    held_reason: credit.heldReason,
    hold_expires_at: expiryOf({ ...credit, order, earner, click, decidedAt }),
    earned_at: order.placed_at,
    matures_at: credit.maturesAt,
    available_at: null,
    paid_at: null,
    payout_id: null,
  }));
}

type CommissionRow = ReturnType<typeof rowsOf>[number];

function postingsOf(rows: readonly CommissionRow[], occurredAt: Date): Posting[] {
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    merchantAccountId: row.merchant_account_id,
    key: `commission:${row.id}`,
    kind: 'commission',
    reference: row.id,
    currency: row.currency,
    occurredAt,
    entries: [
      { account: 'pending', amount: row.amount },
      { account: 'merchant', amount: -row.amount },
    ],
  }));
}

/** Writes the commissions and posts them, minus earlier refunds. The order's row is locked. Returns their ids. */
export async function postCredit(ctx: Context, tx: Tx, credit: Credit): Promise<string[]> {
  const rows = rowsOf(credit);
  if (rows.length === 0) return [];
  await insertCommissions(tx, rows).execute();
  await postAll(tx, postingsOf(rows, credit.decidedAt));
  if (credit.refunded.length > 0) await reverseLines(ctx, tx, credit.order, credit.refunded);
  return rows.map((row) => row.id);
}

/** The same as statements for the end of a transaction, of a credit without earlier refunds. */
export function creditStatements(tx: Tx, credit: Credit): UnsentStatement[] {
  const rows = rowsOf(credit);
  return rows.length === 0 ? [] : [insertCommissions(tx, rows), postingOf(postingsOf(rows, credit.decidedAt))];
}

export async function listCommissionsOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listCommissions>,
): Promise<{ data: DataOf<typeof listCommissions>; meta: MetaOf<typeof listCommissions> }> {
  if (actor.kind === 'shop')
    return pageOfCommissions(ctx, { merchantId: accessLiveShop(actor, 'commissions:read') }, query);
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  return pageOfCommissions(ctx, { creatorId: actor.userId }, query);
}

/** The commissions of an order, as its brand sees them. */
export function presentForBrand(commissions: readonly CommissionOfOrder[]): OrderDetail['commissions'] {
  return commissions.map((row) => ({
    id: row.id,
    line_id: row.line_id,
    creator: row.user_handle ?? 'former_creator',
    ...moneyOf([row], row.currency),
    state: commissionState.parse(row.state),
    held_reason: row.held_reason,
    decline_reason: row.decline_reason,
    hold_expires_at: holdExpiryOf(row),
  }));
}
