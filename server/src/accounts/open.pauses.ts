import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { type BrandPause, brandPauseKind } from '@vitrine/contract/values/brand-status.ts';
import type { Tx } from '../platform/database/database.ts';

/** The pauses and closings of these brands that have not ended, by brand. */
export async function openPauses(tx: Tx, merchantIds: readonly string[]): Promise<Map<string, BrandPause>> {
  if (merchantIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('merchant_pauses')
    .select(['merchant_id', 'kind', 'started_at', 'reason'])
    .where('merchant_id', 'in', merchantIds)
    .where('ended_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.merchant_id,
      { status: brandPauseKind.parse(row.kind), since: row.started_at.toISOString(), reason: row.reason },
    ]),
  );
}

/** Which accounts of a creator their brands have paused, are ending or have ended, by account. What ends counts before what is paused. */
export async function openStops(tx: Tx, creatorId: string): Promise<Map<string, NonNullable<MerchantAccount['stop']>>> {
  const rows = await tx
    .selectFrom('account_periods')
    .select(['merchant_account_id', 'kind', 'created_at', 'started_at', 'reason'])
    .where('creator_id', '=', creatorId)
    .where('ended_at', 'is', null)
    .where('kind', '<>', 'suspended')
    .orderBy('kind', 'desc')
    .execute();
  return new Map(
    rows.map((row) => [
      row.merchant_account_id,
      {
        reason: row.reason,
        since: row.created_at.toISOString(),
        ends_at: row.kind === 'ended' ? row.started_at.toISOString() : null,
      },
    ]),
  );
}

/** Since when an operator suspends a creator at all brands. */
export async function suspendedSince(tx: Tx, creatorId: string): Promise<Date | undefined> {
  const found = await tx
    .selectFrom('suspensions')
    .select('started_at')
    .where('creator_id', '=', creatorId)
    .where('merchant_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return found?.started_at;
}
