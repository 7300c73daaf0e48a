import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { id, text } from './values/fields.ts';
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
});
export type MerchantAccount = z.output<typeof merchantAccount>;

/** A brand that a member of its staff may act for. */
export const staffMerchant = z.strictObject({
  id: z.string(),
  display_name: z.string(),
  slug: z.string(),
  role: z.enum(['owner', 'staff']),
});

/** S14: the signed-in person, with every field of the specification. */
export const user = z.strictObject({
  uid: z.string(),
  motom_user_id: z.string(),
  motom_user_unique_key: z.string(),
  display_name: z.string(),
  user_handle: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  user_status: z.int(),
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
  /** A link to this account that an operator got, until the person has confirmed that they have seen it. */
  link_handover: z.nullable(
    z.strictObject({ operator: z.string(), kind: z.string(), reason: z.string(), at: z.string() }),
  ),
});
export type User = z.output<typeof user>;

/** The rule of a handle; which ones are reserved or taken is known to the server. */
export const handle = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(60)),
    z.transform((value: string) => value.trim().toLowerCase().replace(/^@/, '')),
  ),
  z.string().check(z.regex(/^[a-z0-9_]{2,30}$/, 'must have 2 to 30 characters: a–z, 0–9 and _')),
);

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

export const readHandle = endpoint({
  method: 'GET',
  path: '/handles/{handle}',
  summary: 'Whether a handle can still be had, and if not, why',
  access: ['anonymous'],
  scope: 'public',
  params: z.strictObject({ handle: id }),
  reply: z.strictObject({
    handle: z.string(),
    state: z.enum(['free', 'taken', 'not_allowed']),
    /** Why it cannot be had, as a rule that would be right. */
    reason: z.nullable(z.string()),
    /** The nearest one that is free, where the asked one is taken. */
    suggestion: z.nullable(z.string()),
  }),
  perMinute: 120,
});

export const confirmLinkHandovers = endpoint({
  method: 'POST',
  path: '/me/link-handovers/seen',
  summary: 'Confirm having seen that an operator handed over a link to this account',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.strictObject({ seen: z.literal(true) }),
  anyStatus: true,
});

/** What a page needs to know of this installation before anybody has signed in. */
export const readPortal = endpoint({
  method: 'GET',
  path: '/portal',
  summary: 'Which ways in this installation has, and where its support form is',
  access: ['anonymous'],
  scope: 'nothing',
  reply: z.strictObject({ google: z.boolean(), support_form_url: z.nullable(z.string()) }),
});
