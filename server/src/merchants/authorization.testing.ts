import { randomUUID } from 'node:crypto';
import type { World } from '../../world/world.ts';
import { newId } from '../platform/ids.ts';

/** A host of a brand that waits for an operator, as the access matrix needs one. Returns the id of its review. */
export async function waitingHost(world: World, merchantId: string): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('brand_reviews')
      .values({
        id,
        merchant_id: merchantId,
        kind: 'host',
        value: `${randomUUID()}.example`,
        concern: 'international',
        other_merchant_id: null,
        state: 'waiting',
        requested_by: null,
        requested_at: now,
        decided_by: null,
        decided_at: null,
      })
      .execute(),
  );
  return id;
}
