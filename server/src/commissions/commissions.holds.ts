// A held commission needs its brand's decision. Released, it matures as usual; declined, all of it is reversed, and the
// creator gets the reason, also by email. A hold on which the brand doesn't decide ends on its own
// (commissions.expiry.ts).
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { commissionState, type declineCommission, type releaseCommission } from '@vitrine/contract/commissions.ts';
import type { Hold } from '@vitrine/contract/decisions.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { holdAgainIfDisputed } from './commissions.disputes.ts';
import { declinedMail } from './commissions.mails.ts';
import { holdExpiryOf } from './commissions.hold-dates.ts';
import { noticeHold, notifyCreator } from './commissions.news.ts';
import { endHold, findEarner, listHolds, lockCommission } from './commissions.queries.ts';
import { reverseRest } from './commissions.reversals.ts';

type Held = NonNullable<Awaited<ReturnType<typeof lockCommission>>> & { held_reason: string };
type At = { merchant: string; commissionId: string };
type Answer = {
  action: string;
  outcome: 'released' | 'declined';
  reason: string | undefined;
  declineReason: string | null;
  /** Carries out the decision and returns the commission's new state, and why it is still on hold. */
  carryOut: (tx: Tx, commission: Held) => Promise<{ state: string; heldReason: string | null }>;
};

async function answerHold(
  ctx: Context,
  actor: Actor,
  at: At,
  answer: Answer,
): Promise<DataOf<typeof releaseCommission>> {
  const { merchantId } = await accessBrand(ctx, actor, at.merchant);
  if (!isId(at.commissionId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const commission = await lockCommission(tx, merchantId, at.commissionId);
    if (!commission) throw new Refusal('not_found');
    const { held_reason } = commission;
    if (held_reason === null || commission.state !== 'pending') throw new Refusal('commission_not_held');
    await endHold(tx, { merchantId, commissionId: commission.id }, ctx.clock.now(), {
      expired: false,
      declineReason: answer.declineReason,
    });
    const { state, heldReason } = await answer.carryOut(tx, { ...commission, held_reason });
    await audit(ctx, tx, actor, {
      action: answer.action,
      merchantId,
      subject: { kind: 'commission', id: commission.id },
      details: { held_reason, order_id: commission.order_id, ...(answer.reason && { reason: answer.reason }) },
    });
    const earner = { creatorId: commission.creator_id, merchantAccountId: commission.merchant_account_id };
    await noticeHold(ctx, tx, commission, answer.outcome);
    await notifyCreator(ctx, tx, earner, commission.order_id);
    return { id: commission.id, state: commissionState.parse(state), held_reason: heldReason };
  });
}

/**
 * The holds on an order's commissions by line: open ones, and those that have ended. `wasHeld` comes from the decision,
 * which doesn't change.
 */
export async function holdsOfOrder(
  tx: Tx,
  order: { merchant_id: string; order_id: string },
  { wasHeld }: { wasHeld: boolean },
): Promise<Map<string, Hold>> {
  const rows = await listHolds(tx, order.merchant_id, order.order_id);
  const holds = rows.flatMap((row): [string, Hold][] => {
    const { line_id: line, declined_at: declinedAt, decline_reason: reason } = row;
    const at = row.hold_ended_at?.toISOString() ?? null;
    if (row.held_reason !== null)
      return row.state === 'pending'
        ? [[line, { state: 'waiting', at: null, reason: null, expires_at: holdExpiryOf(row) }]]
        : [];
    if (declinedAt !== null) return [[line, { state: 'declined', at, reason, expires_at: null }]];
    // A hold that was added later is not in the decision; its end date shows that it has ended.
    if (!wasHeld && row.hold_ended_at === null) return [];
    return [[line, { state: row.hold_expired ? 'expired' : 'released', at, reason: null, expires_at: null }]];
  });
  return new Map(holds);
}

/** Releases a held commission. */
export async function releaseCommissionOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  commissionId: string,
  reason: string | undefined,
): Promise<DataOf<typeof releaseCommission>> {
  const carryOut = async (tx: Tx, commission: Held) => ({
    state: commission.state,
    heldReason: await holdAgainIfDisputed(ctx, tx, commission),
  });
  return answerHold(
    ctx,
    actor,
    { merchant, commissionId },
    { action: 'commission.released', outcome: 'released', reason, declineReason: null, carryOut },
  );
}

/** Who is notified of a decline. Read before the transaction, so that it doesn't need a second connection. */
async function earnerOf(ctx: Context, actor: Actor, at: At) {
  const { merchantId, displayName: name, slug } = await accessBrand(ctx, actor, at.merchant);
  if (!isId(at.commissionId)) throw new Refusal('not_found');
  const earner = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    findEarner(tx, merchantId, at.commissionId),
  );
  if (!earner) throw new Refusal('not_found');
  return { mailbox: await mailboxOf(ctx, earner.creator_id), product: earner.title, brand: { name, slug } };
}

/** Declines a held commission and notifies its creator with the reason. */
export async function declineCommissionOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  commissionId: string,
  reason: string,
): Promise<DataOf<typeof declineCommission>> {
  const at = { merchant, commissionId };
  const { mailbox, product, brand } = await earnerOf(ctx, actor, at);
  const carryOut = async (tx: Tx, commission: Held) => {
    const { order_id: orderId, currency } = commission;
    const amount = commission.amount - commission.reversed;
    await reverseRest(ctx, tx, commission, 'declined');
    if (mailbox)
      await queueMail(ctx, tx, declinedMail(ctx, mailbox, { orderId, product, amount, currency, reason, brand }));
    return { state: 'reversed', heldReason: null };
  };
  return answerHold(ctx, actor, at, {
    action: 'commission.declined',
    outcome: 'declined',
    reason,
    declineReason: reason,
    carryOut,
  });
}
