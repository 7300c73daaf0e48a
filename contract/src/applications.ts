import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { invitation } from './invitations.ts';
import { picturePath } from './pictures.ts';
import {
  cursorMeta,
  cursorQuery,
  displayName,
  email,
  id,
  instant,
  name,
  plainText,
  text,
  whole,
} from './values/fields.ts';
import { list } from './values/list.ts';

// Creators apply to a brand on its public page. The brand sees an application once its address is confirmed.

const merchantParams = z.strictObject({ merchant: id });
const applicationParams = z.strictObject({ merchant: id, application_id: id });
const codeParams = z.strictObject({ code: id });

export const questionKind = z.enum(['short_text', 'long_text', 'choice', 'social_link']);
export type QuestionKind = z.output<typeof questionKind>;

const questionId = z
  .string()
  .check(z.regex(/^[a-z0-9_-]{1,40}$/, 'must have 1 to 40 lower-case letters, numbers, - and _'));

const choices = list(name({ max: 80 }), { max: 20, noun: 'choices' });

/** `id` stays when the question is edited, because rules name it. */
export const applicationQuestion = z
  .strictObject({
    id: questionId,
    kind: questionKind,
    label: name({ max: 160 }),
    required: z.boolean(),
    /** Of the kind `choice`; else empty. */
    choices,
  })
  .check(
    z.refine(
      (question) => (question.kind === 'choice' ? question.choices.length >= 2 : question.choices.length === 0),
      {
        path: ['choices'],
        error: 'must have at least 2 entries for a choice, and none for other questions',
      },
    ),
  )
  .register(z.globalRegistry, {
    examples: [{ id: 'why', kind: 'long_text', label: 'Why our brand?', required: true, choices: [] }],
  });
export type ApplicationQuestion = z.output<typeof applicationQuestion>;

export const rejectionReason = z.enum(['no_fit', 'audience', 'incomplete', 'region', 'full', 'other']);
export type RejectionReason = z.output<typeof rejectionReason>;

export const ruleTest = z.enum(['is', 'contains', 'missing']);
export type RuleTest = z.output<typeof ruleTest>;

/** An answer without staff. Letters are compared regardless of case. */
export const applicationRule = z
  .strictObject({
    question: questionId,
    test: ruleTest,
    /** Empty for `missing`. */
    value: text({ max: 200 }),
    decision: z.enum(['approve', 'reject']),
    /** Of a rejection. */
    reason: z.nullable(rejectionReason),
    message: text({ max: 600 }),
  })
  .check(
    z.refine((rule) => (rule.test === 'missing') === (rule.value === ''), {
      path: ['value'],
      error: 'must not be empty, except for the test missing, which needs none',
    }),
    z.refine((rule) => (rule.decision === 'reject') === (rule.reason !== null), {
      path: ['reason'],
      error: 'must be the reason of a rejection, and null for an approval',
    }),
  )
  .register(z.globalRegistry, {
    examples: [
      { question: 'why', test: 'contains', value: 'discount', decision: 'reject', reason: 'no_fit', message: '' },
    ],
  });
export type ApplicationRule = z.output<typeof applicationRule>;

const pageFields = {
  open: z.boolean(),
  headline: name({ min: 0, max: 120 }),
  body: text({ max: 4_000 }),
  /** The id of the group that approved creators join. */
  group: z.nullable(id),
};

/** What keeps a brand from inviting, and so from opening its page; null: nothing. */
const missingSteps = z.nullable(
  z.strictObject({ step: z.enum(['terms_missing', 'host_missing']), message: z.string() }),
);

export const applicationPageSettings = z.strictObject({
  open: z.boolean(),
  headline: z.string(),
  body: z.string(),
  group: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  questions: z.array(applicationQuestion),
  rules: z.array(applicationRule),
  url: z.string(),
  missing_step: missingSteps,
  /** Confirmed applications that nobody has answered; from `most_waiting` on, the page takes only a few of one network. */
  waiting: whole,
  most_waiting: whole,
});
export type ApplicationPageSettings = z.output<typeof applicationPageSettings>;

export const readApplicationPage = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/application-page',
  summary: 'How the brand’s application page is set up, and what is missing to open it',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  reply: applicationPageSettings,
  refusals: ['not_found'],
});

export const changeApplicationPage = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/application-page',
  summary:
    'Change the application page: text, picture, questions, rules, group, and whether it is open; omitted fields stay',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params: merchantParams,
  body: z.extend(z.partial(z.strictObject(pageFields)), {
    /** The path of an uploaded picture, or null for none. */
    picture: z.optional(z.nullable(picturePath)),
    questions: z.optional(list(applicationQuestion, { max: 10, noun: 'questions' })),
    rules: z.optional(list(applicationRule, { max: 10, noun: 'rules' })),
  }),
  reply: applicationPageSettings,
  refusals: ['not_found', 'terms_missing', 'host_missing', 'brand_paused', 'brand_closed'],
});

/** What an applicant sees. Without `open`, there is only the brand. */
export const applicationPage = z.strictObject({
  brand: z.strictObject({
    display_name: z.string(),
    slug: z.string(),
    logo: z.nullable(z.string()),
    accent: z.nullable(z.string()),
  }),
  open: z.boolean(),
  headline: z.string(),
  body: z.string(),
  picture: z.nullable(z.string()),
  questions: z.array(applicationQuestion),
  /** The brand's current offer to creators; null while the page is closed. */
  offer: z.nullable(z.pick(invitation, { merchant: true, offer: true, products: true })),
});
export type ApplicationPage = z.output<typeof applicationPage>;

export const readApplyPage = endpoint({
  method: 'GET',
  path: '/apply/{merchant}',
  summary: 'A brand’s public application page',
  access: ['anonymous'],
  scope: 'public',
  params: merchantParams,
  reply: applicationPage,
  refusals: ['not_found'],
  perMinute: 120,
});

/** By the id of the question. */
const answers = list(z.strictObject({ question: questionId, answer: text({ max: 4_000 }) }), {
  max: 10,
  noun: 'answers',
});

export const sendApplication = endpoint({
  method: 'POST',
  path: '/apply/{merchant}',
  summary: 'Apply to a brand. The answer is the same for every address; an email asks to confirm it',
  access: ['anonymous'],
  scope: 'public',
  status: 202,
  params: merchantParams,
  body: z.strictObject({
    name: displayName,
    email,
    answers,
    /** That the data is kept to answer the application. */
    accepted: z.literal(true, { error: 'must be true: without it, the application can’t be kept' }),
    /** Hidden from people. Whoever fills it in gets the usual answer, and nothing is kept. */
    website: z._default(plainText({ max: 200 }), ''),
    locale: z.optional(plainText({ max: 35 })),
  }),
  reply: z.strictObject({ accepted: z.literal(true) }),
  refusals: ['not_found', 'applications_closed'],
  perMinute: 30,
});

export const applicationState = z.enum(['unconfirmed', 'waiting', 'approved', 'rejected', 'withdrawn']);
export type ApplicationState = z.output<typeof applicationState>;

/** An application as its applicant sees it. */
export const ownApplication = z.strictObject({
  brand: z.strictObject({ display_name: z.string(), slug: z.string() }),
  name: z.string(),
  state: applicationState,
  created_at: instant,
});
export type OwnApplication = z.output<typeof ownApplication>;

export const applyAsCreator = endpoint({
  method: 'POST',
  path: '/apply/{merchant}/as-creator',
  summary: 'Apply to a brand with the creator’s own account; nothing is left to confirm',
  access: ['creator'],
  scope: 'public',
  status: 201,
  params: merchantParams,
  body: z.strictObject({
    answers,
    accepted: z.literal(true, { error: 'must be true: without it, the application can’t be kept' }),
  }),
  reply: ownApplication,
  refusals: ['not_found', 'applications_closed', 'conflict'],
  perMinute: 10,
});

export const readOwnApplication = endpoint({
  method: 'GET',
  path: '/applications/{code}',
  summary: 'An application, for whoever has the link of its emails',
  access: ['anonymous'],
  scope: 'code_holder',
  params: codeParams,
  reply: ownApplication,
  refusals: ['not_found'],
  perMinute: 60,
});

export const confirmApplication = endpoint({
  method: 'POST',
  path: '/applications/{code}/confirm',
  summary: 'Confirm the address of an application, after which the brand sees it',
  access: ['anonymous'],
  scope: 'code_holder',
  params: codeParams,
  reply: ownApplication,
  refusals: ['not_found', 'applications_closed', 'conflict'],
  perMinute: 20,
});

export const withdrawApplication = endpoint({
  method: 'POST',
  path: '/applications/{code}/withdraw',
  summary: 'Withdraw an application that is not answered yet',
  access: ['anonymous'],
  scope: 'code_holder',
  params: codeParams,
  reply: ownApplication,
  refusals: ['not_found', 'conflict'],
  perMinute: 20,
});

/** An application in the brand's inbox. */
export const applicationRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether they applied with an account here. */
  has_account: z.boolean(),
  state: z.enum(['waiting', 'approved', 'rejected', 'withdrawn']),
  created_at: instant,
  decided_at: z.nullable(instant),
  reason: z.nullable(rejectionReason),
  /** Whether a rule answered it. */
  by_rule: z.boolean(),
});
export type ApplicationRow = z.output<typeof applicationRow>;

export const application = z.extend(applicationRow, {
  message: z.string(),
  answers: z.array(z.strictObject({ label: z.string(), kind: questionKind, answer: z.string() })),
  /** The rule that answered it, in its place among the rules of that time. */
  rule: z.nullable(z.strictObject({ number: whole, label: z.string(), test: ruleTest, value: z.string() })),
});
export type Application = z.output<typeof application>;

export const inboxState = z.enum(['waiting', 'approved', 'rejected', 'withdrawn']);
export type InboxState = z.output<typeof inboxState>;

export const listApplications = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/applications',
  summary: 'The applications to a brand in one state, newest first; the search looks at name and address',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: merchantParams,
  query: z.strictObject({
    state: z._default(inboxState, 'waiting'),
    search: z.optional(text({ max: 100 })),
    ...cursorQuery,
  }),
  reply: z.array(applicationRow),
  meta: z.extend(cursorMeta, {
    counts: z.strictObject({ waiting: whole, approved: whole, rejected: whole, withdrawn: whole }),
  }),
  refusals: ['not_found'],
});

export const readApplication = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/applications/{application_id}',
  summary: 'One application with its answers',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: applicationParams,
  reply: application,
  refusals: ['not_found'],
});

const decision = {
  decision: z.enum(['approve', 'reject']),
  /** Of a rejection; sent by email. */
  reason: z.optional(rejectionReason),
  /** What the applicant reads with the answer. */
  message: z._default(text({ max: 600 }), ''),
  /** The id of the group that they join. Omitted: that of the page; null: none. */
  group: z.optional(z.nullable(id)),
};

/** Only where no mail server is set up: the link of the invitation, to hand over by yourself. It is not shown again. */
const invitationUrl = z.nullable(z.string());

const hasReason = z.refine<{ decision: 'approve' | 'reject'; reason?: RejectionReason | undefined }>(
  (body) => (body.decision === 'reject') === (body.reason !== undefined),
  { path: ['reason'], error: 'must be the reason of a rejection, and omitted for an approval' },
);

export const decideApplication = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/applications/{application_id}/decision',
  summary: 'Approve or reject an application that waits; approved applicants get an invitation',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params: applicationParams,
  body: z
    .strictObject(decision)
    .check(hasReason)
    .register(z.globalRegistry, { examples: [{ decision: 'reject', reason: 'full' }] }),
  reply: z.extend(application, { invitation_url: invitationUrl }),
  refusals: ['not_found', 'conflict', 'terms_missing', 'host_missing', 'brand_paused', 'brand_closed'],
  answers: 'secret',
});

export const decideApplications = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/applications/decisions',
  summary: 'Approve or reject up to 100 applications, with a result for each',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'creators',
  params: merchantParams,
  body: z
    .strictObject({ ...decision, application_ids: list(id, { min: 1, max: 100, noun: 'applications' }) })
    .check(hasReason)
    .register(z.globalRegistry, {
      examples: [{ application_ids: ['019aa1f0-7c3e-7b52-9c1d-3f5a8e2b6d04'], decision: 'approve' }],
    }),
  reply: z.array(
    z.strictObject({
      application_id: z.string(),
      result: z.enum(['approved', 'rejected', 'withdrawn_before', 'answered_before', 'not_found']),
      /** Why nothing was done; else empty. */
      message: z.string(),
      invitation_url: invitationUrl,
    }),
  ),
  refusals: ['not_found', 'terms_missing', 'host_missing', 'brand_paused', 'brand_closed'],
  answers: 'secret',
});
