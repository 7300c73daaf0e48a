import * as z from 'zod/mini';

/** What a creator's account at a brand is. Clicks on a paused or ended one earn nothing. */
export const accountStatuses = ['active', 'paused', 'ended'] as const;
export const accountStatus = z.enum(accountStatuses);
export type AccountStatus = z.output<typeof accountStatus>;
