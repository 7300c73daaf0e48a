import { sql } from 'kysely';
import type { MerchantEntry, Message, Side, Thread, ThreadMeta } from '@vitrine/contract/conversations.ts';
import { unreadAnnouncement } from '../announcements/unread.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { publicAddress } from '../platform/public.address.ts';
import type { ThreadAccess } from './conversations.access.ts';

type Picture = { path: string; width: number; height: number };
export type MessageRow = {
  seq: bigint;
  side: string;
  sender_id: string;
  client_id: string;
  sender_name: string | null;
  body: string;
  attachments: unknown;
  created_at: Date;
};

const sideOf = (side: string): Side => (side === 'creator' ? 'creator' : 'brand');

/** A message as this side may see it: staff names only for the brand, the client id only for the sender. */
export function presentMessage(ctx: Context, row: MessageRow, reader: Pick<ThreadAccess, 'userId' | 'side'>): Message {
  const mine = row.sender_id === reader.userId;
  // Only sendMessage writes this column, so its shape is known.
  const pictures = row.attachments as Picture[];
  return {
    seq: Number(row.seq),
    side: sideOf(row.side),
    mine,
    client_id: mine ? row.client_id : null,
    sender_name: reader.side === 'brand' ? row.sender_name : null,
    body: row.body,
    pictures: pictures.map((picture) =>
      Object.assign({ url: publicAddress(ctx.config.publicUrl, picture.path) }, picture),
    ),
    created_at: row.created_at.toISOString(),
  };
}

type Range = { after?: number | undefined; before?: number | undefined; limit: number };

/** Part of a thread in order: after a number, before one, or the newest. */
export async function messagesOf(ctx: Context, tx: Tx, thread: ThreadAccess, range: Range): Promise<Message[]> {
  const { after, before, limit } = range;
  const rows = await tx
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.sender_id')
    .selectAll('messages')
    .select('users.display_name as sender_name')
    .where('merchant_id', '=', thread.merchantId)
    .where('thread_id', '=', thread.threadId)
    .$if(after !== undefined, (some) => some.where('seq', '>', BigInt(after ?? 0)))
    .$if(before !== undefined, (some) => some.where('seq', '<', BigInt(before ?? 0)))
    .orderBy('seq', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  if (after === undefined) rows.reverse();
  return rows.map((row) => presentMessage(ctx, row, thread));
}

export async function threadMetaOf(tx: Tx, thread: ThreadAccess): Promise<ThreadMeta> {
  const row = await tx
    .selectFrom('threads')
    .select(['last_seq', 'creator_read_seq', 'brand_read_seq'])
    .where('merchant_id', '=', thread.merchantId)
    .where('id', '=', thread.threadId)
    .executeTakeFirstOrThrow();
  const [read, seen] =
    thread.side === 'creator' ? [row.creator_read_seq, row.brand_read_seq] : [row.brand_read_seq, row.creator_read_seq];
  return { last_seq: Number(row.last_seq), read_seq: Number(read), seen_seq: Number(seen) };
}

/** Counts the other side's messages beyond the read mark. Not cached, so that it is always right. */
export async function countUnread(tx: Tx, thread: ThreadAccess): Promise<number> {
  const row = await tx
    .selectFrom('messages')
    .innerJoin('threads', (join) =>
      join.onRef('threads.merchant_id', '=', 'messages.merchant_id').onRef('threads.id', '=', 'messages.thread_id'),
    )
    .select((of) => of.fn.countAll<bigint>().as('unread'))
    .where('messages.merchant_id', '=', thread.merchantId)
    .where('messages.thread_id', '=', thread.threadId)
    .where('messages.side', '<>', thread.side)
    .whereRef('messages.seq', '>', thread.side === 'creator' ? 'threads.creator_read_seq' : 'threads.brand_read_seq')
    .executeTakeFirstOrThrow();
  return Number(row.unread);
}

type LastMessage = { last_seq: bigint; last_side: string | null; last_body: string | null; last_at: Date | null };

function presentLast(row: LastMessage): Thread['last_message'] {
  if (row.last_side === null || row.last_at === null) return null;
  return {
    seq: Number(row.last_seq),
    side: sideOf(row.last_side),
    body: row.last_body ?? '',
    created_at: row.last_at.toISOString(),
  };
}

/** Laterals over a thread `t`: its last message, and how many of the other side are unread. */
const lastOfThread = sql`left join messages l on l.merchant_id = t.merchant_id and l.thread_id = t.id and l.seq = t.last_seq`;
export const unreadOfThread = (mine: Side, name = 'unread') => sql`cross join lateral (
  select count(*) as unread from messages u where u.merchant_id = t.merchant_id and u.thread_id = t.id
    and u.side <> ${mine} and u.seq > ${sql.ref(`t.${mine}_read_seq`)}) as ${sql.ref(name)}`;

/** S17: latest message first, brands without messages last. */
export async function merchantListOf(ctx: Context, tx: Tx, creatorId: string): Promise<MerchantEntry[]> {
  const { rows } = await sql<
    LastMessage & {
      id: string;
      display_name: string;
      brand_logo: string | null;
      slug: string;
      unread: bigint;
      unread_announcements: bigint;
    }
  >`select a.id, m.display_name, m.brand_logo, m.slug, t.last_seq, l.side as last_side, l.body as last_body, l.created_at as last_at, unread.unread,
      (select count(*) from announcements an where an.merchant_id = a.merchant_id and ${unreadAnnouncement}) as unread_announcements
    from merchant_accounts a join merchants m on m.id = a.merchant_id
      join threads t on t.merchant_id = a.merchant_id and t.id = a.id ${lastOfThread} ${unreadOfThread('creator')}
    where a.creator_id = ${creatorId}::uuid
    order by t.last_message_at desc nulls last, a.joined_at, m.slug`.execute(tx);
  return rows.map((row) => ({
    merchant_account_id: row.id,
    merchant_account: {
      merchant_display_name: row.display_name,
      brand_logo: publicAddress(ctx.config.publicUrl, row.brand_logo),
      slug: row.slug,
    },
    unread_message_count: Number(row.unread),
    unread_announcement_count: Number(row.unread_announcements),
    last_message: presentLast(row),
  }));
}

type ThreadRow = LastMessage & {
  id: string;
  latest_at: Date;
  display_name: string;
  user_handle: string | null;
  avatar: string | null;
  unread: bigint;
};

function presentRow(ctx: Context, row: ThreadRow): Thread {
  return {
    merchant_account_id: row.id,
    creator: {
      display_name: row.display_name,
      user_handle: row.user_handle,
      avatar: publicAddress(ctx.config.publicUrl, row.avatar),
    },
    unread_message_count: Number(row.unread),
    last_message: presentLast(row),
  };
}

/** Threads without messages come last. */
const latestAt = sql`coalesce(t.last_message_at, '1970-01-01 00:00:00+00'::timestamptz)`;

/** The threads are limited before their messages are looked up. */
function readThreads(tx: Tx, merchantId: string, condition: ReturnType<typeof sql>, limit: number) {
  return sql<ThreadRow>`select t.*, l.side as last_side, l.body as last_body, l.created_at as last_at, unread.unread
    from (
      select t.*, ${latestAt} as latest_at, c.display_name, c.user_handle, c.avatar
      from threads t join users c on c.id = t.creator_id
      where t.merchant_id = ${merchantId}::uuid and ${condition}
      order by ${latestAt} desc, t.id desc limit ${limit}
    ) t ${lastOfThread} ${unreadOfThread('brand')}
    order by t.latest_at desc, t.id desc`.execute(tx);
}

export async function pageOfThreads(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  { search = '', cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ data: Thread[]; meta: { next_cursor: string | null } }> {
  const after = placeOfId(cursor);
  const pattern = `%${search.replace(/^@/, '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await readThreads(
    tx,
    merchantId,
    sql`(${search} = '' or c.display_name ilike ${pattern} or c.user_handle ilike ${pattern})
      and (${after?.at ?? null}::timestamptz is null or (${latestAt}, t.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))`,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentRow(ctx, row)),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.latest_at, last.id) : null },
  };
}

export async function findThread(
  ctx: Context,
  tx: Tx,
  { merchantId, threadId }: Pick<ThreadAccess, 'merchantId' | 'threadId'>,
): Promise<Thread | undefined> {
  const { rows } = await readThreads(tx, merchantId, sql`t.id = ${threadId}::uuid`, 1);
  return rows[0] && presentRow(ctx, rows[0]);
}
