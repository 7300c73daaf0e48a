import { type RawBuilder, sql } from 'kysely';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';

/** A user, the staff of a brand, or all creators of a brand. */
export type Audience = { userId: string } | { merchantId: string } | { creatorsOf: string };

/**
 * Records a live event in the transaction of the change itself. The audience is locked first: within one audience,
 * numbers become visible in order, so a reader who queries "after n" misses nothing.
 */
export async function record(ctx: Context, tx: Tx, audience: Audience, event: LiveEvent): Promise<void> {
  await recordAll(ctx, tx, [{ audience, event }]);
}

export type News = { audience: Audience; event: LiveEvent };

/** The same for several events in one statement. */
export async function recordAll(ctx: Context, tx: Tx, news: readonly News[]): Promise<void> {
  if (news.length > 0) await recordingOf(ctx, news).execute(tx);
}

/** The same as a statement for the end of a transaction. */
export function recordingOf(ctx: Context, news: readonly News[]): RawBuilder<unknown> {
  const now = ctx.clock.now();
  return sql`select ${sql.join(news.map((each) => recording(now, each)))}`;
}

function recording(now: Date, { audience, event: { kind, ...payload } }: News) {
  if ('creatorsOf' in audience)
    return sql`record_event_for_creators(${now}, ${audience.creatorsOf}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb)`;
  const name = 'userId' in audience ? `user ${audience.userId}` : `merchant ${audience.merchantId}`;
  return sql`record_event(${now}, ${'userId' in audience ? audience.userId : null}::uuid,
    ${'merchantId' in audience ? audience.merchantId : null}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb, ${name})`;
}
