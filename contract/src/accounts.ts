import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email } from './values/fields.ts';
import { theme } from './values/preferences.ts';

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

export const signedIn = z.strictObject({ token: z.string(), user });

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in with e-mail and password',
  access: ['anonymous'],
  scope: 'self',
  body: z.strictObject({ email, password: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(1024)) }),
  reply: signedIn,
  refusals: ['wrong_credentials', 'busy'],
  perMinute: 300,
  answers: 'secret',
});

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'End this session; the token is dead on the server',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.strictObject({ signed_out: z.literal(true) }),
  anyStatus: true,
  allowedInViewMode: true,
  allowedInAssistMode: true,
});

export const me = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'The signed-in person with their merchant accounts',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: user,
  anyStatus: true,
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
