import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { notificationNames } from './values/preferences.ts';

const topic = z.enum(notificationNames);
/** `daily`: what came since the last one in one email, at 8:00 in the user’s time zone. */
const emailFrequency = z.enum(['now', 'daily', 'off']);
export type EmailFrequency = z.output<typeof emailFrequency>;

export const notificationSetting = z.strictObject({
  topic,
  email: emailFrequency,
  /** Whether emails can come once a day. */
  batched: z.boolean(),
  /** Null: devices are never told of it. */
  push: z.nullable(z.boolean()),
});
export type NotificationSetting = z.output<typeof notificationSetting>;

export const readNotificationSettings = endpoint({
  method: 'GET',
  path: '/me/notifications/settings',
  summary: 'Which emails and push notifications the user gets, for what they can be notified of',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.array(notificationSetting),
});

export const changeNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/me/notifications/settings',
  summary: 'Turn emails or push notifications about something on or off',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ topic, email: z.optional(emailFrequency), push: z.optional(z.boolean()) }),
  reply: z.array(notificationSetting),
  allowedWhileSuspended: true,
});
