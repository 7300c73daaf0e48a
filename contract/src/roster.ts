import * as z from 'zod/mini';
import {
  analyticsLinkRow,
  analyticsPresets,
  analyticsProductRow,
  analyticsRange,
  day,
  readAnalyticsOverview,
} from './analytics.ts';
import { endpoint } from './endpoint.ts';
import { accountStatus } from './values/account-status.ts';
import { creatorTag } from './values/creator-tags.ts';
import { cursorMeta, id, instant, plainText, text, whole } from './values/fields.ts';
import { distinctList } from './values/list.ts';
import { money } from './values/money.ts';
import { withRate } from './values/rates.ts';
import { ruleTarget } from './catalogue.products.ts';
import { brandSuspension, suspensionCategory } from './suspensions.ts';

// A brand's creators as its staff see them.

const merchantParams = z.strictObject({ merchant: id });
const accountParams = z.strictObject({ merchant: id, merchant_account_id: id });
const base = { access: ['brand'], scope: 'own_merchant' } as const;
const reading = { ...base, method: 'GET', right: 'view' } as const;
const changing = { ...base, method: 'POST', right: 'creators' } as const;

export const mostTags = 10;
export const mostMovedAtOnce = 1_000;

/** By what the list can be sorted. */
export const rosterColumns = [
  'name',
  'group',
  'joined',
  'last_activity',
  'views',
  'clicks',
  'orders',
  'sales',
  'commission',
  'conversion',
  'earnings_per_click',
] as const;
export type RosterColumn = (typeof rosterColumns)[number];

/** `search`: in names and handles. `group`: an id, or `none` for those in no group. */
const filterFields = {
  search: z.optional(text({ max: 100 })),
  status: z.optional(accountStatus),
  group: z.optional(id),
  tag: z.optional(creatorTag),
};
const filter = z.strictObject(filterFields);
export type RosterFilter = z.output<typeof filter>;

/** The last `days`, or a preset, or `from` and `to` (both included), in the brand's time zone. Default: the last 30 days. */
const listFields = {
  ...filterFields,
  days: z.optional(z.coerce.number('must be a number of days').check(z.int(), z.minimum(1), z.maximum(1_100))),
  preset: z.optional(z.enum(analyticsPresets, `must be one of ${analyticsPresets.join(', ')}`)),
  from: z.optional(day),
  to: z.optional(day),
  sort: z._default(z.enum(rosterColumns, `must be one of ${rosterColumns.join(', ')}`), 'joined'),
  order: z._default(z.enum(['up', 'down'], 'must be up or down'), 'down'),
};

const groupName = z.strictObject({ id: z.string(), name: z.string() });

const creatorHead = z.strictObject({
  merchant_account_id: z.string(),
  display_name: z.string(),
  user_handle: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  status: accountStatus,
  /** The moment from which clicks earn nothing any more, if an end is announced or past. */
  ends_at: z.nullable(instant),
  joined_at: instant,
  storefront_url: z.string(),
  group: z.nullable(groupName),
  tags: z.array(z.string()),
});

/**
 * Figures cover the range: clicks and views made in it, orders placed in it and credited to the creator. `last_activity`
 * is the last day in UTC on which somebody opened the storefront or followed a link.
 */
export const rosterCreator = z.extend(creatorHead, {
  last_activity: z.nullable(z.string()),
  views: whole,
  clicks: whole,
  orders: whole,
  sales: money,
  commission: money,
  conversion: z.nullable(z.number()),
  earnings_per_click: z.nullable(money),
});
export type RosterCreator = z.output<typeof rosterCreator>;

export const listCreators = endpoint({
  ...reading,
  path: '/brand/{merchant}/creators',
  summary: 'The creators of a brand with their figures over a range; by page with `limit`, all at once without',
  params: merchantParams,
  query: z.strictObject({
    ...listFields,
    cursor: z.optional(plainText({ max: 200 })),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.array(rosterCreator),
  meta: z.extend(cursorMeta, { total: whole, range: analyticsRange }),
  readsReplica: true,
  refusals: ['not_found'],
});

export const downloadCreators = endpoint({
  ...reading,
  path: '/brand/{merchant}/creators/csv',
  summary: 'The same list as a CSV file, with the chosen columns in their order',
  params: merchantParams,
  query: z.strictObject({
    ...listFields,
    /** Names of columns with commas between them; all without. */
    columns: z.optional(plainText({ max: 300 })),
  }),
  reply: z.string(),
  readsReplica: true,
  refusals: ['not_found'],
  gives: 'text/csv',
});

export const readCreatorFilters = endpoint({
  ...reading,
  path: '/brand/{merchant}/creators/filters',
  summary: 'The groups and tags by which the creators of a brand can be filtered',
  params: merchantParams,
  reply: z.strictObject({ groups: z.array(groupName), tags: z.array(z.string()) }),
  refusals: ['not_found'],
});

const author = z.nullable(z.string());

export const creatorNote = z.strictObject({
  id: z.string(),
  body: z.string(),
  written_at: instant,
  written_by: author,
  mine: z.boolean(),
});

/** One of the rules that apply to a creator. `because`: what it is for. With dates, to clicks between them. */
const appliedRule = withRate({
  because: ruleTarget,
  sku: z.nullable(z.string()),
  category: z.nullable(z.string()),
  starts_at: z.nullable(instant),
  ends_at: z.nullable(instant),
});
const appliedTerms = z.strictObject({ version: whole, effective_at: instant, rules: z.array(appliedRule) });

/** `by`: who of the staff did it; null if nobody did, or they are gone. */
const pastEvent = { at: instant, by: author };
export const creatorEvent = z.discriminatedUnion('kind', [
  z.strictObject({ ...pastEvent, kind: z.literal('joined') }),
  z.strictObject({ ...pastEvent, kind: z.literal('moved'), group: z.nullable(z.string()), effective_at: instant }),
  z.strictObject({ ...pastEvent, kind: z.literal('paused'), reason: z.string() }),
  z.strictObject({ ...pastEvent, kind: z.literal('resumed') }),
  /** By an operator, at all brands; the brand doesn't read why. */
  z.strictObject({ ...pastEvent, kind: z.literal('suspended') }),
  z.strictObject({ ...pastEvent, kind: z.literal('suspension_ended') }),
  z.strictObject({ ...pastEvent, kind: z.literal('objected'), text: z.string() }),
  z.strictObject({ ...pastEvent, kind: z.literal('upheld'), answer: z.string() }),
  z.strictObject({ ...pastEvent, kind: z.literal('ending'), reason: z.string(), ends_at: instant }),
  z.strictObject({ ...pastEvent, kind: z.literal('kept') }),
  z.strictObject({ ...pastEvent, kind: z.literal('rejoined') }),
  z.strictObject({ ...pastEvent, kind: z.literal('terms'), version: whole, effective_at: instant }),
]);
export type CreatorEvent = z.output<typeof creatorEvent>;

export const creatorProfile = z.extend(creatorHead, {
  pause: z.nullable(z.strictObject({ since: instant, reason: z.string() })),
  /** The same pause with its category and the objection to it; null for one from before there were objections. */
  pause_suspension: z.nullable(brandSuspension),
  /** Since when an operator suspends the creator at all brands. */
  suspended_since: z.nullable(instant),
  /** `can_be_kept`: its day has not come, so it can be withdrawn. */
  ending: z.nullable(z.strictObject({ ends_at: instant, reason: z.string(), can_be_kept: z.boolean() })),
  /** The first day on which an end can begin, in the brand's time zone. */
  earliest_end: z.string(),
  /** A move that was decided and has not taken effect. */
  next_group: z.nullable(z.strictObject({ group: z.nullable(groupName), effective_at: instant })),
  /** Those in effect first, then those that are announced. */
  terms: z.array(appliedTerms),
  /** The newest. */
  posts: z.array(z.strictObject({ id: z.string(), title: z.string(), created_at: instant })),
  codes: z.array(z.strictObject({ code: z.string(), created_at: instant, ended_at: z.nullable(instant) })),
  notes: z.array(creatorNote),
  history: z.array(creatorEvent),
});
export type CreatorProfile = z.output<typeof creatorProfile>;

export const readCreator = endpoint({
  ...reading,
  path: '/brand/{merchant}/creators/{merchant_account_id}',
  summary: 'One creator of a brand: status, group, tags, terms, posts, codes, notes of the staff, and history',
  params: accountParams,
  reply: creatorProfile,
  refusals: ['not_found'],
});

const creatorFigures = z.extend(
  z.pick(readAnalyticsOverview.reply, { range: true, now: true, before: true, series: true }),
  { products: z.array(analyticsProductRow), links: z.array(analyticsLinkRow) },
);
export type CreatorFigures = z.output<typeof creatorFigures>;

export const readCreatorFigures = endpoint({
  ...reading,
  path: '/brand/{merchant}/creators/{merchant_account_id}/figures',
  summary: 'The figures of one creator over a range, as a series, and their best products and links',
  params: accountParams,
  query: z.strictObject({
    preset: z.optional(z.enum(analyticsPresets, `must be one of ${analyticsPresets.join(', ')}`)),
    from: z.optional(day),
    to: z.optional(day),
  }),
  reply: creatorFigures,
  readsReplica: true,
  refusals: ['not_found'],
});

const reason = text({ min: 5, max: 1_000 });

export const pauseCreator = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/{merchant_account_id}/pause',
  summary:
    'Pause a creator from now on: links still redirect, and clicks on them earn nothing. The creator has 14 days to object',
  params: accountParams,
  body: z.strictObject({ category: suspensionCategory, reason }),
  reply: creatorProfile,
  answers: 'public_code',
  refusals: ['not_found', 'conflict'],
});

export const resumeCreator = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/{merchant_account_id}/resume',
  summary: 'Resume a paused creator, which accepts an open objection: clicks earn again from now on',
  params: accountParams,
  body: z.optional(z.strictObject({ reason: z.optional(reason) })),
  reply: creatorProfile,
  answers: 'public_code',
  refusals: ['not_found', 'conflict'],
});

export const endCreator = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/{merchant_account_id}/end',
  summary: 'Announce the day from which clicks of a creator earn nothing any more; without `ends_on`, the earliest',
  params: accountParams,
  body: z.strictObject({ reason, ends_on: z.optional(day) }).register(z.globalRegistry, {
    examples: [{ reason: 'Our program ends with this season.', ends_on: '2027-02-01' }],
  }),
  reply: creatorProfile,
  answers: 'public_code',
  refusals: ['not_found', 'conflict'],
});

export const keepCreator = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/{merchant_account_id}/keep',
  summary: 'Withdraw an announced end before its day',
  params: accountParams,
  reply: creatorProfile,
  answers: 'public_code',
  refusals: ['not_found', 'conflict'],
});

/** Some creators, or all that a filter of the list finds. */
const someCreators = {
  merchant_account_ids: z.optional(distinctList(id, { min: 1, max: mostMovedAtOnce, noun: 'creators' })),
  filter: z.optional(filter),
};
const oneOfBoth = z.refine<{ merchant_account_ids?: string[] | undefined; filter?: RosterFilter | undefined }>(
  (body) => (body.merchant_account_ids === undefined) !== (body.filter === undefined),
  { path: ['merchant_account_ids'], error: 'must be given, or filter instead, but not both' },
);

/** `group_id` null: out of all groups. */
export const moveCreators = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/moves',
  summary: 'Move creators to a group; who would earn less there moves when the notice period is over',
  params: merchantParams,
  body: z
    .strictObject({ group_id: z.nullable(id), ...someCreators })
    .check(oneOfBoth)
    .register(z.globalRegistry, {
      examples: [{ group_id: '019aa1f0-7c3e-7b52-9c1d-3f5a8e2b6d04', filter: { tag: 'spring' } }],
    }),
  /** `unchanged`: were in the group already. */
  reply: z.strictObject({
    moved: whole,
    unchanged: whole,
    effective: z.array(z.strictObject({ effective_at: instant, creators: whole })),
  }),
  refusals: ['not_found', 'conflict'],
});

export const tagCreator = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/{merchant_account_id}/tags',
  summary: `Add a tag to a creator, of at most ${mostTags}`,
  params: accountParams,
  body: z.strictObject({ tag: creatorTag }),
  reply: z.strictObject({ tags: z.array(z.string()) }),
  refusals: ['not_found', 'conflict'],
});

export const untagCreator = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/brand/{merchant}/creators/{merchant_account_id}/tags/{tag}',
  summary: 'Remove a tag from a creator',
  params: z.strictObject({ merchant: id, merchant_account_id: id, tag: creatorTag }),
  reply: z.strictObject({ tags: z.array(z.string()) }),
  refusals: ['not_found'],
});

export const tagCreators = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/tags',
  summary: `Add a tag to many creators, or remove it from them; a creator has at most ${mostTags} tags`,
  params: merchantParams,
  body: z
    .strictObject({ tag: creatorTag, change: z.enum(['add', 'remove']), ...someCreators })
    .check(oneOfBoth)
    .register(z.globalRegistry, { examples: [{ tag: 'spring', change: 'add', filter: { status: 'active' } }] }),
  /** `unchanged`: already had the tag, or not. `full`: got none, because they have the most tags. */
  reply: z.strictObject({ changed: whole, unchanged: whole, full: whole }),
  refusals: ['not_found'],
});

export const addCreatorNote = endpoint({
  ...changing,
  path: '/brand/{merchant}/creators/{merchant_account_id}/notes',
  summary: 'Add a note about a creator, which only the staff of the brand can read',
  status: 201,
  params: accountParams,
  body: z.strictObject({ body: text({ min: 1, max: 2_000 }) }),
  reply: creatorNote,
  refusals: ['not_found'],
});

export const deleteCreatorNote = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/brand/{merchant}/creators/{merchant_account_id}/notes/{note_id}',
  summary: 'Delete one’s own note about a creator',
  params: z.strictObject({ merchant: id, merchant_account_id: id, note_id: id }),
  reply: z.strictObject({ deleted: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
});
