import * as z from 'zod/mini';
import { languageCodes } from './languages.ts';

/** The color scheme of the portal: `system` follows the device. */
export const theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof theme>;

export const locales = z.enum(languageCodes);

/**
 * What a user can be notified of by email and on their devices, each with switches of its own. The bell shows everything,
 * and notifications about an account itself, such as its security, can't be turned off. `hold`: also how it ended.
 * `payout`: also statements, and changes of commissions. `rate_change`: also other changes of what a brand agreed.
 * `claim`: also objections. `delivery`: what a shop or a webhook could not deliver.
 */
export const notificationNames = [
  'sale',
  'reversal',
  'hold',
  'payout',
  'rate_change',
  'message',
  'announcement',
  'application',
  'claim',
  'delivery',
  'staff',
  'social',
] as const;
export type NotificationName = (typeof notificationNames)[number];

/** What can be many in an hour, so that its emails can come once a day. */
const batchedNames = ['sale', 'reversal', 'hold', 'application'] as const satisfies readonly NotificationName[];
export type BatchedName = (typeof batchedNames)[number];

export function isBatched(name: NotificationName): name is BatchedName {
  return (batchedNames as readonly string[]).includes(name);
}

/** Which emails a user gets. */
export const notificationSwitches = z.strictObject({
  sale: z.boolean(),
  reversal: z.boolean(),
  hold: z.boolean(),
  payout: z.boolean(),
  rate_change: z.boolean(),
  message: z.boolean(),
  announcement: z.boolean(),
  application: z.boolean(),
  claim: z.boolean(),
  delivery: z.boolean(),
  staff: z.boolean(),
  social: z.boolean(),
});
export type NotificationSwitches = z.output<typeof notificationSwitches>;

function isOff(kept: unknown, name: string): boolean {
  return typeof kept === 'object' && kept !== null && (kept as Record<string, unknown>)[name] === false;
}

/** Every switch is on by default; only differences are stored (`{"message": false}`). */
export function notificationsOf(kept: unknown): NotificationSwitches {
  const entries = notificationNames.map((name) => [name, !isOff(kept, name)]);
  return Object.fromEntries(entries) as NotificationSwitches;
}

/** Whether a user’s emails about something that can be many come once a day, as they do by default. */
export function isDaily(kept: unknown, name: BatchedName): boolean {
  return !isOff(kept, `daily_${name}`);
}

/** Whether a user’s devices tell about something, as they do by default. */
export function isPushed(kept: unknown, name: NotificationName): boolean {
  return !isOff(kept, `push_${name}`);
}
