// A brand is active, paused or closed by an operator. Every pause and closing is kept with its times, because a click
// earns by what the brand was when the click was made.
import { type BrandPause, brandPauseKind } from '@vitrine/contract/values/brand-status.ts';
import { openPauses } from '../accounts/open.pauses.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';

/** From `from` until before `until`; null if it has not ended. */
export type PausePeriod = { kind: BrandPause['status']; from: Date; until: Date | null };

export async function listPauses(tx: Tx, merchantId: string): Promise<PausePeriod[]> {
  const rows = await tx
    .selectFrom('merchant_pauses')
    .select(['kind', 'started_at', 'ended_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('started_at')
    .execute();
  return rows.map((row) => ({ kind: brandPauseKind.parse(row.kind), from: row.started_at, until: row.ended_at }));
}

/** Refuses to create something that only an active brand can have, like a link or an invitation. */
export async function requireActiveBrand(tx: Tx, merchantId: string): Promise<void> {
  const pause = (await openPauses(tx, [merchantId])).get(merchantId);
  if (pause) throw new Refusal(pause.status === 'closed' ? 'brand_closed' : 'brand_paused');
}

/** Refuses what a paused brand may still do to prepare its return, and a closed one may not. */
export async function requireOpenBrand(tx: Tx, merchantId: string): Promise<void> {
  const pause = (await openPauses(tx, [merchantId])).get(merchantId);
  if (pause?.status === 'closed') throw new Refusal('brand_closed');
}
