import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** How many claims a creator made since a time. Their claims that arrive at once are counted one after the other. */
export async function countSince(tx: Tx, creatorId: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claims ${creatorId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('creator_id', '=', creatorId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertClaim(tx: Tx, row: Insertable<Tables['claims']>): Promise<void> {
  await tx.insertInto('claims').values(row).execute();
}

export function lockClaim(tx: Tx, merchantId: string, claimId: string) {
  return tx
    .selectFrom('claims')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', claimId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type ClaimRecord = NonNullable<Awaited<ReturnType<typeof lockClaim>>>;

export async function saveClaim(
  tx: Tx,
  claim: { merchant_id: string; id: string },
  change: Updateable<Tables['claims']>,
): Promise<void> {
  await tx
    .updateTable('claims')
    .set(change)
    .where('merchant_id', '=', claim.merchant_id)
    .where('id', '=', claim.id)
    .execute();
}
