import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, email, id, instant, name, text, whole } from './values/fields.ts';
import { takedownCategories } from './values/takedown-categories.ts';

// Reports of shortlinks, storefronts and pictures, and what operators do about them. The clocks are those of the terms
// of use (web/src/legal/terms-of-use.copyright.ts).

const category = z.enum(takedownCategories);
export const subjectKind = z.enum(['link', 'storefront', 'creator', 'picture']);
export type SubjectKind = z.output<typeof subjectKind>;

const sentence = text({ min: 5, max: 1000 });
const address = text({ min: 1, max: 2000 });

/** The statements of 17 U.S.C. 512(c)(3) that a copyright notice needs besides name, email, address and work. */
export const copyrightNotice = z.strictObject({
  postal_address: text({ min: 5, max: 500 }),
  phone: text({ min: 5, max: 50 }),
  work: text({ min: 5, max: 4000 }),
  good_faith: z.literal(true, 'must be confirmed'),
  accurate: z.literal(true, 'must be confirmed'),
  signature: name({ min: 2, max: 120 }),
});
export type CopyrightNotice = z.output<typeof copyrightNotice>;

const reporter = {
  address,
  name: name({ min: 2, max: 120 }),
  email,
};

export const reportBody = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('abuse'),
    ...reporter,
    category: z.enum(['trademark', 'privacy', 'scam', 'harmful', 'terms']),
    statement: text({ min: 10, max: 4000 }),
  }),
  z.strictObject({
    kind: z.literal('copyright'),
    ...reporter,
    statement: z.optional(text({ max: 4000 })),
    notice: copyrightNotice,
  }),
]);
export type ReportBody = z.output<typeof reportBody>;

export const createReport = endpoint({
  method: 'POST',
  path: '/reports',
  summary:
    'Report a shortlink, storefront or picture; a copyright notice contains the statements that the law asks for',
  access: ['anonymous'],
  scope: 'public',
  status: 201,
  body: reportBody,
  reply: z.strictObject({ reference: z.string(), received_at: instant }),
  refusals: ['busy'],
  perMinute: 5,
});

export const reportState = z.enum(['open', 'taken_down', 'declined', 'countered', 'in_court', 'restored']);
export type ReportState = z.output<typeof reportState>;

/** What is due next. `restore` has a first day too: not before it, and not after `due_at`. */
export const reportClock = z.strictObject({
  step: z.enum(['decide', 'forward', 'restore']),
  due_at: instant,
  not_before: z.nullable(instant),
  business_days_left: z.int(),
  is_overdue: z.boolean(),
});
export type ReportClock = z.output<typeof reportClock>;

export const report = z.strictObject({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(['abuse', 'copyright']),
  category,
  address: z.string(),
  subject_kind: z.nullable(subjectKind),
  state: reportState,
  received_at: instant,
  reporter_name: z.string(),
  clock: z.nullable(reportClock),
});
export type Report = z.output<typeof report>;

const counterNotice = z.strictObject({
  name: z.string(),
  postal_address: z.string(),
  phone: z.string(),
  statement: z.string(),
  signature: z.string(),
  received_at: instant,
  forwarded_at: z.nullable(instant),
  /** Not restored before this, unless the notice is withdrawn. */
  restore_from: instant,
  court_at: z.nullable(instant),
  court_note: z.nullable(z.string()),
});

export const takedown = z.strictObject({
  id: z.string(),
  subject_kind: subjectKind,
  address: z.string(),
  category,
  reason: z.string(),
  note: z.string(),
  owner: z.string(),
  report_id: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  taken_down_at: instant,
  taken_down_by: z.string(),
  lifted_at: z.nullable(instant),
  lift_reason: z.nullable(z.string()),
});
export type Takedown = z.output<typeof takedown>;

/** A report with everything that an operator needs to decide about it. */
export const reportSheet = z.extend(report, {
  /** Where the reported thing is now; null if it is not on this installation. */
  preview: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  reporter_email: z.string(),
  statement: z.string(),
  notice: z.nullable(copyrightNotice),
  decided_at: z.nullable(instant),
  answer: z.nullable(z.string()),
  takedown: z.nullable(takedown),
  counter_notice: z.nullable(counterNotice),
  /** Copyright notices of the last year that were justified, for all of the creator's things. */
  justified_notices: whole,
});
export type ReportSheet = z.output<typeof reportSheet>;

export const listReports = endpoint({
  method: 'GET',
  path: '/operator/reports',
  summary: 'Reports with what is due next; open ones oldest first, closed ones newest first',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({
    show: z._default(z.enum(['open', 'closed']), 'open'),
    kind: z.optional(z.enum(['abuse', 'copyright'])),
    search: z.optional(text({ max: 100 })),
    ...cursorQuery,
  }),
  reply: z.array(report),
  meta: cursorMeta,
});

const ofReport = z.strictObject({ report_id: id });
const actOnReport = {
  access: ['operator'],
  scope: 'installation',
  params: ofReport,
  reply: reportSheet,
} as const;

export const readReport = endpoint({
  method: 'GET',
  path: '/operator/reports/{report_id}',
  summary: 'One report with its history',
  ...actOnReport,
  refusals: ['not_found'],
});

export const takedownBody = z.strictObject({
  category,
  /** Shown to the public and to the owner. */
  reason: sentence,
  note: z.optional(text({ max: 1000 })),
});

export const takeDownReported = endpoint({
  method: 'POST',
  path: '/operator/reports/{report_id}/take-down',
  summary: 'Take down what was reported; its owner and the reporter get an email',
  ...actOnReport,
  body: takedownBody,
  refusals: ['not_found', 'conflict', 'already_taken_down'],
});

export const declineReport = endpoint({
  method: 'POST',
  path: '/operator/reports/{report_id}/decline',
  summary: 'Decline a report; the reporter gets the reason by email',
  ...actOnReport,
  body: z.strictObject({ reason: sentence }),
  refusals: ['not_found', 'conflict'],
});

export const forwardCounterNotice = endpoint({
  method: 'POST',
  path: '/operator/reports/{report_id}/forward',
  summary: 'Send the counter-notice to the reporter',
  ...actOnReport,
  refusals: ['not_found', 'conflict', 'counter_notice_missing'],
});

export const recordCourtAction = endpoint({
  method: 'POST',
  path: '/operator/reports/{report_id}/court',
  summary: 'Record that the reporter has gone to court; what was taken down stays down',
  ...actOnReport,
  body: z.strictObject({ note: sentence }),
  refusals: ['not_found', 'conflict'],
});

export const restoreReported = endpoint({
  method: 'POST',
  path: '/operator/reports/{report_id}/restore',
  summary:
    'Restore what was taken down; after a counter-notice only from the 10th business day, unless it was withdrawn',
  ...actOnReport,
  body: z.strictObject({
    reason: sentence,
    /** The reporter withdrew the notice, or the take-down was a mistake. */
    withdrawn: z._default(z.boolean(), false),
  }),
  refusals: ['not_found', 'conflict', 'restore_too_early', 'report_in_court', 'counter_notice_missing'],
});

export const listTakedowns = endpoint({
  method: 'GET',
  path: '/operator/takedowns',
  summary: 'What is taken down now, newest first',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject(cursorQuery),
  reply: z.array(takedown),
  meta: cursorMeta,
});

export const addressedTakedownBody = z.extend(takedownBody, { address });

export const takeDown = endpoint({
  method: 'POST',
  path: '/operator/takedowns',
  summary: 'Take down a shortlink, storefront or picture by its address, without a report',
  access: ['operator'],
  scope: 'installation',
  status: 201,
  body: addressedTakedownBody,
  reply: takedown,
  refusals: ['already_taken_down'],
});

export const liftTakedown = endpoint({
  method: 'POST',
  path: '/operator/takedowns/{takedown_id}/lift',
  summary: 'Restore what was taken down without a report',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ takedown_id: id }),
  body: z.strictObject({ reason: sentence }),
  reply: takedown,
  refusals: ['not_found', 'conflict', 'takedown_of_report'],
});

/** A take-down as the owner sees it. */
export const ownTakedown = z.strictObject({
  id: z.string(),
  subject_kind: subjectKind,
  subject_id: z.string(),
  address: z.string(),
  category,
  reason: z.string(),
  taken_down_at: instant,
  /** Whether the owner can send a counter-notice. Against others they write to support. */
  can_counter: z.boolean(),
  counter_notice_at: z.nullable(instant),
  /** Between these days it is restored, unless the reporter goes to court. */
  restore_from: z.nullable(instant),
  restore_until: z.nullable(instant),
});
export type OwnTakedown = z.output<typeof ownTakedown>;

export const listOwnTakedowns = endpoint({
  method: 'GET',
  path: '/takedowns',
  summary: 'What of the user’s, or of their brands’, is taken down now and why',
  access: ['creator', 'brand'],
  scope: 'self',
  reply: z.array(ownTakedown),
});

export const counterNoticeBody = z.strictObject({
  name: name({ min: 2, max: 120 }),
  postal_address: text({ min: 5, max: 500 }),
  phone: text({ min: 5, max: 50 }),
  statement: text({ min: 10, max: 4000 }),
  mistake: z.literal(true, 'must be confirmed'),
  jurisdiction: z.literal(true, 'must be confirmed'),
  signature: name({ min: 2, max: 120 }),
});

export const sendCounterNotice = endpoint({
  method: 'POST',
  path: '/takedowns/{takedown_id}/counter-notice',
  summary: 'Object to a copyright notice: a counter-notice (17 U.S.C. 512(g)(3))',
  access: ['creator', 'brand'],
  scope: 'self',
  params: z.strictObject({ takedown_id: id }),
  body: counterNoticeBody,
  reply: ownTakedown,
  refusals: ['not_found', 'counter_notice_sent', 'counter_notice_refused'],
  allowedWhileSuspended: true,
});
