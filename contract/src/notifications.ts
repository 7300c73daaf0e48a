import * as z from 'zod/mini';
import { instant } from './values/fields.ts';

/**
 * What a bell tells: one entry for each kind, with what its text needs. The brand is named by the notification itself.
 * `account_ending`: clicks from `ends_at` on earn nothing; `account_kept`: that was withdrawn. `group_moved`: to no group if
 * null. `rate_change`: terms that are less for some of the creator's products from `effective_at`.
 */
export const notice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account_paused'), reason: z.string() }),
  z.strictObject({ kind: z.literal('account_resumed') }),
  z.strictObject({ kind: z.literal('account_ending'), reason: z.string(), ends_at: instant }),
  z.strictObject({ kind: z.literal('account_kept') }),
  z.strictObject({ kind: z.literal('group_moved'), group: z.nullable(z.string()), effective_at: instant }),
  z.strictObject({ kind: z.literal('rate_change'), effective_at: instant, note: z.string() }),
]);
export type Notice = z.output<typeof notice>;
export type NoticeKind = Notice['kind'];
