import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { creatorTag } from './values/creator-tags.ts';
import { cursorMeta, cursorQuery, id, instant, name, text, whole } from './values/fields.ts';
import { distinctList, list } from './values/list.ts';
import { richText } from './values/rich-text.ts';

/** `alt`: what the picture shows, for those who don’t see it; empty if it is only decoration. */
export const announcedPicture = z.strictObject({
  path: z.string(),
  url: z.string(),
  width: whole,
  height: whole,
  alt: z.string(),
});

/** A product that an announcement shows. It may have left the catalog since. */
export const announcedProduct = z.strictObject({
  id: z.string(),
  title: z.string(),
  image: z.nullable(z.string()),
  url: z.string(),
  archived: z.boolean(),
});
export type AnnouncedProduct = z.output<typeof announcedProduct>;

/** What an announcement says. `body` is the plain text; `content` is null for one that was written as plain text. */
const announced = z.strictObject({
  title: z.string(),
  body: z.string(),
  content: z.nullable(richText),
  picture: z.nullable(announcedPicture),
});

/** Who an announcement is for. Groups and tags are those of the moment when it is published; one of several is enough. */
export const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({
    kind: z.literal('groups'),
    group_ids: distinctList(id, { min: 1, max: 50, noun: 'groups' }),
  }),
  z.strictObject({ kind: z.literal('tags'), tags: distinctList(creatorTag, { min: 1, max: 50, noun: 'tags' }) }),
]);
export type AnnouncementAudience = z.output<typeof audience>;

/** An audience with the names of its groups, for staff. */
export const namedAudience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('groups'), groups: z.array(z.strictObject({ id: z.string(), name: z.string() })) }),
  z.strictObject({ kind: z.literal('tags'), tags: z.array(z.string()) }),
]);
export type NamedAudience = z.output<typeof namedAudience>;

/** `placed`: the product is on the creator's storefront. */
export const announcement = z.extend(announced, {
  id: z.string(),
  merchant_account_id: z.string(),
  merchant: z.strictObject({ display_name: z.string(), brand_logo: z.nullable(z.string()), slug: z.string() }),
  products: z.array(z.extend(announcedProduct, { placed: z.boolean() })),
  pinned: z.boolean(),
  published_at: instant,
  read: z.boolean(),
});
export type Announcement = z.output<typeof announcement>;

export const getAnnouncementList = endpoint({
  method: 'GET',
  path: '/chatroom/get-announcement-list',
  summary: 'Announcements of brands to the creator, by page: pinned first, then newest first',
  access: ['creator'],
  scope: 'own_merchant_account',
  query: z.strictObject({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
    merchant_account_id: z.optional(id),
  }),
  reply: z.array(announcement),
  meta: z.strictObject({ page: whole, pages: whole, total: whole, per_page: whole }),
  refusals: ['not_found'],
});

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/chatroom/announcements/{announcement_id}',
  summary: 'An announcement that the creator may read',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: z.strictObject({ announcement_id: id }),
  reply: announcement,
  refusals: ['not_found'],
});

export const readAnnouncements = endpoint({
  method: 'POST',
  path: '/chatroom/announcements/read',
  summary: 'Mark announcements as read, by id or all at once',
  access: ['creator'],
  scope: 'self',
  body: z.union(
    [
      z.strictObject({ announcement_ids: list(id, { min: 1, max: 100, noun: 'announcements' }) }),
      z.strictObject({ all: z.literal(true) }),
    ],
    'must have announcement_ids, a list of 1 to 100 ids, or all: true',
  ),
  reply: z.strictObject({ unread_announcement_count: whole }),
  allowedWhileSuspended: true,
});

const brand = z.strictObject({ merchant: id });
const announcementOfBrand = z.strictObject({ merchant: id, announcement_id: id });

/**
 * An announcement as the brand sees it. It went to `readers` creators, and `reads` of them have read it in the portal or
 * marked it as read. Emails are not tracked.
 */
export const publishedAnnouncement = z.extend(announced, {
  id: z.string(),
  products: z.array(announcedProduct),
  audience: namedAudience,
  pinned: z.boolean(),
  author: z.string(),
  published_at: instant,
  withdrawn_at: z.nullable(instant),
  reads: whole,
  readers: whole,
});
export type PublishedAnnouncement = z.output<typeof publishedAnnouncement>;

export const listPublishedAnnouncements = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/announcements',
  summary: 'The announcements of a brand, including withdrawn ones, newest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: brand,
  query: z.strictObject(cursorQuery),
  reply: z.array(publishedAnnouncement),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const publishAnnouncement = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/announcements',
  summary: 'Publish a plain text to all creators of the brand, without a draft',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'announcements',
  status: 201,
  params: brand,
  body: z.strictObject({
    title: name({ max: 140 }),
    body: text({ min: 1, max: 8_000 }),
    pinned: z._default(z.boolean(), false),
  }),
  reply: publishedAnnouncement,
  refusals: ['not_found', 'brand_paused', 'brand_closed'],
  perMinute: 20,
});

export const changeAnnouncement = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/announcements/{announcement_id}',
  summary: 'Pin, unpin or withdraw an announcement; withdrawing is final',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'announcements',
  params: announcementOfBrand,
  body: z.strictObject({ pinned: z.optional(z.boolean()), withdrawn: z.optional(z.literal(true)) }),
  reply: publishedAnnouncement,
  refusals: ['not_found'],
});

export const getPublishedAnnouncement = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/announcements/{announcement_id}',
  summary: 'An announcement of a brand',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'view',
  params: announcementOfBrand,
  reply: publishedAnnouncement,
  refusals: ['not_found'],
});

/** A creator that an announcement went to. `read_at` is null until they have read it in the portal. */
export const announcementReader = z.strictObject({
  merchant_account_id: z.string(),
  display_name: z.string(),
  user_handle: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  read_at: z.nullable(instant),
});
export type AnnouncementReader = z.output<typeof announcementReader>;

export const listAnnouncementReaders = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/announcements/{announcement_id}/readers',
  summary: 'The creators that an announcement went to and who have read it, or have not; those who joined last first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'announcements',
  params: announcementOfBrand,
  query: z.strictObject({ state: z._default(z.enum(['read', 'unread']), 'read'), ...cursorQuery }),
  reply: z.array(announcementReader),
  meta: cursorMeta,
  refusals: ['not_found'],
});
