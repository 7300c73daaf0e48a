import type { OperatorUser } from '@vitrine/contract/operators.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { publicAddress } from '../platform/public.address.ts';

type Row = {
  id: string;
  uid: string;
  role: string;
  display_name: string;
  email: string;
  user_handle: string | null;
  avatar: string | null;
  user_status: number;
  suspended_since: Date | null;
  created_at: Date;
  last_seen_at: Date | null;
  open_sessions: number;
  erase_after: Date | null;
  erased_at: Date | null;
  two_factor_since: Date | null;
  brands: OperatorUser['brands'];
};

function roleOf(role: string): OperatorUser['role'] {
  return role === 'creator' || role === 'brand' ? role : 'operator';
}

function present(ctx: Context, row: Row): OperatorUser {
  const { uid, display_name, email, user_handle, user_status, brands, open_sessions } = row;
  return {
    uid,
    display_name,
    email,
    user_handle,
    user_status,
    suspended_since: row.suspended_since?.toISOString() ?? null,
    brands,
    open_sessions,
    role: roleOf(row.role),
    avatar: publicAddress(ctx.config.publicUrl, row.avatar),
    created_at: row.created_at.toISOString(),
    erase_after: row.erase_after?.toISOString() ?? null,
    erased_at: row.erased_at?.toISOString() ?? null,
    two_factor_since: row.two_factor_since?.toISOString() ?? null,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}

/**
 * Only a user's own sessions; impersonation doesn't count as activity of the user. The users are limited before their
 * sessions and brands are looked up.
 */
function read(tx: Tx, now: Date, condition: ReturnType<typeof sql>, limit: number) {
  return sql<Row>`
    select u.id, u.uid, u.role, u.display_name, u.email, u.user_handle, u.avatar, u.user_status, u.created_at, c.erase_after, c.erased_at, least(f.confirmed_at, (select min(k.created_at) from passkeys k where k.user_id = u.id)) as two_factor_since,
      p.started_at as suspended_since,
      s.last_seen_at, coalesce(s.open, 0)::integer as open_sessions, coalesce(b.brands, '[]'::json) as brands
    from (select * from users u where ${condition} order by u.created_at desc, u.id desc limit ${limit}) u
    left join closures c on c.user_id = u.id
    left join second_factors f on f.user_id = u.id
    left join suspensions p on p.creator_id = u.id and p.merchant_id is null and p.ended_at is null
    left join lateral (
      select max(last_seen_at) as last_seen_at, count(*) filter (where revoked_at is null and expires_at > ${now}
        and last_seen_at > ${now}::timestamptz - make_interval(secs => idle_seconds)) as open
      from sessions where user_id = u.id and kind = 'login'
    ) s on true
    left join lateral (
      select json_agg(json_build_object('slug', m.slug, 'display_name', m.display_name, 'as', w.role) order by m.slug) as brands
      from (
        select merchant_id, role from merchant_staff where user_id = u.id
        union all
        select merchant_id, 'creator' from merchant_accounts where creator_id = u.id and status <> 'ended'
      ) w join merchants m on m.id = w.merchant_id
    ) b on true
    order by u.created_at desc, u.id desc`.execute(tx);
}

export async function pageOfUsers(
  ctx: Context,
  tx: Tx,
  query: { search?: string | undefined; role?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ data: OperatorUser[]; meta: { next_cursor: string | null } }> {
  const after = placeOfId(query.cursor);
  const pattern = `%${(query.search ?? '').replace(/^[@/]/, '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await read(
    tx,
    ctx.clock.now(),
    sql`(${query.role ?? null}::text is null or u.role = ${query.role ?? null})
      and (${query.search ?? ''} = '' or u.display_name ilike ${pattern} or u.email ilike ${pattern} or u.user_handle ilike ${pattern} or u.uid = ${query.search ?? ''})
      and (${after?.at ?? null}::timestamptz is null or (u.created_at, u.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))`,
    query.limit + 1,
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => present(ctx, row)),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.created_at, last.id) : null },
  };
}

export async function findOperatorUser(ctx: Context, tx: Tx, uid: string): Promise<OperatorUser | undefined> {
  const { rows } = await read(tx, ctx.clock.now(), sql`u.uid = ${uid}`, 1);
  return rows[0] && present(ctx, rows[0]);
}

/** Whether the user's account is being closed, or is erased. */
export async function isBeingClosed(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.selectFrom('closures').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return found !== undefined;
}
