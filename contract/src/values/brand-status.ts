import * as z from 'zod/mini';
import { instant } from './fields.ts';

// Whether a brand works with creators right now. An operator pauses, closes and reopens it.

export const brandStatus = z.enum(['active', 'paused', 'closed']);
export type BrandStatus = z.output<typeof brandStatus>;

export const brandPauseKind = z.enum(['paused', 'closed']);

/** Why a brand is not active. `reason` was written by the operator, for the brand and its creators. */
export const brandPause = z.strictObject({ status: brandPauseKind, since: instant, reason: z.string() });
export type BrandPause = z.output<typeof brandPause>;
