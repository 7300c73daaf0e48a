import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, email, id, instant, text, whole } from './values/fields.ts';
import { givenStatuses } from './values/user-status.ts';
import { proof } from './passwords.ts';
import { currencyCode } from './values/money.ts';

// What whoever runs the installation may see and do. Every deed here is written to the audit log with its reason.

const uidParams = z.strictObject({ uid: id });
const reason = text({ min: 10, max: 500 });

export const personRole = z.enum(['creator', 'brand', 'operator']);

/** A person as the operator finds them. `brands`: where they sell (creators) or work (staff). */
export const operatorUser = z.strictObject({
  uid: z.string(),
  role: personRole,
  display_name: z.string(),
  email: z.string(),
  user_handle: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  user_status: z.int(),
  brands: z.array(z.strictObject({ slug: z.string(), display_name: z.string(), as: z.string() })),
  created_at: instant,
  last_seen_at: z.nullable(instant),
  open_sessions: whole,
});
export type OperatorUser = z.output<typeof operatorUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/operator/users',
  summary: 'People by name, handle, e-mail or uid, newest first',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({ search: z.optional(text({ max: 100 })), role: z.optional(personRole), ...cursorQuery }),
  reply: z.array(operatorUser),
  meta: cursorMeta,
});

export const readUser = endpoint({
  method: 'GET',
  path: '/operator/users/{uid}',
  summary: 'One person',
  access: ['operator'],
  scope: 'installation',
  params: uidParams,
  reply: operatorUser,
  refusals: ['not_found'],
});

export const setUserStatus = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/status',
  summary:
    'Let a person in (100), suspend them (50), close their account (90) or send them back to their registration (10)',
  access: ['operator'],
  scope: 'installation',
  params: uidParams,
  body: z.strictObject({ user_status: z.literal(givenStatuses), reason }),
  reply: operatorUser,
  refusals: ['not_found', 'conflict'],
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/operator/users/{uid}/end-sessions',
  summary: 'Sign a person out everywhere',
  access: ['operator'],
  scope: 'installation',
  params: uidParams,
  body: z.strictObject({ reason }),
  reply: z.strictObject({ ended: whole }),
  refusals: ['not_found', 'conflict'],
});

export const mailState = z.enum(['waiting', 'sent', 'failed']);

/** A mail of the outbox. `waiting` where it is tried again, or where no mail server is set. */
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
  summary: 'The outbox, newest first; `kinds` are those there are',
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
 * The link that a mail holds, which is not part of its text: `waiting` until it is sent or handed over, `sent`, or
 * `expired`. Null where the mail holds none.
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
    'A mail with its text, in which links that give access are hidden; `html_url` shows its other part for a minute, as a document that may do nothing',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ mail_id: id }),
  reply: z.extend(outboxMail, { text: z.string(), html_url: z.string(), link: mailLink }),
  refusals: ['not_found'],
});

export const handOverLink = endpoint({
  method: 'POST',
  path: '/operator/mails/{mail_id}/hand-over',
  summary:
    'The link of a mail that cannot be sent, where no mail server is set; audited, and told to the person whose account it opens',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ mail_id: id }),
  body: z.strictObject({ proof, reason }),
  reply: z.strictObject({ url: z.string(), expires_at: instant }),
  refusals: ['not_found', 'conflict', 'step_up_needed'],
  perMinute: 20,
  answers: 'secret',
});

export const resendMail = endpoint({
  method: 'POST',
  path: '/operator/mails/{mail_id}/resend',
  summary: 'Try a failed mail again',
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
  summary: 'The audit log, newest first; a person matches as actor, as operator in their place, and as subject',
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
  summary: 'Recompute the chain of the audit log from its first entry; `broken_at` is the first that does not fit',
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
  creators: whole,
  products: whole,
  orders_in_30_days: whole,
  staff: z.array(z.strictObject({ display_name: z.string(), email: z.string(), role: z.enum(['owner', 'staff']) })),
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

export const createBrand = endpoint({
  method: 'POST',
  path: '/operator/brands',
  summary: 'Open a brand with its first owner, who gets a mail with a link to set a password',
  access: ['operator'],
  scope: 'installation',
  status: 201,
  body: z.strictObject({
    display_name: text({ min: 2, max: 60 }),
    currency: currencyCode,
    shop_url: z.url({ protocol: /^https$/, error: 'must be an https address, like https://shop.example' }),
    project: z.enum(['general', 'beauty']),
    owner: z.strictObject({ display_name: text({ min: 2, max: 60 }), email }),
  }),
  reply: operatorBrand,
  refusals: ['conflict'],
});
