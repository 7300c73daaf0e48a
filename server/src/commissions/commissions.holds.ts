// A held commission waits for its brand's word: released, it goes on to its date; declined, all of it is taken back.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { commissionState, type declineCommission, type releaseCommission } from '@vitrine/contract/commissions.ts';
import type { Hold } from '@vitrine/contract/orders.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { tellCreator } from './commissions.news.ts';
import { endHold, listHolds, lockCommission } from './commissions.queries.ts';
import { takeBackWhole } from './commissions.reversals.ts';

type Held = NonNullable<Awaited<ReturnType<typeof lockCommission>>> & { held_reason: string };
type Word = { action: string; reason: string | undefined; deed: (tx: Tx, commission: Held) => Promise<string> };

async function giveWord(
  ctx: Context,
  actor: Actor,
  at: { merchant: string; commissionId: string },
  word: Word,
): Promise<DataOf<typeof releaseCommission>> {
  const { merchantId } = await accessBrand(ctx, actor, at.merchant);
  if (!isId(at.commissionId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const commission = await lockCommission(tx, merchantId, at.commissionId);
    if (!commission) throw new Refusal('not_found');
    const { held_reason } = commission;
    if (held_reason === null || commission.state !== 'pending') throw new Refusal('commission_not_held');
    await endHold(tx, merchantId, commission.id, ctx.clock.now());
    const state = await word.deed(tx, { ...commission, held_reason });
    await audit(ctx, tx, actor, {
      action: word.action,
      merchantId,
      subject: { kind: 'commission', id: commission.id },
      details: { held_reason, order_id: commission.order_id, ...(word.reason && { reason: word.reason }) },
    });
    const earner = { creatorId: commission.creator_id, merchantAccountId: commission.merchant_account_id };
    await tellCreator(ctx, tx, earner, commission.order_id);
    return { id: commission.id, state: commissionState.parse(state), held_reason: null };
  });
}

/**
 * What became of the holds on an order's commissions, by line: those that wait for the brand's word, and those on which
 * it was given. `wasHeld` is what the decision says, which stays; of words that were given before they were kept it alone
 * is left to know.
 */
export async function holdsOfOrder(
  tx: Tx,
  order: { merchant_id: string; order_id: string },
  { wasHeld, declined }: { wasHeld: boolean; declined: (lineId: string) => boolean },
): Promise<Map<string, Hold>> {
  const rows = await listHolds(tx, order.merchant_id, order.order_id);
  const holds = rows.flatMap((row): [string, Hold][] => {
    if (row.held_reason !== null) return row.state === 'pending' ? [[row.line_id, { state: 'waiting', at: null }]] : [];
    if (!wasHeld) return [];
    const state = declined(row.line_id) ? 'declined' : 'released';
    return [[row.line_id, { state, at: row.hold_ended_at?.toISOString() ?? null }]];
  });
  return new Map(holds);
}

/** Lets a held commission go on to its date. */
export async function releaseCommissionOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  commissionId: string,
  reason: string | undefined,
): Promise<DataOf<typeof releaseCommission>> {
  return giveWord(
    ctx,
    actor,
    { merchant, commissionId },
    { action: 'commission.released', reason, deed: async (_tx, commission) => commission.state },
  );
}

/** Takes a held commission back. */
export async function declineCommissionOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  commissionId: string,
  reason: string,
): Promise<DataOf<typeof declineCommission>> {
  return giveWord(
    ctx,
    actor,
    { merchant, commissionId },
    {
      action: 'commission.declined',
      reason,
      deed: async (tx, commission) => {
        await takeBackWhole(ctx, tx, commission);
        return 'reversed';
      },
    },
  );
}
