import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { picturePath } from './pictures.ts';
import { cursorMeta, cursorQuery, id, instant, largestWhole, sentWhole, text, whole } from './values/fields.ts';
import { list } from './values/list.ts';

export const side = z.enum(['creator', 'brand']);
export type Side = z.output<typeof side>;

const pictureInMessage = z.strictObject({ path: z.string(), url: z.string(), width: whole, height: whole });

/**
 * A message of a thread. `seq` counts from 1 without gaps and is the order for both sides. `client_id` comes from the
 * sender's browser and is returned only to the sender. `sender_name` is the staff member, returned only to the brand.
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
  summary: 'The conversations of a creator with brands, latest message first, with unread counts',
  access: ['creator'],
  scope: 'self',
  reply: z.array(merchantEntry),
});

const threadQuery = z.strictObject({
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(largestWhole))),
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestWhole))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});

/** `last_seq` is the newest message; `read_seq` is how far this side has read, `seen_seq` how far the other side has. */
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
      error: 'must not be empty without a picture',
    }),
  );
export type NewMessage = z.output<typeof newMessage>;

const readUpTo = z.strictObject({ seq: sentWhole });
const readReply = z.strictObject({ read_seq: whole, unread_message_count: whole });

const ownThread = z.strictObject({ merchant_account_id: id });

export const listMessages = endpoint({
  method: 'GET',
  path: '/chatroom/threads/{merchant_account_id}/messages',
  summary: 'Messages of a thread, oldest first: after a seq, before a seq, or the newest',
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
  summary:
    'Send a message to the brand; sending it again with its client_id returns the existing message, and another text with that client_id is a 409',
  access: ['creator'],
  scope: 'own_merchant_account',
  status: 201,
  params: ownThread,
  body: newMessage,
  reply: message,
  refusals: ['not_found', 'conflict'],
  // Separate from the limit on new messages: sending the same message again is harmless and doesn't count there.
  perMinute: 600,
});

export const markMessagesRead = endpoint({
  method: 'POST',
  path: '/chatroom/threads/{merchant_account_id}/read',
  summary: 'Mark messages as read up to a seq; a lower seq than before changes nothing',
  access: ['creator'],
  scope: 'own_merchant_account',
  params: ownThread,
  body: readUpTo,
  reply: readReply,
  refusals: ['not_found'],
  allowedWhileSuspended: true,
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
  summary: 'The conversations of a brand with creators, latest message first; `search` is part of a name or handle',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'messages',
  params: brand,
  query: z.strictObject({ search: z.optional(text({ max: 100 })), ...cursorQuery }),
  reply: z.array(thread),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const getThread = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/threads/{merchant_account_id}',
  summary: 'A conversation of a brand with a creator',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'messages',
  params: threadOfBrand,
  reply: thread,
  refusals: ['not_found'],
});

export const listThreadMessages = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/threads/{merchant_account_id}/messages',
  summary: 'Messages of a thread with a creator, oldest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'messages',
  params: threadOfBrand,
  query: threadQuery,
  reply: z.array(message),
  meta: threadMeta,
  refusals: ['not_found'],
});

export const sendThreadMessage = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/threads/{merchant_account_id}/messages',
  summary:
    'Send a message to a creator; sending it again with its client_id returns the existing message, and another text with that client_id is a 409',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'messages',
  status: 201,
  params: threadOfBrand,
  body: newMessage,
  reply: message,
  refusals: ['not_found', 'conflict'],
  // Separate from the limit on new messages: sending the same message again is harmless and doesn't count there.
  perMinute: 600,
});

export const markThreadRead = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/threads/{merchant_account_id}/read',
  summary: 'Mark messages as read by the brand up to a seq',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'messages',
  params: threadOfBrand,
  body: readUpTo,
  reply: readReply,
  refusals: ['not_found'],
});
