import { sql } from 'kysely';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { type listNotifications, type Notice, notice, type Notification } from '@vitrine/contract/notifications.ts';
import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import type { Context } from '../context.ts';
import type { Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { publicAddress } from '../platform/public.address.ts';
import { mayReadNotice } from './notifications.rights.ts';

type Row = {
  id: string;
  kind: string;
  payload: object;
  created_at: Date;
  read_at: Date | null;
  slug: string | null;
  brand: string | null;
  logo: string | null;
  creator: string | null;
};

/** The notice of a row; undefined if a newer release wrote it, of a kind that this one doesn't know. */
export function noticeOf({ kind, payload }: Pick<Row, 'kind' | 'payload'>): Notice | undefined {
  return notice.safeParse({ ...payload, kind }).data;
}

/** Ids sort by the time of their notification. */
export async function pageOfNotifications(
  ctx: Context,
  tx: Tx,
  userId: string,
  { cursor, limit }: QueryOf<typeof listNotifications>,
): Promise<ReplyOf<typeof listNotifications>> {
  const after = placeOfId(cursor);
  const older = after ? sql`and n.id < ${after.id}::uuid` : sql``;
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.payload, n.created_at, n.read_at, m.slug, m.display_name as brand, m.brand_logo as logo,
      c.display_name as creator
    from (select n.* from notifications n join users u on u.id = n.user_id
        where n.user_id = ${userId} ${older} and ${mayReadNotice} order by n.id desc limit ${limit + 1}) n
      left join merchants m on m.id = n.merchant_id
      left join merchant_accounts a on a.merchant_id = n.merchant_id and a.id::text = n.payload->>'account'
        and a.creator_id <> n.user_id
      left join users c on c.id = a.creator_id
    order by n.id desc`.execute(tx);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.flatMap((row) => present(ctx, row) ?? []),
    meta: { next_cursor: rows.length > limit && last ? nextCursor(last.created_at, last.id) : null },
  };
}

function present(ctx: Context, row: Row): Notification | undefined {
  const found = noticeOf(row);
  if (!found) return undefined;
  const { slug, brand, logo } = row;
  return {
    id: row.id,
    brand:
      slug === null || brand === null
        ? null
        : { slug, display_name: brand, logo: publicAddress(ctx.config.publicUrl, logo) },
    creator: row.creator,
    notice: found,
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
  };
}

/** What a user is to the brands whose staff they are. */
export async function rolesOf(tx: Tx, userId: string): Promise<BrandRole[]> {
  const rows = await tx.selectFrom('merchant_staff').select('role').distinct().where('user_id', '=', userId).execute();
  return rows.map(({ role }) => role as BrandRole);
}

const most = 100;
/** Creators have counts of their own for these. */
const countedElsewhere = ['message', 'announcement'];

export async function countUnreadNotifications(tx: Tx, { userId, principal }: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications n join users u on u.id = n.user_id where n.user_id = ${userId} and n.read_at is null
        and ${principal === 'creator' ? sql`n.kind <> all (${countedElsewhere}::text[])` : mayReadNotice}
      limit ${most}) unread`.execute(tx);
  return rows[0]?.count ?? 0;
}
