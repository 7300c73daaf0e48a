import { setPayoutMethod } from '@vitrine/contract/payouts.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';
import { post } from '../ledger/ledger.service.ts';
import { newId } from '../platform/ids.ts';

// What the access matrix needs for payouts: one in each state, bank details, and proofs of the password.

type Ids = Record<string, string>;

/** Money for many payouts, and one payout. The steps are tested in payouts.test.ts. */
export async function givePayout(world: World, merchantId: string, accountId: string, state: string): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  return world.ctx.database.as({ role: 'system', merchantId }, async (tx) => {
    const { creator_id: creatorId } = await tx
      .selectFrom('merchant_accounts')
      .select('creator_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const account = { merchant_id: merchantId, merchant_account_id: accountId, creator_id: creatorId };
    await tx
      .insertInto('payouts')
      .values({ ...account, id, amount: 5_000n, currency: 'USD', state, requested_at: now })
      .execute();
    const of = { merchantId, merchantAccountId: accountId, reference: id, currency: 'USD', occurredAt: now };
    const entries = (from: 'merchant' | 'current', to: 'current' | 'processing', amount: bigint) => [
      { account: from, amount: -amount },
      { account: to, amount },
    ];
    await post(tx, { ...of, key: `given:${id}`, kind: 'adjustment', entries: entries('merchant', 'current', 90_000n) });
    await post(tx, {
      ...of,
      key: `payout_request:${id}`,
      kind: 'payout_request',
      entries: entries('current', 'processing', 5_000n),
    });
    return id;
  });
}

/** Valid bank details. */
export const bank = { country: 'FR', holder_name: 'Somebody', iban: 'FR7630006000011234567890189' };

/** A proof of the user's password, and bank details if they are a creator. */
export async function proofsOf(person: Client, isPaid: boolean): Promise<Ids> {
  const { proof } = granted(await person.call(stepUp, { body: { password: demoPassword } }));
  if (!isPaid) return { proof };
  const method = granted(await person.call(setPayoutMethod, { body: { ...bank, proof } }));
  return { proof, payout_method_id: method.id };
}

/** Creates again what a call uses up: bank details whose waiting period has passed. */
export async function renewMethod(world: World, person: Client, own: Ids): Promise<void> {
  const method = granted(await person.call(setPayoutMethod, { body: { ...bank, proof: own['proof'] ?? '' } }));
  own['payout_method_id'] = method.id;
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('payout_methods').set({ usable_from: world.clock.now() }).where('id', '=', method.id).execute(),
  );
}
