import { sql } from 'kysely';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';

export type Audience = { userId: string } | { merchantId: string };

/**
 * Records a live event in the transaction of the change itself. The audience is locked first: within one audience
 * numbers become visible in order, so a reader that asks for "after n" misses nothing.
 */
export async function record(ctx: Context, tx: Tx, audience: Audience, event: LiveEvent): Promise<void> {
  const { kind, ...payload } = event;
  const name = 'userId' in audience ? `user ${audience.userId}` : `merchant ${audience.merchantId}`;
  await sql`select record_event(${ctx.clock.now()}, ${'userId' in audience ? audience.userId : null}::uuid,
    ${'merchantId' in audience ? audience.merchantId : null}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb, ${name})`.execute(
    tx,
  );
}
