import { randomUUID } from 'node:crypto';
import { suspendUser } from '@vitrine/contract/suspensions.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { newId } from '../platform/ids.ts';
import { insertSuspension } from './suspensions.queries.ts';

// What the access matrix needs for suspensions. How they come about is tested in suspensions.test.ts.

const reason = 'A suspension of the access matrix';
const dayMs = 86_400_000;
const category = 'other';

/** A creator with an account for logging in and nothing else. */
async function spareCreator(world: World): Promise<string> {
  const name = `spare_${randomUUID().slice(0, 8)}`;
  const email = `${name}@creators.test`;
  const person = {
    email,
    password: demoPassword,
    role: 'creator' as const,
    handle: name,
    displayName: 'A Spare Creator',
  };
  const id = await createUser(world.ctx, person);
  const { uid } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('uid').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return uid;
}

/** As if the creator had objected to it. */
export async function objectTo(world: World, by: { id: string } | { account: string }): Promise<void> {
  const now = world.clock.now();
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('suspensions')
      .set({
        objection: 'An objection of the access matrix',
        objected_at: now,
        due_at: new Date(now.getTime() + 7 * dayMs),
        objection_state: 'open',
      })
      .where((where) => ('id' in by ? where('id', '=', by.id) : where('merchant_account_id', '=', by.account)))
      .where('ended_at', 'is', null)
      .execute(),
  );
}

/** Creators whom an operator suspends, of whom the suspension is lifted, and whose objection is rejected. */
export async function suspensionsForOperator(world: World, operator: Client): Promise<Record<string, string>> {
  const suspended = async () =>
    granted(
      await operator.call(suspendUser, { params: { uid: await spareCreator(world) }, body: { category, reason } }),
    ).id;
  const [lifted, upheld] = [await suspended(), await suspended()];
  await objectTo(world, { id: upheld });
  return {
    'suspendUser.uid': await spareCreator(world),
    'liftSuspension.suspension_id': lifted,
    'upholdSuspension.suspension_id': upheld,
  };
}

/** A pause that its creator can object to. Nothing else follows from it, so that all other calls work. */
export async function pauseToObject(
  world: World,
  merchantId: string,
  accountId: string,
): Promise<Record<string, string>> {
  const now = world.clock.now();
  const id = newId(now);
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const { creator_id: creatorId } = await tx
      .selectFrom('merchant_accounts')
      .select('creator_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await insertSuspension(tx, {
      id,
      creator_id: creatorId,
      merchant_id: merchantId,
      merchant_account_id: accountId,
      category,
      reason,
      started_at: now,
      object_until: new Date(now.getTime() + 14 * dayMs),
    });
  });
  return { 'objectToSuspension.suspension_id': id };
}

export function suspensionBodies(): Record<string, unknown> {
  return {
    suspendUser: { category, reason },
    liftSuspension: { reason },
    upholdSuspension: { answer: reason },
    upholdPause: { answer: reason },
    objectToSuspension: { text: 'An objection of the access matrix' },
  };
}
