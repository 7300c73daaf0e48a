// A brand is active, paused or closed by an operator. Every pause and closing is kept with its times, because a click
// earns by what the brand was when the click was made.
import { type BrandPause, brandPauseKind } from '@vitrine/contract/values/brand-status.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { openPauses } from '../accounts/open.pauses.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';

/** From `from` until before `until`; null if it has not ended. */
export type PausePeriod = { kind: BrandPause['status']; from: Date; until: Date | null };

/**
 * A brand's periods as JSON, in a statement that reads `merchants`. An order is read together with them, because each
 * statement makes its answer slower. Times are in milliseconds.
 */
export const pausesJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('kind', p.kind, 'from', extract(epoch from p.started_at) * 1000,
    'until', extract(epoch from p.ended_at) * 1000) order by p.started_at)
  from merchant_pauses p where p.merchant_id = merchants.id), '[]'::jsonb)`;

const periods = z.array(z.strictObject({ kind: brandPauseKind, from: z.number(), until: z.nullable(z.number()) }));

export function pausePeriods(json: unknown): PausePeriod[] {
  return periods
    .parse(json)
    .map(({ kind, from, until }) => ({ kind, from: new Date(from), until: until === null ? null : new Date(until) }));
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
