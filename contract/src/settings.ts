import * as z from 'zod/mini';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { proof } from './step-up.ts';
import { cursorMeta, cursorQuery, email, id, instant, text } from './values/fields.ts';
import { locales, notificationSwitches, theme } from './values/preferences.ts';
import { newPassword } from './ways-in.ts';

/** The rule of a handle; which ones are reserved or taken is known to the server. */
export const handle = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(60)),
    z.transform((value: string) => value.trim().toLowerCase().replace(/^@/, '')),
  ),
  z.string().check(z.regex(/^[a-z0-9_]{2,30}$/, 'must have 2 to 30 characters: a–z, 0–9 and _')),
);

/** What the settings show beside the person themself. */
export const settings = z.strictObject({
  email: z.string(),
  pending_email: z.nullable(z.strictObject({ email: z.string(), expires_at: instant })),
  has_password: z.boolean(),
  password_changed_at: z.nullable(instant),
  /** Null: Google is not connected. */
  google: z.nullable(z.strictObject({ connected_at: instant })),
  /** Null: the handle may be changed now. */
  handle_locked_until: z.nullable(instant),
  former_handles: z.array(z.string()),
  notifications: notificationSwitches,
});
export type Settings = z.output<typeof settings>;

export const readSettings = endpoint({
  method: 'GET',
  path: '/me/settings',
  summary: 'The account settings of the signed-in creator',
  access: ['creator'],
  scope: 'self',
  reply: settings,
});

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/me/profile',
  summary: 'Change name, picture, language, time zone, theme or notifications; what is left out stays',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({
    display_name: z.optional(text({ min: 1, max: 80 })),
    avatar: z.optional(z.nullable(picturePath)),
    locale: z.optional(locales),
    time_zone: z.optional(z.string().check(z.maxLength(60))),
    theme: z.optional(theme),
    notifications: z.optional(z.partial(notificationSwitches)),
  }),
  reply: user,
  allowedInAssistMode: true,
  answers: 'secret',
});

export const changeHandle = endpoint({
  method: 'PUT',
  path: '/me/handle',
  summary: 'Change the handle, once in 7 days; the old one stays yours and leads to the new one',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ handle }),
  reply: user,
  perMinute: 20,
  answers: 'secret',
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/me/email',
  summary: 'Ask for another e-mail address; it holds once the mail sent there is confirmed',
  access: ['creator'],
  scope: 'self',
  status: 202,
  body: z.strictObject({ email, proof }),
  reply: z.strictObject({ pending_email: z.string() }),
  refusals: ['step_up_needed'],
  perMinute: 10,
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/me/email/confirm',
  summary: 'Confirm the new e-mail address with the token of its mail',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: user,
  refusals: ['link_expired'],
  perMinute: 10,
  answers: 'secret',
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/me/email',
  summary: 'Give up a change of e-mail address that is not confirmed yet',
  access: ['creator'],
  scope: 'self',
  reply: z.strictObject({ cancelled: z.literal(true) }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/me/password',
  summary: 'Change the password; every other session ends',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ new_password: newPassword, proof }),
  reply: z.strictObject({ sessions_ended: z.int() }),
  refusals: ['busy', 'step_up_needed'],
  perMinute: 10,
});

/** A browser in which one is signed in. `device` holds words the page can say, `network` where it was seen. */
export const session = z.strictObject({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  network: z.string(),
  signed_in_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/me/sessions',
  summary: 'Where one is signed in, latest first',
  access: ['creator'],
  scope: 'self',
  reply: z.array(session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/me/sessions/{session_id}',
  summary: 'End one session; its token is dead at once',
  access: ['creator'],
  scope: 'self',
  params: z.strictObject({ session_id: id }),
  reply: z.strictObject({ ended: z.literal(true) }),
  refusals: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/me/sessions',
  summary: 'End every session but this one',
  access: ['creator'],
  scope: 'self',
  reply: z.strictObject({ ended: z.int() }),
});

/** `operator`, `mode` and `reason` are set where somebody of the operator acted or looked. */
export const securityEntry = z.strictObject({
  id: z.string(),
  at: instant,
  action: z.string(),
  /** The thing it was about, in words that mean something to its owner: a handle, an address, a device. */
  about: z.nullable(z.string()),
  operator: z.nullable(z.string()),
  mode: z.nullable(z.enum(['view', 'assist'])),
  reason: z.nullable(z.string()),
});
export type SecurityEntry = z.output<typeof securityEntry>;

export const readSecurityLog = endpoint({
  method: 'GET',
  path: '/me/security-log',
  summary: 'What happened to this account, latest first: sign-ins, changes, and operators who looked into it',
  access: ['creator'],
  scope: 'self',
  query: z.strictObject(cursorQuery),
  reply: z.array(securityEntry),
  meta: cursorMeta,
});

const rows = z.array(z.record(z.string(), z.unknown()));

export const exportEverything = endpoint({
  method: 'POST',
  path: '/me/export',
  summary:
    'Everything of the signed-in creator as one JSON document, with a proof of the password; not for an operator who looks in',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ proof }),
  reply: z.strictObject({
    format: z.literal('vitrine-export'),
    version: z.literal(1),
    made_at: instant,
    /** By part, like `storefronts` or `clicks_by_day`; amounts are minor units as text. */
    parts: z.record(z.string(), rows),
  }),
  refusals: ['step_up_needed'],
  ownerOnly: true,
  perMinute: 5,
});
