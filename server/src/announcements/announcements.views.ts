import { sql } from 'kysely';
import type { Announcement } from '@vitrine/contract/announcements.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';
import { announcedProducts, inOrder, presentPicture, storedContent } from './announcements.parts.ts';
import { isBeforeEnd } from './unread.ts';

const perPage = 20;

type AnnouncementRow = {
  id: string;
  account_id: string;
  display_name: string;
  brand_logo: string | null;
  slug: string;
  title: string;
  body: string;
  content: unknown;
  picture: unknown;
  product_ids: string[];
  pinned: boolean;
  published_at: Date;
  read: boolean;
};

/** Announcements `an` that a creator may see, and their account `a` at the brand. */
const visibleTo = (creatorId: string) => sql`from announcements an
    join merchant_accounts a on a.merchant_id = an.merchant_id and a.creator_id = ${creatorId}::uuid
    where an.withdrawn_at is null and ${isBeforeEnd}`;

/** Those from before the creator joined count as read. */
function readRows(tx: Tx, creatorId: string, some: ReturnType<typeof sql>) {
  return sql<AnnouncementRow>`select an.*, m.display_name, m.brand_logo, m.slug,
      an.published_at < an.joined_at or exists (select from announcement_reads r
        where r.creator_id = ${creatorId}::uuid and r.merchant_id = an.merchant_id and r.announcement_id = an.id) as read
    from (select an.*, a.id as account_id, a.joined_at ${some}) an
    join merchants m on m.id = an.merchant_id
    order by an.pinned desc, an.published_at desc, an.id desc`.execute(tx);
}

/** The products on the creator's storefronts, of those that announcements show. */
async function placedProducts(tx: Tx, creatorId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('placements')
    .select('product_id')
    .where('creator_id', '=', creatorId)
    .where('product_id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.product_id));
}

async function present(
  ctx: Context,
  tx: Tx,
  creatorId: string,
  rows: readonly AnnouncementRow[],
): Promise<Announcement[]> {
  const ids = rows.flatMap((row) => row.product_ids);
  const products = await announcedProducts(ctx, tx, ids);
  const placed = await placedProducts(tx, creatorId, ids);
  return rows.map((row) => ({
    id: row.id,
    merchant_account_id: row.account_id,
    merchant: {
      display_name: row.display_name,
      brand_logo: publicAddress(ctx.config.publicUrl, row.brand_logo),
      slug: row.slug,
    },
    title: row.title,
    body: row.body,
    content: storedContent(row.content),
    picture: presentPicture(ctx, row.picture),
    products: inOrder(row.product_ids, products).map((product) => ({ ...product, placed: placed.has(product.id) })),
    pinned: row.pinned,
    published_at: row.published_at.toISOString(),
    read: row.read,
  }));
}

/** S18: a page of announcements, pinned first, optionally of one merchant account. */
export async function announcementPageOf(
  ctx: Context,
  tx: Tx,
  creatorId: string,
  { page, accountId }: { page: number; accountId: string | undefined },
) {
  const from = sql`${visibleTo(creatorId)} and (${accountId ?? null}::uuid is null or a.id = ${accountId ?? null}::uuid)`;
  const counted = await sql<{ total: bigint }>`select count(*) as total ${from}`.execute(tx);
  const { rows } = await readRows(
    tx,
    creatorId,
    sql`${from} order by an.pinned desc, an.published_at desc, an.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  const total = Number(counted.rows[0]?.total ?? 0n);
  return {
    data: await present(ctx, tx, creatorId, rows),
    meta: { page, pages: Math.max(1, Math.ceil(total / perPage)), total, per_page: perPage },
  };
}

export async function findAnnouncementOf(
  ctx: Context,
  tx: Tx,
  creatorId: string,
  id: string,
): Promise<Announcement | undefined> {
  const { rows } = await readRows(tx, creatorId, sql`${visibleTo(creatorId)} and an.id = ${id}::uuid`);
  const [found] = await present(ctx, tx, creatorId, rows);
  return found;
}
