import * as z from 'zod/mini';
import { merchantAccount } from './accounts.ts';
import { newPassword } from './passwords.ts';
import { signedIn } from './sessions.ts';
import { endpoint } from './endpoint.ts';
import { accountStatus } from './values/account-status.ts';
import {
  cursorMeta,
  cursorQuery,
  displayName,
  email,
  hasNoControls,
  id,
  instant,
  isStorable,
  longestDisplayName,
  name,
  optionalCursorQuery,
  plainText,
  text,
  whole,
} from './values/fields.ts';
import { userHandle } from './values/handle.ts';
import { money } from './values/money.ts';
import { withRate } from './values/rates.ts';

export const invitationState = z.enum(['open', 'used', 'expired', 'revoked']);
export type InvitationState = z.output<typeof invitationState>;

/** One rule of the terms that a brand offers to every creator. Without product and category it applies to everything. */
export const offeredRule = withRate({
  category: z.nullable(z.string()),
  product: z.nullable(z.string()),
  /** The last day of a rule with an end, in the brand's time zone, like `2026-12-23`. */
  ends_on: z.nullable(z.string()),
});
export type OfferedRule = z.output<typeof offeredRule>;

/** What someone sees before they accept. `email` is masked, so that only its owner recognizes it. */
export const invitation = z.strictObject({
  merchant: z.strictObject({ display_name: z.string(), slug: z.string(), brand_logo: z.nullable(z.string()) }),
  note: z.string(),
  state: invitationState,
  expires_at: instant,
  email: z.nullable(z.string()),
  offer: z.strictObject({
    rules: z.array(offeredRule),
    return_days: whole,
    window_days: whole,
    payout_minimum: money,
  }),
  /** A few products of the brand's catalog, with the commission on a sale of each. */
  products: z.array(
    z.strictObject({ title: z.string(), image: z.nullable(z.string()), price: money, earns: z.nullable(money) }),
  ),
});
export type Invitation = z.output<typeof invitation>;

const codeParams = z.strictObject({ code: id });

export const readInvitation = endpoint({
  method: 'GET',
  path: '/invitations/{code}',
  summary: 'An invitation: the brand and its offer',
  access: ['anonymous'],
  scope: 'code_holder',
  params: codeParams,
  reply: invitation,
  refusals: ['not_found', 'brand_paused', 'brand_closed'],
  perMinute: 60,
});

const closed = ['invitation_used', 'invitation_expired', 'invitation_revoked', 'brand_paused', 'brand_closed'] as const;

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/{code}/accept',
  summary:
    'Accept an invitation with an existing account; a creator who already works with the brand keeps their storefront',
  access: ['creator'],
  scope: 'code_holder',
  params: codeParams,
  reply: merchantAccount,
  refusals: ['not_found', 'invitation_foreign', ...closed],
  perMinute: 10,
});

export const register = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Register with an invitation: creates the user, their storefront at the brand, and a session',
  access: ['anonymous'],
  scope: 'code_holder',
  status: 201,
  body: z.strictObject({
    invitation: id,
    display_name: displayName,
    user_handle: userHandle,
    /** Omitted if the invitation was emailed: the account gets the address it was sent to. */
    email: z.optional(email),
    password: z.optional(newPassword),
    /** Instead of a password. */
    google_ticket: z.optional(id),
    /** The picture itself in base64. It is sent with the rest, so that a registration either stores all or nothing. */
    avatar: z.optional(z.string().check(z.maxLength(600_000, 'must be a picture of at most 450 kB'), hasNoControls)),
    accepted: z.strictObject({
      terms_of_use: plainText({ max: 40 }),
      privacy_policy: plainText({ max: 40 }),
    }),
    locale: z.optional(plainText({ max: 35 })),
    time_zone: z.optional(plainText({ max: 60 })),
  }),
  reply: signedIn,
  refusals: ['not_found', 'invitation_foreign', 'sign_in_refused', 'busy', ...closed],
  bodyLimit: 1024 * 1024,
  perMinute: 60,
  answers: 'secret',
});

const merchantParams = z.strictObject({ merchant: id });

const expiresInDays = z.int().check(z.minimum(1, 'must be at least 1 day'), z.maximum(30, 'must be at most 30 days'));
const personalNote = z._default(text({ max: 600 }), '');
const greetedName = name({ min: 0, max: longestDisplayName });

/** An invitation as the brand sees it. The link itself is returned only once, when it is created. */
export const sentInvitation = z.strictObject({
  id: z.string(),
  email: z.nullable(z.string()),
  /** Whom the email greets; empty if nobody gave a name. */
  name: z.string(),
  reusable: z.boolean(),
  note: z.string(),
  /** Which creators who accept it join, unless it is archived by then. */
  group: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  hint: z.string(),
  state: invitationState,
  created_at: instant,
  expires_at: instant,
  /** How many creators accepted it. */
  acceptances: whole,
  /** The last ones who did, newest first; at most five. */
  accepted_by: z.array(
    z.strictObject({ display_name: z.string(), user_handle: z.nullable(z.string()), accepted_at: instant }),
  ),
});
export type SentInvitation = z.output<typeof sentInvitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/invitations',
  summary: 'The invitations of a brand and who accepted them, newest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  query: z.strictObject(cursorQuery),
  reply: z.array(sentInvitation),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const createInvitation = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/invitations',
  summary: 'Create an invitation: by email to one address, or as a link for one creator or many',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  status: 201,
  params: merchantParams,
  body: z
    .strictObject({
      by: z.enum(['mail', 'link']),
      email: z.optional(email),
      /** Whom the email greets. */
      name: z.optional(greetedName),
      reusable: z._default(z.boolean(), false),
      expires_in_days: expiresInDays,
      note: personalNote,
      /** The id of the group that the creator joins. */
      group: z.optional(id),
    })
    .check(
      z.refine((body) => body.by !== 'mail' || body.email !== undefined, {
        path: ['email'],
        error: 'must be the address to send the invitation to',
      }),
      z.refine((body) => body.by !== 'mail' || !body.reusable, {
        path: ['reusable'],
        error: 'must be false for an invitation by email',
      }),
      z.refine((body) => body.by !== 'link' || body.email === undefined, {
        path: ['email'],
        error: 'must be omitted for a link',
      }),
    ),
  reply: z.strictObject({ invitation: sentInvitation, url: z.nullable(z.string()) }),
  refusals: ['not_found', 'terms_missing', 'host_missing', 'brand_paused', 'brand_closed'],
  perMinute: 50,
  answers: 'secret',
});

/**
 * What became of a row. In a preview, `invited` is what would be invited. `duplicate`: the address is also in an earlier
 * row, `duplicate_of`.
 */
export const invitedRowResult = z.enum([
  'invited',
  'already_invited',
  'already_creator',
  'duplicate',
  'not_an_email',
  'unknown_group',
  'too_long',
  'broken_row',
]);
export type InvitedRowResult = z.output<typeof invitedRowResult>;

export const invitedRow = z.strictObject({
  /** The line of a file with a header; else the place in the list. */
  row: whole,
  email: z.string(),
  name: z.string(),
  group: z.string(),
  note: z.string(),
  result: invitedRowResult,
  duplicate_of: z.nullable(whole),
  /** What is wrong, with the value, and what would be right; empty if nothing is. */
  reason: z.string(),
  /** Only where no mail server is set up: the link, to hand over by yourself. It is not shown again. */
  url: z.nullable(z.string()),
});
export type InvitedRow = z.output<typeof invitedRow>;

export const inviteMany = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/invitations/bulk',
  summary:
    'Invite up to 500 creators by email: a CSV file with the columns email, name, group and note in any order, or addresses separated by lines, commas or semicolons. No address is emailed twice; with `preview`, nobody is invited',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params: merchantParams,
  body: z.strictObject({
    list: z.string().check(z.maxLength(600_000, 'must have at most 600,000 characters'), isStorable),
    preview: z._default(z.boolean(), false),
    expires_in_days: expiresInDays,
    /** For rows without one of their own. */
    note: personalNote,
    group: z.optional(id),
  }),
  reply: z.strictObject({ invited: whole, rows: z.array(invitedRow) }),
  refusals: ['not_found', 'terms_missing', 'host_missing', 'brand_paused', 'brand_closed', 'busy'],
  bodyLimit: 1024 * 1024,
  perMinute: 20,
  answers: 'secret',
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/invitations/{invitation_id}',
  summary: 'Revoke an invitation; creators who accepted it stay',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params: z.strictObject({ merchant: id, invitation_id: id }),
  reply: sentInvitation,
  refusals: ['not_found'],
});

export const listShopCreators = endpoint({
  method: 'GET',
  path: '/creators',
  summary:
    'The creators who work with a brand, newest first, for its shop with the permission creators:read; by page with `limit`, all at once without',
  access: ['shop'],
  scope: 'own_merchant',
  query: z.strictObject(optionalCursorQuery),
  reply: z.array(
    z.strictObject({
      merchant_account_id: z.string(),
      display_name: z.string(),
      user_handle: z.nullable(z.string()),
      avatar: z.nullable(z.string()),
      status: accountStatus,
      joined_at: instant,
      storefront_url: z.string(),
    }),
  ),
  meta: cursorMeta,
});
