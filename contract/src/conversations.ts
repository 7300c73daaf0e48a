import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { id, instant, text, whole } from './values/fields.ts';
import { list } from './values/list.ts';

export const side = z.enum(['creator', 'brand']);
export type Side = z.output<typeof side>;

const pictureInMessage = z.strictObject({ path: z.string(), url: z.string(), width: whole, height: whole });

/**
 * A message of a thread. `seq` counts from 1 without a gap and is the order for everyone. `client_id` is what its
 * writer gave it, told to the writer alone. `sender_name` names the member of staff to the brand's own side.
 */
export const message = z.strictObject({
  seq: whole,
  side,
  mine: z.boolean(),
  client_id: z.nullable(z.string()),
  sender_name: z.nullable(z.string()),
  body: z.string(),
  pictures: z.array(pictureInMessage),
  created_at: instant,
});
export type Message = z.output<typeof message>;

const lastMessage = z.nullable(z.strictObject({ seq: whole, side, body: z.string(), created_at: instant }));

/** S14, S17: a brand in the list of conversations. */
export const merchantEntry = z.strictObject({
  merchant_account_id: z.string(),
  merchant_account: z.strictObject({
    merchant_display_name: z.string(),
    brand_logo: z.nullable(z.string()),
    slug: z.string(),
  }),
  unread_message_count: whole,
  unread_announcement_count: whole,
  last_message: lastMessage,
});
export type MerchantEntry = z.output<typeof merchantEntry>;

export const getMerchantList = endpoint({
  method: 'GET',
  path: '/chatroom/get-merchant-list',
  summary: 'The brands a creator talks with: last message first, those without one last, with what is unread',
  access: ['creator'],
  scope: 'self',
  reply: z.array(merchantEntry),
});

export const announcement = z.strictObject({
  id: z.string(),
  merchant_account_id: z.string(),
  merchant: z.strictObject({ display_name: z.string(), brand_logo: z.nullable(z.string()), slug: z.string() }),
  title: z.string(),
  body: z.string(),
  pinned: z.boolean(),
  published_at: instant,
  read: z.boolean(),
});
export type Announcement = z.output<typeof announcement>;

export const getAnnouncementList = endpoint({
  method: 'GET',
  path: '/chatroom/get-announcement-list',
  summary: 'What brands announce to their creators, page by page: pinned first, then the newest',
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

export const readAnnouncements = endpoint({
  method: 'POST',
  path: '/chatroom/announcements/read',
  summary: 'Mark announcements as read: those named, or all',
  access: ['creator'],
  scope: 'self',
  body: z.union(
    [
      z.strictObject({ announcement_ids: list(id, { min: 1, max: 100, noun: 'announcements' }) }),
      z.strictObject({ all: z.literal(true) }),
    ],
    'must hold announcement_ids, a list of 1 to 100 ids, or all: true',
  ),
  reply: z.strictObject({ unread_announcement_count: whole }),
});

const threadQuery = z.strictObject({
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});

/** `last_seq` is the thread's newest; `read_seq` is how far this side has read, `seen_seq` how far the other has. */
const threadMeta = z.strictObject({ last_seq: whole, read_seq: whole, seen_seq: whole });
export type ThreadMeta = z.output<typeof threadMeta>;

const newMessage = z
  .strictObject({
    client_id: z.string().check(z.regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _')),
    body: text({ max: 4_000 }),
    pictures: z._default(list(picturePath, { max: 5, noun: 'pictures' }), []),
  })
  .check(
    z.refine((input) => input.body !== '' || input.pictures.length > 0, {
      path: ['body'],
      error: 'must not be empty where there is no picture',
    }),
  );
export type NewMessage = z.output<typeof newMessage>;

const readUpTo = z.strictObject({ seq: whole });
const readReply = z.strictObject({ read_seq: whole, unread_message_count: whole });

const ownThread = z.strictObject({ merchant_account_id: id });

export const listMessages = endpoint({
  method: 'GET',
  path: '/chatroom/threads/{merchant_account_id}/messages',
  summary: 'Messages of a thread in their order: those after a number, those before one, or the newest',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: ownThread,
  query: threadQuery,
  reply: z.array(message),
  meta: threadMeta,
  refusals: ['not_found'],
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/chatroom/threads/{merchant_account_id}/messages',
  summary: 'Write to the brand; the same client_id again answers the message that it made',
  access: ['creator'],
  scope: 'own_merchant_account',
  status: 201,
  params: ownThread,
  body: newMessage,
  reply: message,
  refusals: ['not_found', 'conflict'],
  // Beside the limits of messages: sending again is harmless, and does not count there.
  perMinute: 600,
});

export const markMessagesRead = endpoint({
  method: 'POST',
  path: '/chatroom/threads/{merchant_account_id}/read',
  summary: 'Everything up to this number has been read; a lower number than before changes nothing',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: ownThread,
  body: readUpTo,
  reply: readReply,
  refusals: ['not_found'],
});

export const thread = z.strictObject({
  merchant_account_id: z.string(),
  creator: z.strictObject({
    display_name: z.string(),
    user_handle: z.nullable(z.string()),
    avatar: z.nullable(z.string()),
  }),
  unread_message_count: whole,
  last_message: lastMessage,
});
export type Thread = z.output<typeof thread>;

const brand = z.strictObject({ merchant: id });
const threadOfBrand = z.strictObject({ merchant: id, merchant_account_id: id });

export const listThreads = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/threads',
  summary: 'The creators a brand talks with: last message first, those without one last',
  access: ['brand'],
  scope: 'own_merchant',
  params: brand,
  reply: z.array(thread),
  refusals: ['not_found'],
});

export const listThreadMessages = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/threads/{merchant_account_id}/messages',
  summary: 'Messages of a thread with a creator in their order',
  access: ['brand'],
  scope: 'own_merchant',
  params: threadOfBrand,
  query: threadQuery,
  reply: z.array(message),
  meta: threadMeta,
  refusals: ['not_found'],
});

export const sendThreadMessage = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/threads/{merchant_account_id}/messages',
  summary: 'Write to a creator; the same client_id again answers the message that it made',
  access: ['brand'],
  scope: 'own_merchant',
  status: 201,
  params: threadOfBrand,
  body: newMessage,
  reply: message,
  refusals: ['not_found', 'conflict'],
  // Beside the limits of messages: sending again is harmless, and does not count there.
  perMinute: 600,
});

export const markThreadRead = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/threads/{merchant_account_id}/read',
  summary: 'Everything up to this number has been read by the brand',
  access: ['brand'],
  scope: 'own_merchant',
  params: threadOfBrand,
  body: readUpTo,
  reply: readReply,
  refusals: ['not_found'],
});

/** An announcement as the brand keeps it. `reads` counts the creators who have read it, of `readers` who may. */
export const publishedAnnouncement = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
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
  summary: 'The latest hundred announcements of a brand, withdrawn ones too',
  access: ['brand'],
  scope: 'own_merchant',
  params: brand,
  reply: z.array(publishedAnnouncement),
  refusals: ['not_found'],
});

export const publishAnnouncement = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/announcements',
  summary: 'Announce something to all creators of the brand',
  access: ['brand'],
  scope: 'own_merchant',
  status: 201,
  params: brand,
  body: z.strictObject({
    title: text({ min: 1, max: 140 }),
    body: text({ min: 1, max: 8_000 }),
    pinned: z._default(z.boolean(), false),
  }),
  reply: publishedAnnouncement,
  refusals: ['not_found'],
  perMinute: 20,
});

export const changeAnnouncement = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/announcements/{announcement_id}',
  summary: 'Pin an announcement or let it go, or withdraw it for good',
  access: ['brand'],
  scope: 'own_merchant',
  params: z.strictObject({ merchant: id, announcement_id: id }),
  body: z.strictObject({ pinned: z.optional(z.boolean()), withdrawn: z.optional(z.literal(true)) }),
  reply: publishedAnnouncement,
  refusals: ['not_found'],
});
