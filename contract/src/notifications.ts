import * as z from 'zod/mini';
import { instant } from './values/fields.ts';

/**
 * What a bell tells: one entry for each kind, with what its text needs. The brand is named by the notification itself.
 * `rate_change`: terms that are less for some of the creator's products from `effective_at`.
 */
export const notice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate_change'), effective_at: instant, note: z.string() }),
]);
export type Notice = z.output<typeof notice>;
export type NoticeKind = Notice['kind'];
