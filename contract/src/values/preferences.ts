import * as z from 'zod/mini';

/** How the product looks to a person: as their device does, or always light, or always dark. */
export const theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof theme>;

export const locales = z.enum(['en', 'es']);

/** What a person may be mailed about. Mails about the safety of the account cannot be switched off. */
export const notificationNames = ['message', 'announcement', 'payout', 'social'] as const;
export type NotificationName = (typeof notificationNames)[number];

export const notificationSwitches = z.strictObject({
  message: z.boolean(),
  announcement: z.boolean(),
  payout: z.boolean(),
  social: z.boolean(),
});
export type NotificationSwitches = z.output<typeof notificationSwitches>;

/** Every switch is on until it was turned off; only what differs is kept (`{"message": false}`). */
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
