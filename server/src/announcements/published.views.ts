import type {
  AnnouncementAudience,
  AnnouncementReader,
  listAnnouncementReaders,
  PublishedAnnouncement,
} from '@vitrine/contract/announcements.ts';
import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { publicAddress } from '../platform/public.address.ts';
import { announcedProducts, inOrder, presentPicture, storedContent } from './announcements.parts.ts';
import { nameAudiences } from './audience.ts';

type Page = { cursor?: string | undefined; limit: number };

/** A condition for accounts `a` that an announcement `an` went to, if it went to all, and that have not ended since. */
const wentTo = sql`a.merchant_id = an.merchant_id and a.status <> 'ended' and a.joined_at <= an.published_at`;
const isRecipient = sql`exists (select from announcement_recipients r
  where r.merchant_id = an.merchant_id and r.announcement_id = an.id and r.creator_id = a.creator_id)`;

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
      sql<bigint>`case when an.is_targeted
        then (select count(*) from announcement_recipients r
          where r.merchant_id = an.merchant_id and r.announcement_id = an.id)
        else (select count(*) from merchant_accounts a where ${wentTo}) end`.as('readers'),
    ])
    .where('an.merchant_id', '=', merchantId);
}

type PublishedRow = Awaited<ReturnType<ReturnType<typeof readPublished>['execute']>>[number];

const audienceOf = ({ audience }: { audience: unknown }) => audience as AnnouncementAudience;

/** `readers` are the creators of the time it was published. */
async function present(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  rows: readonly PublishedRow[],
): Promise<PublishedAnnouncement[]> {
  const products = await announcedProducts(
    ctx,
    tx,
    rows.flatMap((row) => row.product_ids),
  );
  const audiences = await nameAudiences(tx, merchantId, rows.map(audienceOf));
  return rows.map((row, place) => ({
    id: row.id,
    title: row.title,
    body: row.body,
    content: storedContent(row.content),
    picture: presentPicture(ctx, row.picture),
    products: inOrder(row.product_ids, products),
    audience: audiences[place] ?? { kind: 'all' },
    pinned: row.pinned,
    author: row.author,
    published_at: row.published_at.toISOString(),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    reads: Math.min(Number(row.reads), Number(row.readers)),
    readers: Number(row.readers),
  }));
}

/** A brand's announcements, newest first. */
export async function pageOfPublished(ctx: Context, tx: Tx, merchantId: string, { cursor, limit }: Page) {
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
    data: await present(ctx, tx, merchantId, page),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.published_at, last.id) : null },
  };
}

export async function findPublished(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<PublishedAnnouncement | undefined> {
  const rows = await readPublished(tx, merchantId).where('an.id', '=', id).execute();
  const [found] = await present(ctx, tx, merchantId, rows);
  return found;
}

export async function isTargeted(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('announcements')
    .select('is_targeted')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.is_targeted ?? false;
}

type ReaderRow = {
  id: string;
  joined_at: Date;
  display_name: string;
  user_handle: string | null;
  avatar: string | null;
  read_at: Date | null;
};

/** The creators that an announcement went to and who have read it, or have not: those who joined last first. */
export async function pageOfReaders(
  ctx: Context,
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
  { state, cursor, limit }: QueryOf<typeof listAnnouncementReaders>,
) {
  const after = placeOfId(cursor);
  const { rows } = await sql<ReaderRow>`
    select a.id, a.joined_at, u.display_name, u.user_handle, u.avatar, d.read_at
    from announcements an join merchant_accounts a on ${wentTo} join users u on u.id = a.creator_id
      left join announcement_reads d on d.merchant_id = an.merchant_id and d.announcement_id = an.id and d.creator_id = a.creator_id
    where an.merchant_id = ${merchantId}::uuid and an.id = ${id}::uuid and (not an.is_targeted or ${isRecipient})
      and (d.read_at is not null) = ${state === 'read'}
      and (${after?.exactly ?? null}::timestamptz is null
        or (a.joined_at, a.id) < (${after?.exactly ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by a.joined_at desc, a.id desc limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(
      (row): AnnouncementReader => ({
        merchant_account_id: row.id,
        display_name: row.display_name,
        user_handle: row.user_handle,
        avatar: publicAddress(ctx.config.publicUrl, row.avatar),
        read_at: row.read_at?.toISOString() ?? null,
      }),
    ),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.joined_at, last.id) : null },
  };
}
