import type { World } from '../../world/world.ts';
import { endHold, lockCommission } from '../commissions/commissions.queries.ts';
import { reverseRest } from '../commissions/commissions.reversals.ts';
import { earn } from '../ledger/ledger.testing.ts';
import { newId } from '../platform/ids.ts';
import { insertObjection } from './objections.queries.ts';

// What the access matrix needs for objections: declined commissions, and objections to answer. How they come about is
// tested in objections.test.ts.

type Ids = Record<string, string>;
type Declined = { id: string; orderId: string; creatorId: string };

async function declined(world: World, merchantId: string, accountId: string): Promise<Declined> {
  const { creator_id: creatorId } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('merchant_accounts').select('creator_id').where('id', '=', accountId).executeTakeFirstOrThrow(),
  );
  const of = { merchantId, merchantAccountId: accountId, creatorId, currency: 'USD' };
  const { id, orderId } = await earn(world.ctx, of, {
    amount: 500n,
    maturesAt: world.clock.now(),
    held: 'self_purchase',
  });
  await world.ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const commission = await lockCommission(tx, merchantId, id);
    if (!commission) throw new Error('the commission is missing');
    const declineReason = 'A reason of the access matrix';
    await endHold(tx, { merchantId, commissionId: id }, world.clock.now(), { expired: false, declineReason });
    await reverseRest(world.ctx, tx, commission, 'declined');
  });
  return { id, orderId, creatorId };
}

async function objectionId(world: World, merchantId: string, accountId: string): Promise<string> {
  const { id: commissionId, orderId, creatorId } = await declined(world, merchantId, accountId);
  const now = world.clock.now();
  const id = newId(now);
  await world.ctx.database.as({ role: 'app', merchantId }, (tx) =>
    insertObjection(tx, {
      merchant_id: merchantId,
      id,
      merchant_account_id: accountId,
      creator_id: creatorId,
      order_id: orderId,
      line_id: '1',
      commission_id: commissionId,
      body: 'An objection of the access matrix',
      created_at: now,
      due_at: new Date(now.getTime() + 86_400_000),
      answer: null,
      answered_by: null,
      answered_at: null,
    }),
  );
  return id;
}

/** One objection to accept and one to reject. */
export async function objectionsToAnswer(world: World, merchantId: string, accountId: string): Promise<Ids> {
  return {
    'acceptObjection.objection_id': await objectionId(world, merchantId, accountId),
    'rejectObjection.objection_id': await objectionId(world, merchantId, accountId),
  };
}

/** A declined commission that its creator can object to. */
export async function declinedToObject(world: World, merchantId: string, accountId: string): Promise<Ids> {
  return { 'sendObjection.commission_id': (await declined(world, merchantId, accountId)).id };
}
