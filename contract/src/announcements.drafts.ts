import { announcementBody } from './values/announcement-body.ts';
import * as z from 'zod/mini';
import { announcedPicture, announcedProduct, audience, namedAudience, publishedAnnouncement } from './announcements.ts';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { cursorMeta, cursorQuery, id, instant, name, sentWhole, text, whole } from './values/fields.ts';
import { distinctList } from './values/list.ts';

// What a brand's staff write before creators see it. A draft becomes an announcement, with the same id, when it is
// published.

const base = { access: ['brand'], scope: 'own_merchant', right: 'announcements' } as const;
const brand = z.strictObject({ merchant: id });
const params = z.strictObject({ merchant: id, draft_id: id });

const written = z.strictObject({
  title: name({ min: 0, max: 140 }),
  /** Markdown: paragraphs, `## headings`, `- ` and `1. ` lists, `**bold**`, `*italic*`, `[links](https://…)`. */
  body: announcementBody,
  picture: z.nullable(picturePath),
  /** What the picture shows, for those who don’t see it. */
  picture_alt: z._default(text({ max: 300 }), ''),
  product_ids: distinctList(id, { max: 6, noun: 'products' }),
  audience,
  pinned: z.boolean(),
});
export type DraftFields = z.output<typeof written>;

/** Why a scheduled draft was not published at its time; it is a draft again. */
export const draftProblem = z.enum(['brand_paused', 'brand_closed', 'incomplete', 'audience_empty']);
export type DraftProblem = z.output<typeof draftProblem>;

/**
 * `revision` counts the saves. A change names the revision that it was made from, so that nobody overwrites a
 * colleague's. `creators` is how many it would go to now; null for a draft in a list.
 */
export const announcementDraft = z.strictObject({
  id: z.string(),
  revision: whole,
  title: z.string(),
  body: z.string(),
  picture: z.nullable(announcedPicture),
  products: z.array(announcedProduct),
  audience: namedAudience,
  creators: z.nullable(whole),
  pinned: z.boolean(),
  saved_by: z.string(),
  saved_at: instant,
  scheduled_for: z.nullable(instant),
  problem: z.nullable(draftProblem),
});
export type AnnouncementDraft = z.output<typeof announcementDraft>;

export const listAnnouncementDrafts = endpoint({
  ...base,
  method: 'GET',
  path: '/brand/{merchant}/announcement-drafts',
  summary: 'Drafts and scheduled announcements of a brand, last saved first',
  params: brand,
  query: z.strictObject(cursorQuery),
  reply: z.array(announcementDraft),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const createAnnouncementDraft = endpoint({
  ...base,
  method: 'POST',
  path: '/brand/{merchant}/announcement-drafts',
  summary: 'Start a draft of an announcement',
  status: 201,
  params: brand,
  body: written,
  reply: announcementDraft,
  refusals: ['not_found', 'brand_closed'],
  perMinute: 60,
});

export const getAnnouncementDraft = endpoint({
  ...base,
  method: 'GET',
  path: '/brand/{merchant}/announcement-drafts/{draft_id}',
  summary: 'A draft, with the number of creators it would go to now',
  params,
  reply: announcementDraft,
  refusals: ['not_found'],
});

export const saveAnnouncementDraft = endpoint({
  ...base,
  method: 'PUT',
  path: '/brand/{merchant}/announcement-drafts/{draft_id}',
  summary: 'Save a draft, scheduled or not; refused if a colleague saved it in the meantime',
  params,
  body: z.extend(written, { revision: sentWhole }),
  reply: announcementDraft,
  refusals: ['not_found', 'conflict', 'brand_closed'],
});

export const deleteAnnouncementDraft = endpoint({
  ...base,
  method: 'DELETE',
  path: '/brand/{merchant}/announcement-drafts/{draft_id}',
  summary: 'Delete a draft; a scheduled one is not published',
  params,
  reply: z.strictObject({ deleted: z.literal(true) }),
  refusals: ['not_found'],
});

export const publishAnnouncementDraft = endpoint({
  ...base,
  method: 'POST',
  path: '/brand/{merchant}/announcement-drafts/{draft_id}/publish',
  summary: 'Publish a draft now',
  status: 201,
  params,
  body: z.strictObject({ revision: sentWhole }),
  reply: publishedAnnouncement,
  refusals: ['not_found', 'conflict', 'brand_paused', 'brand_closed'],
  perMinute: 20,
});

export const scheduleAnnouncementDraft = endpoint({
  ...base,
  method: 'PUT',
  path: '/brand/{merchant}/announcement-drafts/{draft_id}/schedule',
  summary: 'Publish a draft at a time on the clock of the brand’s zone; replaces an earlier time',
  params,
  body: z.strictObject({
    revision: sentWhole,
    local_time: z
      .string()
      .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'must be a day and time, like 2026-12-01T09:00')),
  }),
  reply: announcementDraft,
  refusals: ['not_found', 'conflict', 'brand_paused', 'brand_closed'],
});

export const unscheduleAnnouncementDraft = endpoint({
  ...base,
  method: 'DELETE',
  path: '/brand/{merchant}/announcement-drafts/{draft_id}/schedule',
  summary: 'Cancel the time of a scheduled announcement; it stays as a draft',
  params,
  reply: announcementDraft,
  refusals: ['not_found'],
});

export const testAnnouncementDraft = endpoint({
  ...base,
  method: 'POST',
  path: '/brand/{merchant}/announcement-drafts/{draft_id}/test-email',
  summary: 'Email a draft to oneself, as creators would get it',
  params,
  reply: z.strictObject({ sent_to: z.string() }),
  refusals: ['not_found'],
  perMinute: 10,
});

/** Whom an announcement can be for, with the number of creators now. */
export const listAnnouncementAudiences = endpoint({
  ...base,
  method: 'GET',
  path: '/brand/{merchant}/announcement-audiences',
  summary: 'The audiences to choose from: all creators, each group and each tag, with their number now',
  params: brand,
  reply: z.strictObject({
    creators: whole,
    groups: z.array(z.strictObject({ id: z.string(), name: z.string(), creators: whole })),
    tags: z.array(z.strictObject({ tag: z.string(), creators: whole })),
  }),
  refusals: ['not_found'],
});
