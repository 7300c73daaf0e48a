import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  cursorMeta,
  cursorQuery,
  email,
  hasNoControls,
  id,
  instant,
  longestDisplayName,
  name,
  text,
  whole,
} from './values/fields.ts';
import { givenStatuses } from './values/user-status.ts';
import { brandRole } from './values/brand-roles.ts';
import { brandPause, brandStatus } from './values/brand-status.ts';
import { shopHost } from './values/hosts.ts';
import { list } from './values/list.ts';
import { currencyCode, signedMoney } from './values/money.ts';

// What operators may see and do. Every action here is written to the audit log with its reason.

const uidParams = z.strictObject({ uid: id });
const reason = text({ min: 10, max: 500 });

export const personRole = z.enum(['creator', 'brand', 'operator']);

/** A user as operators see them. `brands`: where they sell (creators) or work (staff). */
export const operatorUser = z.strictObject({
  uid: z.string(),
  role: personRole,
  display_name: z.string(),
  email: z.string(),
  user_handle: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  user_status: z.int(),
  suspended_since: z.nullable(instant),
  brands: z.array(z.strictObject({ slug: z.string(), display_name: z.string(), as: z.string() })),
  created_at: instant,
  last_seen_at: z.nullable(instant),
  open_sessions: whole,
  /** Until when an account that is being closed can be kept, and when it was erased. */
  erase_after: z.nullable(instant),
  erased_at: z.nullable(instant),
  /** When two-factor login was turned on; null: it is off. */
  two_factor_since: z.nullable(instant),
});
export type OperatorUser = z.output<typeof operatorUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/operator/users',
  summary: 'Users by name, handle, email or uid, newest first',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({ search: z.optional(text({ max: 100 })), role: z.optional(personRole), ...cursorQuery }),
  reply: z.array(operatorUser),
  meta: cursorMeta,
});

export const readUser = endpoint({
  method: 'GET',
  path: '/operator/users/{uid}',
  summary: 'One user',
  access: ['operator'],
  scope: 'installation',
  params: uidParams,
  reply: operatorUser,
  refusals: ['not_found'],
});

export const setUserStatus = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/status',
  summary: 'Set a user’s status: active (100), locked (50), closed (90) or registration unfinished (10)',
  access: ['operator'],
  scope: 'installation',
  params: uidParams,
  body: z.strictObject({ user_status: z.literal(givenStatuses), reason }),
  proof: 'password',
  reply: operatorUser,
  refusals: ['not_found', 'conflict'],
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/end-sessions',
  summary: 'Log a user out everywhere',
  access: ['operator'],
  scope: 'installation',
  params: uidParams,
  body: z.strictObject({ reason }),
  reply: z.strictObject({ ended: whole }),
  refusals: ['not_found', 'conflict'],
});

export const mailState = z.enum(['waiting', 'sent', 'failed']);

/** An email of the outbox. `waiting`: it will be tried again, or no mail server is configured. */
export const outboxMail = z.strictObject({
  id: z.string(),
  recipient: z.string(),
  kind: z.string(),
  subject: z.string(),
  state: mailState,
  attempts: whole,
  failure: z.nullable(z.string()),
  created_at: instant,
  sent_at: z.nullable(instant),
});
export type OutboxMail = z.output<typeof outboxMail>;

export const listMails = endpoint({
  method: 'GET',
  path: '/operator/mails',
  summary: 'The email outbox, newest first; `kinds` lists the kinds it contains',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({
    state: z.optional(mailState),
    kind: z.optional(text({ max: 60 })),
    recipient: z.optional(text({ max: 254 })),
    ...cursorQuery,
  }),
  reply: z.array(outboxMail),
  meta: z.strictObject({ next_cursor: z.nullable(z.string()), kinds: z.array(z.string()), is_sending: z.boolean() }),
});

/**
 * The access link of an email, which is stored apart from its text: `waiting` until it is sent or copied by an operator,
 * then `sent`, or `expired`. Null if the email has none.
 */
export const mailLink = z.nullable(
  z.strictObject({
    state: z.enum(['waiting', 'sent', 'expired']),
    expires_at: instant,
    can_be_handed_over: z.boolean(),
  }),
);

export const readMail = endpoint({
  method: 'GET',
  path: '/operator/mails/{mail_id}',
  summary:
    'An email with its text, in which access links are hidden; `html_url` shows the HTML version for one minute, in a sandbox',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ mail_id: id }),
  reply: z.extend(outboxMail, {
    text: z.string(),
    html_url: z.string(),
    link: mailLink,
    /** Why it can’t be sent again; null if it can. `link`: its access link is no longer stored. */
    resend_obstacle: z.nullable(z.enum(['waiting', 'deleted', 'link'])),
  }),
  refusals: ['not_found'],
});

export const handOverLink = endpoint({
  method: 'POST',
  path: '/operator/mails/{mail_id}/hand-over',
  summary: 'Get the access link of an email if no mail server is configured; audited, and the account’s owner is told',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ mail_id: id }),
  body: z.strictObject({ reason }),
  proof: 'factors',
  reply: z.strictObject({ url: z.string(), expires_at: instant }),
  refusals: ['not_found', 'conflict'],
  perMinute: 20,
  answers: 'secret',
});

export const resendMail = endpoint({
  method: 'POST',
  path: '/operator/mails/{mail_id}/resend',
  summary: 'Try a failed email again, or send a copy of a sent one, at most once a minute',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ mail_id: id }),
  reply: outboxMail,
  refusals: ['not_found', 'conflict'],
});

const namedPerson = z.strictObject({ uid: z.string(), display_name: z.string(), role: personRole });

/** One line of the audit log. `impersonator` is set where an operator acted in `actor`'s place. */
export const auditEntry = z.strictObject({
  seq: z.string(),
  at: instant,
  actor: z.nullable(namedPerson),
  impersonator: z.nullable(namedPerson),
  merchant: z.nullable(z.strictObject({ slug: z.string(), display_name: z.string() })),
  action: z.string(),
  subject: z.strictObject({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/operator/audit',
  summary: 'The audit log, newest first; `person` matches actors, impersonating operators and subjects',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({
    person: z.optional(text({ max: 100 })),
    action: z.optional(text({ max: 60 })),
    subject: z.optional(text({ max: 200 })),
    ...cursorQuery,
  }),
  reply: z.array(auditEntry),
  meta: z.strictObject({ next_cursor: z.nullable(z.string()), actions: z.array(z.string()) }),
});

export const checkAuditLog = endpoint({
  method: 'GET',
  path: '/operator/audit/check',
  summary:
    'Verify the hash chain of the audit log from its first entry; `broken_at` is the first entry that doesn’t match',
  access: ['operator'],
  scope: 'installation',
  reply: z.strictObject({
    entries: whole,
    last: z.nullable(z.strictObject({ seq: z.string(), at: instant, hash: z.string() })),
    broken_at: z.nullable(z.strictObject({ seq: z.string(), at: instant })),
    checked_at: instant,
  }),
  perMinute: 20,
});

export const operatorBrand = z.strictObject({
  id: z.string(),
  slug: z.string(),
  display_name: z.string(),
  brand_logo: z.nullable(z.string()),
  currency: z.string(),
  project: z.string(),
  shop_url: z.string(),
  created_at: instant,
  /** Null while the brand is active. */
  pause: z.nullable(brandPause),
  /** The hosts that its creators’ links may lead to. */
  hosts: z.array(z.string()),
  /** What its creators’ balances add up to: pending, available and processing. */
  owed: z.array(signedMoney),
  creators: whole,
  products: whole,
  orders_in_30_days: whole,
  staff: z.array(z.strictObject({ display_name: z.string(), email: z.string(), role: brandRole })),
});
export type OperatorBrand = z.output<typeof operatorBrand>;

export const listBrands = endpoint({
  method: 'GET',
  path: '/operator/brands',
  summary: 'Every brand with its staff',
  access: ['operator'],
  scope: 'installation',
  reply: z.array(operatorBrand),
});

/** Of a new brand and its owner. A single letter is a slip. */
const newName = name({ min: 2, max: longestDisplayName });

/** The operator means a name or a host that would otherwise be refused as reserved, too close to another, or well known. */
const isDeliberate = z.optional(z.boolean());

export const createBrand = endpoint({
  method: 'POST',
  path: '/operator/brands',
  summary:
    'Create a brand with its first owner, who gets an email with a link to set a password; without a mail server, `owner_link` contains that link, once',
  access: ['operator'],
  scope: 'installation',
  status: 201,
  body: z.strictObject({
    display_name: newName,
    currency: currencyCode,
    shop_url: z
      .url({ protocol: /^https$/, error: 'must be an https address, like https://shop.example' })
      .check(z.maxLength(2_048), hasNoControls),
    project: z.optional(text({ min: 1, max: 30 })),
    owner: z.strictObject({ display_name: newName, email }),
    is_deliberate: isDeliberate,
  }),
  proof: 'factors',
  reply: z.extend(operatorBrand, { owner_link: z.nullable(z.strictObject({ url: z.string(), expires_at: instant })) }),
  refusals: ['conflict'],
  answers: 'secret',
});

const brandParams = z.strictObject({ merchant_id: id });

export const setBrandStatus = endpoint({
  method: 'POST',
  path: '/operator/brands/{merchant_id}/status',
  summary:
    'Pause, close or reopen a brand. Clicks that are made while it is paused or closed earn no commission; its owners get an email with the reason',
  access: ['operator'],
  scope: 'installation',
  params: brandParams,
  body: z.strictObject({ status: brandStatus, reason }),
  proof: 'password',
  reply: operatorBrand,
  refusals: ['not_found', 'conflict'],
});

export const addBrandOwner = endpoint({
  method: 'POST',
  path: '/operator/brands/{merchant_id}/owners',
  summary:
    'Make another person an owner of a brand. They and the other owners get an email with the reason; a new user gets a link to set a password, which `owner_link` contains without a mail server, once',
  access: ['operator'],
  scope: 'installation',
  status: 201,
  params: brandParams,
  body: z.strictObject({ owner: createBrand.body.shape.owner, reason }),
  proof: 'factors',
  reply: createBrand.reply,
  refusals: ['not_found', 'conflict'],
  answers: 'secret',
});

export const changeBrand = endpoint({
  method: 'PATCH',
  path: '/operator/brands/{merchant_id}',
  summary:
    'Change a brand’s name, shop, variant or hosts; its address and currency stay. Its owners get an email with the reason',
  access: ['operator'],
  scope: 'installation',
  params: brandParams,
  body: z.strictObject({
    display_name: z.optional(createBrand.body.shape.display_name),
    shop_url: z.optional(createBrand.body.shape.shop_url),
    project: createBrand.body.shape.project,
    /** All of them; the shop’s own host is always one. */
    hosts: z.optional(list(shopHost, { max: 20, noun: 'hosts' })),
    is_deliberate: isDeliberate,
    reason,
  }),
  proof: 'password',
  reply: operatorBrand,
  refusals: ['not_found', 'conflict'],
});
