// What operators look at: names and hosts of brands that wait for them, and hosts that are new. For transactions with the
// system role.
import type { BrandReview, ReviewConcern } from '@vitrine/contract/brand-reviews.ts';
import { brandReview } from '@vitrine/contract/brand-reviews.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify, readNotices } from '../platform/events/notify.ts';
import { newId } from '../platform/ids.ts';

export type WantedReview = {
  merchantId: string;
  kind: BrandReview['kind'];
  value: string;
  concern: ReviewConcern;
  otherId: string | null;
  state: 'waiting' | 'open';
  by: string;
};

async function operatorIds(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'operator')
    .where('user_status', '=', 100)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Puts a name or a host on the list of the operators, and on their bells. A new name replaces one that waits. */
export async function requestReview(ctx: Context, tx: Tx, wanted: WantedReview): Promise<void> {
  const { merchantId, kind, value, concern, otherId, state, by } = wanted;
  const now = ctx.clock.now();
  if (kind === 'name') await cancelReviews(ctx, tx, merchantId, { kind });
  const made = await tx
    .insertInto('brand_reviews')
    .values({
      id: newId(now),
      merchant_id: merchantId,
      kind,
      value,
      concern,
      other_merchant_id: otherId,
      state,
      requested_by: by,
      requested_at: now,
      decided_by: null,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  const notice = { kind: 'brand_review', what: kind, value, state, reason: '' } as const;
  await notify(ctx, tx, { users: await operatorIds(tx), merchantId }, notice, made.id);
}

/** Ends what the brand doesn't want any more: one, all of a kind, or some hosts. */
export async function cancelReviews(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  which: { id: string } | { kind: BrandReview['kind']; values?: readonly string[] },
): Promise<number> {
  const canceled = await tx
    .updateTable('brand_reviews')
    .set({ state: 'canceled', decided_at: ctx.clock.now() })
    .where('merchant_id', '=', merchantId)
    .where('state', 'in', ['waiting', 'open'])
    .$if('id' in which, (rows) => rows.where('id', '=', 'id' in which ? which.id : '').where('state', '=', 'waiting'))
    .$if('kind' in which, (rows) => rows.where('kind', '=', 'kind' in which ? which.kind : ''))
    .$if('values' in which, (rows) => rows.where('value', 'in', 'values' in which ? [...(which.values ?? []), ''] : []))
    .returning('id')
    .execute();
  await readForOperators(
    ctx,
    tx,
    canceled.map(({ id }) => id),
  );
  return canceled.length;
}

async function readForOperators(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const userId of await operatorIds(tx)) await readNotices(ctx, tx, { userId, about: ids }, 'brand_review');
}

/** A review that is not decided yet, locked; undefined if there is none. */
export function lockReview(tx: Tx, id: string) {
  return tx.selectFrom('brand_reviews').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function decideReview(
  ctx: Context,
  tx: Tx,
  id: string,
  decision: { state: 'approved' | 'refused' | 'withdrawn'; by: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('brand_reviews')
    .set({ state: decision.state, decided_by: decision.by, decided_at: ctx.clock.now(), reason: decision.reason })
    .where('id', '=', id)
    .execute();
  await readForOperators(ctx, tx, [id]);
}

type Wanted = {
  merchantId?: string;
  id?: string;
  states?: readonly BrandReview['state'][];
  before?: string;
  most: number;
};

/** Undecided ones first, then the newest. */
export async function listReviews(tx: Tx, { merchantId, id, states, before, most }: Wanted): Promise<BrandReview[]> {
  const rows = await tx
    .selectFrom('brand_reviews as r')
    .innerJoin('merchants as m', 'm.id', 'r.merchant_id')
    .leftJoin('merchants as o', 'o.id', 'r.other_merchant_id')
    .leftJoin('users as u', 'u.id', 'r.requested_by')
    .select([
      'r.id',
      'r.kind',
      'r.value',
      'r.concern',
      'r.state',
      'r.requested_at',
      'r.decided_at',
      'r.reason',
      'm.id as merchant_id',
      'm.slug',
      'm.display_name as brand',
      'o.display_name as other',
      'u.display_name as requested_by',
    ])
    .$if(merchantId !== undefined, (some) => some.where('r.merchant_id', '=', merchantId ?? ''))
    .$if(id !== undefined, (some) => some.where('r.id', '=', id ?? ''))
    .$if(states !== undefined, (some) => some.where('r.state', 'in', states ?? []))
    .$if(before !== undefined, (some) => some.where('r.id', '<', before ?? ''))
    .orderBy('r.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) =>
    brandReview.parse({
      id: row.id,
      brand: { id: row.merchant_id, slug: row.slug, display_name: row.brand },
      kind: row.kind,
      value: row.value,
      concern: row.concern,
      other: row.other,
      state: row.state,
      requested_by: row.requested_by,
      requested_at: row.requested_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
      reason: row.reason,
    }),
  );
}
