import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type VerificationKind = 'ledger' | 'clicks';

/** A node that died during a verification is replaced after this time. */
const longestRun = '1 hour';

/** Takes the verification of a day. Returns false if it is done, or another node is doing it. */
export async function claimVerification(tx: Tx, kind: VerificationKind, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into verifications as v (kind, day, started_at) values (${kind}, (${at}::timestamptz at time zone 'UTC')::date, ${at})
    on conflict (kind, day) do update set started_at = excluded.started_at
      where v.ended_at is null and v.started_at < ${at}::timestamptz - ${longestRun}::interval
    returning kind`.execute(tx);
  return rows.length > 0;
}

export async function endVerification(
  tx: Tx,
  kind: VerificationKind,
  { startedAt, endedAt, agrees, finding }: { startedAt: Date; endedAt: Date; agrees: boolean; finding: string },
): Promise<void> {
  await tx
    .updateTable('verifications')
    .set({ ended_at: endedAt, agrees, finding })
    .where('kind', '=', kind)
    .where('started_at', '=', startedAt)
    .execute();
}

/** The newest finished verification of each kind. */
export function latestVerifications(tx: Tx) {
  return tx
    .selectFrom('verifications')
    .distinctOn('kind')
    .select(['kind', 'ended_at', 'agrees', 'finding'])
    .where('ended_at', 'is not', null)
    .orderBy('kind')
    .orderBy('day', 'desc')
    .execute();
}

export function findOperators(tx: Tx) {
  return tx.selectFrom('users').select('id').where('role', '=', 'operator').where('user_status', '=', 100).execute();
}
