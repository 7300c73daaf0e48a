import { sql } from 'kysely';
import type { AccountAccess } from '../creators/creators.access.ts';
import type { Tx } from '../platform/database/database.ts';

/** Commissions by link, after reversals. */
export async function earnedByLink(
  tx: Tx,
  account: AccountAccess,
  linkIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ link_id: string; earned: bigint }>`
    select link_id, sum(amount - reversed)::numeric as earned from commissions
    where merchant_id = ${account.merchantId}::uuid and merchant_account_id = ${account.merchantAccountId}::uuid
      and link_id = any(${linkIds}::uuid[]) and currency = ${account.currency}
    group by link_id`.execute(tx);
  return new Map(rows.map((row) => [row.link_id, row.earned]));
}
