// A held commission waits for its brand's word: released, it goes on to its date; declined, all of it is taken back.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { commissionState, type declineCommission, type releaseCommission } from '@vitrine/contract/commissions.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { tellCreator } from './commissions.news.ts';
import { lockCommission, releaseHold } from './commissions.queries.ts';
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
    await releaseHold(tx, merchantId, commission.id);
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
