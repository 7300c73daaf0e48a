// A late click can change the decision on an order. The commissions of the new decision replace those of the old one.
//  - A line whose creator and amount stay the same keeps its commission: nothing is posted.
//  - Any other commission is completely reversed and keeps its row; its replacement is credited as a new one. So all
//    postings of an order add up to what a decision in time would have posted.
//  - Commissions in a payout stay in it: the reversal is posted to current, as for a refund after payout, and deducted
//    from the next payout.
//  - What the brand released or declined for a creator stays so.
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Earner, notifyCreator } from './commissions.news.ts';
import {
  listBrandDecisions,
  lockCommission,
  lockCommissions,
  markDeclined,
  markReplaced,
  saveGrounds,
} from './commissions.queries.ts';
import { type CommissionRecord, reverseRest } from './commissions.reversals.ts';
import { columnsOfRule, type Credit, expiryOf, postCredit } from './commissions.service.ts';

type Line = Credit['lines'][number];
type BrandDecision = { released: boolean; declined: boolean; declineReason: string | null };
/** What a revision changed for one creator; `inPayout` is the part that is already in a payout. */
export type EarningChange = { earner: Earner; amount: bigint; inPayout: boolean };

function keyOf(lineId: string, merchantAccountId: string): string {
  return `${merchantAccountId} ${lineId}`;
}

async function readBrandDecisions(tx: Tx, order: Credit['order']): Promise<(key: string) => BrandDecision> {
  const rows = await listBrandDecisions(tx, order.merchant_id, order.order_id);
  const declined = new Map(
    rows
      .filter((row) => row.declined !== null)
      .map((row) => [keyOf(row.line_id, row.merchant_account_id), row.decline_reason]),
  );
  const decided = new Set(rows.map((row) => keyOf(row.line_id, row.merchant_account_id)));
  return (key) => ({
    released: decided.has(key) && !declined.has(key),
    declined: declined.has(key),
    declineReason: declined.get(key) ?? null,
  });
}

/** The line of the new decision whose commission can stay as it is. */
function lineKept(
  commission: CommissionRecord,
  { credit, brand, isRefundedAnew }: { credit: Credit | undefined; brand: BrandDecision; isRefundedAnew: boolean },
): Line | undefined {
  if (credit?.earner.merchantAccountId !== commission.merchant_account_id) return undefined;
  const line = credit.lines.find((entry) => entry.lineId === commission.line_id);
  const isSame = line?.amount === commission.amount && line.base === commission.base && !isRefundedAnew;
  return line && (isSame || brand.declined) ? line : undefined;
}

/** Returns whether the hold changed. */
async function keep(
  tx: Tx,
  commission: CommissionRecord,
  { line, credit, brand, wasHeld }: { line: Line; credit: Credit; brand: BrandDecision; wasHeld: boolean },
): Promise<boolean> {
  const isOpen = commission.state === 'pending' && !brand.released && !brand.declined;
  // A hold of the old decision ends with it. One added in hindsight stays until the brand decides or it expires.
  const inHindsight = wasHeld ? null : commission.held_reason;
  const held = isOpen ? (credit.heldReason ?? inHindsight) : commission.held_reason;
  const grounds =
    line.amount === commission.amount
      ? {
          link_id: credit.click?.linkId ?? null,
          hit_id: credit.click?.hitId ?? null,
          discount_code: credit.discountCode,
          terms_version: credit.termsVersion,
          ...columnsOfRule(line.rule),
        }
      : {};
  const isNew = held !== null && held !== commission.held_reason;
  const expiresAt = isNew ? expiryOf({ ...credit, heldReason: held }) : commission.hold_expires_at;
  await saveGrounds(tx, commission, { ...grounds, held_reason: held, hold_expires_at: expiresAt });
  return held !== commission.held_reason;
}

type Plan = { credit: Credit | undefined; replaced: CommissionRecord[]; brandOf: (key: string) => BrandDecision };

/**
 * Credits new commissions. What the brand declined for this creator before is declined again; what it released is not
 * held.
 */
async function creditNew(ctx: Context, tx: Tx, { credit, brandOf }: Plan & { credit: Credit }): Promise<bigint> {
  let total = 0n;
  for (const line of credit.lines) {
    const brand = brandOf(keyOf(line.lineId, credit.earner.merchantAccountId));
    const heldReason = brand.released || brand.declined ? null : credit.heldReason;
    const refunded = credit.refunded.filter((part) => part.lineId === line.lineId);
    for (const id of await postCredit(ctx, tx, { ...credit, heldReason, lines: [line], refunded })) {
      const made = await lockCommission(tx, credit.order.merchant_id, id);
      if (!made) continue;
      if (brand.declined) {
        await reverseRest(ctx, tx, made, 'declined');
        await markDeclined(tx, made, ctx.clock.now(), brand.declineReason);
      } else total += made.amount - made.reversed;
    }
  }
  return total;
}

function isInPayout(commission: CommissionRecord): boolean {
  return commission.state === 'processing' || commission.state === 'paid';
}

/** Posts account by account in a fixed order, so that two revisions never wait for each other. */
async function postPlan(ctx: Context, tx: Tx, plan: Plan): Promise<EarningChange[]> {
  const { credit, replaced } = plan;
  const changes = new Map<string, EarningChange>();
  const note = (earner: Earner, amount: bigint, inPayout: boolean) => {
    const before = changes.get(earner.merchantAccountId);
    changes.set(earner.merchantAccountId, {
      earner,
      amount: (before?.amount ?? 0n) + amount,
      inPayout: inPayout || (before?.inPayout ?? false),
    });
  };
  const accounts = new Set(replaced.map((commission) => commission.merchant_account_id));
  if (credit && credit.lines.length > 0) accounts.add(credit.earner.merchantAccountId);
  for (const account of [...accounts].toSorted()) {
    for (const commission of replaced.filter((entry) => entry.merchant_account_id === account)) {
      await reverseRest(ctx, tx, commission, 'redecided');
      const earner = { creatorId: commission.creator_id, merchantAccountId: account };
      note(earner, commission.reversed - commission.amount, isInPayout(commission));
    }
    if (credit?.earner.merchantAccountId === account)
      note(credit.earner, await creditNew(ctx, tx, { ...plan, credit }), false);
  }
  return [...changes.values()];
}

/** The click or code behind an order's commissions, and why one of them is on hold; undefined if there are none. */
export async function findGrounds(
  tx: Tx,
  order: { merchant_id: string; order_id: string },
): Promise<Pick<Credit, 'click' | 'discountCode' | 'heldReason' | 'holdExpiresAt'> | undefined> {
  const commissions = await lockCommissions(tx, order.merchant_id, order.order_id);
  const [first] = commissions;
  if (!first) return undefined;
  const { link_id: linkId, hit_id: hitId, discount_code: discountCode } = first;
  const held = commissions.find((row) => row.state === 'pending' && row.held_reason !== null);
  return {
    click: linkId && hitId ? { linkId, hitId } : undefined,
    discountCode,
    heldReason: held?.held_reason ?? null,
    holdExpiresAt: held?.hold_expires_at ?? null,
  };
}

export type Revision = { hasChanged: boolean; changes: EarningChange[] };

/**
 * Replaces an order's commissions with those of a new decision; `wasHeld` is the old one's hold, and `refundedAnew` the
 * lines of which refunds take more or less than before. The order's row is locked.
 */
export async function reviseCommissions(
  ctx: Context,
  tx: Tx,
  order: Credit['order'],
  credit: Credit | undefined,
  { wasHeld, refundedAnew = new Set() }: { wasHeld: boolean; refundedAnew?: ReadonlySet<string> },
): Promise<Revision> {
  const current = await lockCommissions(tx, order.merchant_id, order.order_id);
  const brandOf = await readBrandDecisions(tx, order);
  const replaced: CommissionRecord[] = [];
  const kept = new Set<string>();
  let holdChanged = false;
  for (const commission of current) {
    const brand = brandOf(keyOf(commission.line_id, commission.merchant_account_id));
    const isRefundedAnew = refundedAnew.has(commission.line_id);
    const line = lineKept(commission, { credit, brand, isRefundedAnew });
    if (line && credit) {
      kept.add(commission.line_id);
      holdChanged = (await keep(tx, commission, { line, credit, brand, wasHeld })) || holdChanged;
    } else replaced.push(commission);
  }
  for (const commission of replaced) await markReplaced(tx, commission, ctx.clock.now());
  const added = credit && { ...credit, lines: credit.lines.filter((line) => !kept.has(line.lineId)) };
  const changes = await postPlan(ctx, tx, { credit: added, replaced, brandOf });
  const earners = new Map(changes.map(({ earner }) => [earner.creatorId, earner]));
  if (holdChanged && credit) earners.set(credit.earner.creatorId, credit.earner);
  for (const [, earner] of [...earners].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await notifyCreator(ctx, tx, earner, order.order_id);
  return { hasChanged: holdChanged || changes.length > 0, changes };
}

/** The rate of a commission, as its columns have it. */
function rateOf({ rate, flat_amount: flat, currency }: CommissionRecord): Rate {
  if (rate !== null) return { kind: 'percentage', rate, amount: null };
  return { kind: 'flat', rate: null, amount: toMoney(flat ?? 0n, currency) };
}

/**
 * Replaces the commissions of lines of which refunds take less than before: reversals only grow, so each is reversed
 * completely and credited again with its refunds. The order's row is locked.
 */
export async function renewCommissions(
  ctx: Context,
  tx: Tx,
  order: Credit['order'],
  lineIds: ReadonlySet<string>,
  refunded: Credit['refunded'],
): Promise<void> {
  const now = ctx.clock.now();
  const renewed = (await lockCommissions(tx, order.merchant_id, order.order_id)).filter(
    (row) => lineIds.has(row.line_id) && row.declined_at === null,
  );
  for (const row of renewed) {
    await markReplaced(tx, row, now);
    await reverseRest(ctx, tx, row, 'redecided');
    const earner = { creatorId: row.creator_id, merchantAccountId: row.merchant_account_id };
    await postCredit(ctx, tx, {
      order,
      earner,
      click: row.link_id && row.hit_id ? { linkId: row.link_id, hitId: row.hit_id } : undefined,
      discountCode: row.discount_code,
      termsVersion: row.terms_version,
      heldReason: row.held_reason,
      holdExpiresAt: row.hold_expires_at,
      decidedAt: now,
      maturesAt: row.matures_at,
      lines: [
        {
          lineId: row.line_id,
          base: row.base,
          amount: row.amount,
          rule: { position: row.rule_position, rate: rateOf(row) },
        },
      ],
      refunded: refunded.filter(({ lineId }) => lineId === row.line_id),
    });
    await notifyCreator(ctx, tx, earner, order.order_id);
  }
}
