import { sql } from 'kysely';
import type { Announcement, PublishedAnnouncement } from '@vitrine/contract/conversations.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { publicAddress } from '../platform/public.address.ts';
import { isBeforeEnd } from './conversations.views.ts';

const perPage = 20;

type AnnouncementRow = {
  id: string;
  account_id: string;
  display_name: string;
  brand_logo: string | null;
  slug: string;
  title: string;
  body: string;
  pinned: boolean;
  published_at: Date;
  read: boolean;
};

/** S18: a page of announcements, pinned first, optionally of one merchant account. Those from before the creator joined count as read. */
export async function announcementPageOf(
  ctx: Context,
  tx: Tx,
  creatorId: string,
  { page, accountId }: { page: number; accountId: string | undefined },
) {
  const from = sql`from announcements an
    join merchant_accounts a on a.merchant_id = an.merchant_id and a.creator_id = ${creatorId}::uuid
    where an.withdrawn_at is null and ${isBeforeEnd} and (${accountId ?? null}::uuid is null or a.id = ${accountId ?? null}::uuid)`;
  const counted = await sql<{ total: bigint }>`select count(*) as total ${from}`.execute(tx);
  const { rows } = await sql<AnnouncementRow>`select an.*, m.display_name, m.brand_logo, m.slug,
      an.published_at < an.joined_at or exists (select from announcement_reads r
        where r.creator_id = ${creatorId}::uuid and r.merchant_id = an.merchant_id and r.announcement_id = an.id) as read
    from (select an.*, a.id as account_id, a.joined_at ${from}
      order by an.pinned desc, an.published_at desc, an.id desc limit ${perPage} offset ${(page - 1) * perPage}) an
    join merchants m on m.id = an.merchant_id
    order by an.pinned desc, an.published_at desc, an.id desc`.execute(tx);
  const total = Number(counted.rows[0]?.total ?? 0n);
  const data = rows.map(
    (row): Announcement => ({
      id: row.id,
      merchant_account_id: row.account_id,
      merchant: {
        display_name: row.display_name,
        brand_logo: publicAddress(ctx.config.publicUrl, row.brand_logo),
        slug: row.slug,
      },
      title: row.title,
      body: row.body,
      pinned: row.pinned,
      published_at: row.published_at.toISOString(),
      read: row.read,
    }),
  );
  return { data, meta: { page, pages: Math.max(1, Math.ceil(total / perPage)), total, per_page: perPage } };
}

type Page = { cursor?: string | undefined; limit: number };

function readPublished(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('announcements as an')
    .innerJoin('users', 'users.id', 'an.author_id')
    .selectAll('an')
    .select([
      'users.display_name as author',
      sql<bigint>`(select count(*) from announcement_reads r where r.merchant_id = an.merchant_id and r.announcement_id = an.id)`.as(
        'reads',
      ),
      sql<bigint>`(select count(*) from merchant_accounts a where a.merchant_id = an.merchant_id and a.status <> 'ended' and a.joined_at <= an.published_at)`.as(
        'readers',
      ),
    ])
    .where('an.merchant_id', '=', merchantId);
}

type PublishedRow = Awaited<ReturnType<ReturnType<typeof readPublished>['execute']>>[number];

/** `readers` are the creators of the time it was published. */
function presentPublished(row: PublishedRow): PublishedAnnouncement {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    pinned: row.pinned,
    author: row.author,
    published_at: row.published_at.toISOString(),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    reads: Math.min(Number(row.reads), Number(row.readers)),
    readers: Number(row.readers),
  };
}

/** A brand's announcements, newest first. */
export async function pageOfPublished(tx: Tx, merchantId: string, { cursor, limit }: Page) {
  const after = placeOfId(cursor);
  const rows = await readPublished(tx, merchantId)
    .$if(after !== undefined, (later) =>
      later.where(sql<boolean>`(an.published_at, an.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('an.published_at', 'desc')
    .orderBy('an.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(presentPublished),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.published_at, last.id) : null },
  };
}

export async function findPublished(
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<PublishedAnnouncement | undefined> {
  const found = await readPublished(tx, merchantId).where('an.id', '=', id).executeTakeFirst();
  return found && presentPublished(found);
}
