import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { accountStatus } from './values/account-status.ts';
import { brandRole } from './values/brand-roles.ts';
import { brandPause } from './values/brand-status.ts';
import { displayName, id, instant, plainText } from './values/fields.ts';
import { signedMoney } from './values/money.ts';
import { locales, notificationSwitches, theme } from './values/preferences.ts';

/** S14: a brand storefront of a creator. `merchant_id` is the brand; `slug` is its name in addresses. */
export const merchantAccount = z.strictObject({
  id: z.string(),
  merchant_id: z.string(),
  merchant_display_name: z.string(),
  brand_logo: z.nullable(z.string()),
  slug: z.string(),
  currency: z.string(),
  storefront_url: z.string(),
  /** Set while an operator has paused or closed the brand. */
  pause: z.nullable(brandPause),
  status: accountStatus,
  /** Set while the brand has paused this creator or announced or reached the end of their work. */
  stop: z.nullable(z.strictObject({ reason: z.string(), since: instant, ends_at: z.nullable(instant) })),
});
export type MerchantAccount = z.output<typeof merchantAccount>;

/** A brand that the user is staff of. */
export const staffMerchant = z.strictObject({
  id: z.string(),
  display_name: z.string(),
  slug: z.string(),
  role: brandRole,
  /** In which the brand's console shows times. */
  time_zone: z.string(),
  /** Set while an operator has paused or closed the brand. `owed`: what its creators’ balances add up to. */
  pause: z.nullable(z.extend(brandPause, { owed: z.array(signedMoney) })),
});

/** S14: the logged-in user, with every field of the specification. */
export const user = z.strictObject({
  uid: z.string(),
  motom_user_id: z.string(),
  motom_user_unique_key: z.string(),
  display_name: z.string(),
  user_handle: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  user_status: z.int(),
  /** Whether `user_status` was ever 100. */
  was_active: z.boolean(),
  /** Since when an operator suspends this creator everywhere. They can log in, read, export, cash out and object. */
  suspended_since: z.nullable(instant),
  merchant_accounts: z.array(merchantAccount),
  role: z.enum(['creator', 'brand', 'operator']),
  email: z.string(),
  locale: z.string(),
  time_zone: z.string(),
  theme,
  project: z.string(),
  staff_of: z.array(staffMerchant),
  chatroom_url: z.string(),
  impersonation: z.nullable(
    z.strictObject({ operator: z.string(), mode: z.enum(['view', 'assist']), ends_at: z.string() }),
  ),
  /** Set while the account is being closed. It can be kept until then. */
  closing: z.nullable(z.strictObject({ erase_after: z.string() })),
  /** Set while the user has not confirmed the notice that an operator copied an access link to this account. */
  link_handover: z.nullable(
    z.strictObject({ operator: z.string(), kind: z.string(), reason: z.string(), at: z.string() }),
  ),
});
export type User = z.output<typeof user>;

/** The format of a handle. The server also checks for reserved and taken handles. */
export const handle = z.pipe(
  z.pipe(
    plainText({ max: 60 }),
    z.transform((value: string) => value.trim().toLowerCase().replace(/^@/, '')),
  ),
  z.string().check(z.regex(/^[a-z0-9_]{2,30}$/, 'must have 2 to 30 characters: a–z, 0–9 and _')),
);

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/me/profile',
  summary:
    'Change name, picture, language, time zone, theme or notifications; omitted fields stay the same. A suspended creator can’t change name and picture',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  body: z.strictObject({
    display_name: z.optional(displayName),
    avatar: z.optional(z.nullable(picturePath)),
    locale: z.optional(locales),
    time_zone: z.optional(plainText({ max: 60 })),
    theme: z.optional(theme),
    notifications: z.optional(z.partial(notificationSwitches)),
  }),
  reply: user,
  refusals: ['account_suspended'],
  allowedWhileSuspended: true,
  allowedInAssistMode: true,
  answers: 'secret',
});

export const changeHandle = endpoint({
  method: 'PUT',
  path: '/me/handle',
  summary: 'Change the handle, at most once every 7 days; the old handle stays reserved and redirects to the new one',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ handle }),
  reply: user,
  perMinute: 20,
  answers: 'secret',
});

export const readHandle = endpoint({
  method: 'GET',
  path: '/handles/{handle}',
  summary: 'Check whether a handle is available, and if not, why',
  access: ['anonymous'],
  scope: 'public',
  params: z.strictObject({ handle: id }),
  reply: z.strictObject({
    handle: z.string(),
    state: z.enum(['free', 'taken', 'not_allowed']),
    /** Why it is not available, as a validation message. */
    reason: z.nullable(z.string()),
    /** A similar handle that is available, if this one is taken. */
    suggestion: z.nullable(z.string()),
  }),
  perMinute: 120,
});

export const confirmLinkHandovers = endpoint({
  method: 'POST',
  path: '/me/link-handovers/seen',
  summary: 'Dismiss the notice that an operator copied an access link to this account',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.strictObject({ seen: z.literal(true) }),
  anyStatus: true,
  allowedWhileSuspended: true,
});

/** What a page needs to know about this installation before login. */
export const readPortal = endpoint({
  method: 'GET',
  path: '/portal',
  summary: 'Sign-in methods of this installation, and the address of its support form',
  access: ['anonymous'],
  scope: 'nothing',
  reply: z.strictObject({ google: z.boolean(), support_form_url: z.nullable(z.string()) }),
});
