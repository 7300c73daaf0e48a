import * as z from 'zod/mini';
import { languageCodes } from './languages.ts';

/** The color scheme of the portal: `system` follows the device. */
export const theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof theme>;

export const locales = z.enum(languageCodes);

/** Kinds of emails that a user can turn off. Emails about account security can't be turned off. */
export const notificationNames = ['message', 'announcement', 'payout', 'social'] as const;
export type NotificationName = (typeof notificationNames)[number];

export const notificationSwitches = z.strictObject({
  message: z.boolean(),
  announcement: z.boolean(),
  payout: z.boolean(),
  social: z.boolean(),
});
export type NotificationSwitches = z.output<typeof notificationSwitches>;

/** Every switch is on by default; only differences are stored (`{"message": false}`). */
export function notificationsOf(kept: unknown): NotificationSwitches {
  const off = (name: NotificationName) =>
    typeof kept === 'object' && kept !== null && (kept as Record<string, unknown>)[name] === false;
  return {
    message: !off('message'),
    announcement: !off('announcement'),
    payout: !off('payout'),
    social: !off('social'),
  };
}
