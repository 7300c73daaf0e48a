import { sql } from 'kysely';
import type { DataOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { listShopCreators, SentInvitation } from '@vitrine/contract/invitations.ts';
import { accountStatus } from '@vitrine/contract/values/account-status.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { publicAddress } from '../platform/public.address.ts';
import { stateOfInvitation } from './invitations.state.ts';

/** The brand as shown on an invitation. */
export function merchantOf(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('merchants')
    .select([
      'display_name',
      'slug',
      'brand_logo',
      'currency',
      'return_days',
      'window_days',
      'payout_minimum',
      'project_key',
      'time_zone',
    ])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
}

export function invitationRow(tx: Tx, merchantId: string, invitationId: string) {
  return tx
    .selectFrom('invitations')
    .select((row) => [
      'note',
      'reusable',
      'expires_at',
      'revoked_at',
      row
        .exists(
          row
            .selectFrom('invitation_acceptances as a')
            .select('a.invitation_id')
            .whereRef('a.merchant_id', '=', 'invitations.merchant_id')
            .whereRef('a.invitation_id', '=', 'invitations.id'),
        )
        .as('is_accepted'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', invitationId)
    .executeTakeFirstOrThrow();
}

const shownProducts = 6;

/** A few products that are in stock, those with a picture first. */
export function shopWindow(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('products')
    .select(['sku', 'title', 'category', 'image', 'price', 'currency'])
    .where('merchant_id', '=', merchantId)
    .where('archived_at', 'is', null)
    .where('in_stock', '=', true)
    .orderBy((order) => order('image', 'is', null))
    .orderBy('created_at')
    .orderBy('sku')
    .limit(shownProducts)
    .execute();
}

export function titlesOf(tx: Tx, merchantId: string, skus: readonly string[]) {
  return skus.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('products')
        .select(['sku', 'title'])
        .where('merchant_id', '=', merchantId)
        .where('sku', 'in', skus)
        .execute();
}

const namedAcceptances = 5;

type Acceptance = {
  invitation_id: string;
  accepted_at: Date;
  display_name: string;
  user_handle: string | null;
  /** Of this invitation, in all. */
  acceptances: number;
};

/** The last ones who accepted each invitation. A reusable link may have been accepted by thousands. */
async function acceptances(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, Acceptance[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Acceptance>`
    with numbered as (
      select invitation_id, merchant_account_id, accepted_at,
        row_number() over (partition by invitation_id order by accepted_at desc) as place,
        count(*) over (partition by invitation_id)::integer as acceptances
      from invitation_acceptances where merchant_id = ${merchantId}::uuid and invitation_id = any(${[...ids]}::uuid[]))
    select n.invitation_id, n.accepted_at, n.acceptances, u.display_name, u.user_handle
    from numbered n
    join merchant_accounts m on m.merchant_id = ${merchantId}::uuid and m.id = n.merchant_account_id
    join users u on u.id = m.creator_id
    where n.place <= ${namedAcceptances} order by n.accepted_at desc`.execute(tx);
  return Map.groupBy(rows, (row) => row.invitation_id);
}

/** The invitations of a brand, newest first, with who accepted them. */
export async function sentInvitations(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  { id, after, limit }: { id?: string; after?: { at: Date; id: string } | undefined; limit: number },
): Promise<SentInvitation[]> {
  const rows = await tx
    .selectFrom('invitations')
    .leftJoin('creator_groups as g', (join) =>
      join.onRef('g.merchant_id', '=', 'invitations.merchant_id').onRef('g.id', '=', 'invitations.group_id'),
    )
    .selectAll('invitations')
    .select('g.name as group_name')
    .where('invitations.merchant_id', '=', merchantId)
    .$if(id !== undefined, (query) => query.where('invitations.id', '=', id ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(invitations.created_at, invitations.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .execute();
  const accepted = await acceptances(
    tx,
    merchantId,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const by = accepted.get(row.id) ?? [];
    return {
      id: row.id,
      email: row.email,
      name: row.name,
      reusable: row.reusable,
      note: row.note,
      group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
      hint: row.hint,
      state: stateOfInvitation({ ...row, isAccepted: by.length > 0 }, ctx.clock.now()),
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      acceptances: by[0]?.acceptances ?? 0,
      accepted_by: by.map((person) => ({
        display_name: person.display_name,
        user_handle: person.user_handle,
        accepted_at: person.accepted_at.toISOString(),
      })),
    };
  });
}

function statusOf(status: string): DataOf<typeof listShopCreators>[number]['status'] {
  return accountStatus.parse(status);
}

/** The creators of a brand, newest first: a page, or all without a limit. */
export async function creatorsOf(
  ctx: Context,
  tx: Tx,
  merchant: { merchantId: string; slug: string },
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<ReplyOf<typeof listShopCreators>> {
  const after = placeOfId(cursor);
  const rows = await tx
    .selectFrom('merchant_accounts as m')
    .innerJoin('users as u', 'u.id', 'm.creator_id')
    .select(['m.id', 'm.status', 'm.joined_at', 'u.display_name', 'u.user_handle', 'u.avatar'])
    .where('m.merchant_id', '=', merchant.merchantId)
    .$if(after !== undefined, (later) =>
      later.where(sql<boolean>`(m.joined_at, m.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('m.joined_at', 'desc')
    .orderBy('m.id', 'desc')
    .$if(limit !== undefined, (page) => page.limit((limit ?? 0) + 1))
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const data = page.map((row) => ({
    merchant_account_id: row.id,
    display_name: row.display_name,
    user_handle: row.user_handle,
    avatar: publicAddress(ctx.config.publicUrl, row.avatar),
    status: statusOf(row.status),
    joined_at: row.joined_at.toISOString(),
    storefront_url: `${ctx.config.publicUrl}/@${row.user_handle ?? ''}/${merchant.slug}`,
  }));
  return {
    data,
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.joined_at, last.id) : null },
  };
}
