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
