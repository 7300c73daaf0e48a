import type { AnnouncementAudience } from '@vitrine/contract/announcements.ts';
import { type AnnouncementDraft, draftProblem } from '@vitrine/contract/announcements.drafts.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { announcedProducts, inOrder, presentPicture } from './announcements.parts.ts';
import { countAudience, nameAudiences } from './audience.ts';

function readDrafts(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('announcement_drafts as d')
    .innerJoin('users', 'users.id', 'd.saved_by')
    .selectAll('d')
    .select('users.display_name as saver')
    .where('d.merchant_id', '=', merchantId);
}

type DraftRow = Awaited<ReturnType<ReturnType<typeof readDrafts>['execute']>>[number];

/** Only this domain writes the column, so its shape is known. */
export const draftAudience = ({ audience }: { audience: unknown }) => audience as AnnouncementAudience;

async function present(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  rows: readonly DraftRow[],
): Promise<AnnouncementDraft[]> {
  const products = await announcedProducts(
    ctx,
    tx,
    rows.flatMap((row) => row.product_ids),
  );
  const audiences = await nameAudiences(tx, merchantId, rows.map(draftAudience));
  return rows.map((row, place) => ({
    id: row.id,
    revision: row.revision,
    title: row.title,
    body: row.body,
    picture: presentPicture(ctx, row.picture),
    products: inOrder(row.product_ids, products),
    audience: audiences[place] ?? { kind: 'all' },
    creators: null,
    pinned: row.pinned,
    saved_by: row.saver,
    saved_at: row.saved_at.toISOString(),
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    problem: row.problem === null ? null : draftProblem.parse(row.problem),
  }));
}

type Page = { cursor?: string | undefined; limit: number };

/** Drafts and scheduled ones, last saved first. */
export async function pageOfDrafts(ctx: Context, tx: Tx, merchantId: string, { cursor, limit }: Page) {
  const after = placeOfId(cursor);
  const rows = await readDrafts(tx, merchantId)
    .$if(after !== undefined, (later) =>
      later.where(sql<boolean>`(d.saved_at, d.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('d.saved_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: await present(ctx, tx, merchantId, page),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.saved_at, last.id) : null },
  };
}

/** A draft with the number of creators it would go to now. */
export async function findDraft(
  ctx: Context,
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<AnnouncementDraft | undefined> {
  const rows = await readDrafts(tx, merchantId).where('d.id', '=', id).execute();
  const [row] = rows;
  const [found] = await present(ctx, tx, merchantId, rows);
  if (!row || !found) return undefined;
  return { ...found, creators: await countAudience(tx, merchantId, draftAudience(row), ctx.clock.now()) };
}
