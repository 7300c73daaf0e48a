import * as z from 'zod/mini';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, email, id, instant } from './values/fields.ts';
import { notificationSwitches } from './values/preferences.ts';

/** What the settings show in addition to the user. */
export const settings = z.strictObject({
  email: z.string(),
  pending_email: z.nullable(z.strictObject({ email: z.string(), expires_at: instant })),
  has_password: z.boolean(),
  password_changed_at: z.nullable(instant),
  /** Null: Google is not connected. */
  google: z.nullable(z.strictObject({ connected_at: instant })),
  /** Null: the handle may be changed now. Staff and operators have no handle. */
  handle_locked_until: z.nullable(instant),
  former_handles: z.array(z.string()),
  notifications: notificationSwitches,
});
export type Settings = z.output<typeof settings>;

export const readSettings = endpoint({
  method: 'GET',
  path: '/me/settings',
  summary: 'The account settings of the user',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: settings,
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/me/email',
  summary: 'Request an email change; it takes effect once the new address is confirmed',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  status: 202,
  body: z.strictObject({ email }),
  proof: 'factors',
  reply: z.strictObject({ pending_email: z.string() }),
  perMinute: 10,
  allowedWhileSuspended: true,
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/me/email/confirm',
  summary: 'Confirm the new email with the token that was sent to it',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({ token: id }),
  reply: user,
  refusals: ['link_expired'],
  perMinute: 10,
  answers: 'secret',
  allowedWhileSuspended: true,
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/me/email',
  summary: 'Cancel an email change that is not confirmed yet',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.strictObject({ cancelled: z.literal(true) }),
  allowedWhileSuspended: true,
});

/** `operator`, `mode` and `reason` are set if an operator acted or viewed the account. */
export const securityEntry = z.strictObject({
  id: z.string(),
  at: instant,
  action: z.string(),
  /** What it was about, in a form its owner recognizes: a handle, an address, a device. */
  about: z.nullable(z.string()),
  operator: z.nullable(z.string()),
  mode: z.nullable(z.enum(['view', 'assist'])),
  reason: z.nullable(z.string()),
});
export type SecurityEntry = z.output<typeof securityEntry>;

export const readSecurityLog = endpoint({
  method: 'GET',
  path: '/me/security-log',
  summary: 'The security log of this account, latest first: logins, changes, and access by operators',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  query: z.strictObject(cursorQuery),
  reply: z.array(securityEntry),
  meta: cursorMeta,
});

export const exportEverything = endpoint({
  method: 'POST',
  path: '/me/export',
  summary:
    'All data of the user as one ZIP file: `data.json` with the rows by section, and the pictures; refused during impersonation',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  proof: 'factors',
  reply: z.string(),
  gives: 'application/zip',
  ownerOnly: true,
  perMinute: 5,
  allowedWhileSuspended: true,
});
