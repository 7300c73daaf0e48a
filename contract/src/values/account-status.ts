import * as z from 'zod/mini';

/** What a creator's account at a brand is; `suspended`: by an operator, at all brands. Only clicks on an active one earn. */
export const accountStatuses = ['active', 'paused', 'suspended', 'ended'] as const;
export const accountStatus = z.enum(accountStatuses);
export type AccountStatus = z.output<typeof accountStatus>;
