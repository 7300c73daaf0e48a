import type { World } from '../../world/world.ts';
import { declinedToObject, objectionsToAnswer } from '../objections/authorization.testing.ts';
import { newId } from '../platform/ids.ts';
import { insertClaim } from './claims.queries.ts';

// What the access matrix needs for claims. How they come about is tested in claims.test.ts.

type Ids = Record<string, string>;

async function claimId(world: World, merchantId: string, accountId: string, isSent: boolean): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const { creator_id: creatorId } = await tx
      .selectFrom('merchant_accounts')
      .select('creator_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await insertClaim(tx, {
      merchant_id: merchantId,
      id,
      merchant_account_id: accountId,
      creator_id: creatorId,
      order_name: 'missing',
      placed_on: null,
      total: null,
      currency: 'USD',
      answer: 'not_found',
      order_id: null,
      touched_at: null,
      // Not one of today's.
      created_at: new Date(now.getTime() - 2 * 86_400_000),
      state: isSent ? 'open' : 'answered',
      note: isSent ? 'A claim of the access matrix' : null,
      sent_at: isSent ? now : null,
      reply: null,
      replied_by: null,
      replied_at: null,
      adjustment_id: null,
    });
  });
  return id;
}

/** A claim to credit and one to reject. */
async function claimsToAnswer(world: World, merchantId: string, accountId: string): Promise<Ids> {
  return {
    'creditClaim.claim_id': await claimId(world, merchantId, accountId, true),
    'rejectClaim.claim_id': await claimId(world, merchantId, accountId, true),
  };
}

/** What a brand answers: objections and claims. */
export async function casesToAnswer(world: World, merchantId: string, accountId: string): Promise<Ids> {
  return {
    ...(await objectionsToAnswer(world, merchantId, accountId)),
    ...(await claimsToAnswer(world, merchantId, accountId)),
  };
}

/** The same, and what a creator can object to or send to the brand. */
export async function casesOf(world: World, merchantId: string, accountId: string): Promise<Ids> {
  return {
    ...(await casesToAnswer(world, merchantId, accountId)),
    ...(await declinedToObject(world, merchantId, accountId)),
    'sendClaim.claim_id': await claimId(world, merchantId, accountId, false),
  };
}
