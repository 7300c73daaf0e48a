// Pausing, closing and reopening a brand, and changing its base data: what an operator does, with the system role. Each
// change is one transaction with its period of merchant_pauses.
import { type BrandStatus, brandPauseKind } from '@vitrine/contract/values/brand-status.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordAll } from '../platform/events/record.ts';
import { newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';

export type LockedBrand = {
  id: string;
  slug: string;
  displayName: string;
  shopUrl: string;
  project: string;
  hosts: string[];
  status: BrandStatus;
};

/** Locks a brand until the end of the transaction, so that changes of two operators come one after the other. */
export async function lockBrand(tx: Tx, merchantId: string): Promise<LockedBrand> {
  const row = await tx
    .selectFrom('merchants')
    .select(['id', 'slug', 'display_name', 'shop_url', 'project_key'])
    .where('id', '=', merchantId)
    // Orders that name the brand are not held up.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const pause = await tx
    .selectFrom('merchant_pauses')
    .select('kind')
    .where('merchant_id', '=', merchantId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const hosts = await tx
    .selectFrom('merchant_hosts')
    .select('host')
    .where('merchant_id', '=', merchantId)
    .orderBy('host')
    .execute();
  return {
    id: row.id,
    slug: row.slug,
    displayName: row.display_name,
    shopUrl: row.shop_url,
    project: row.project_key,
    hosts: hosts.map(({ host }) => host),
    status: pause ? brandPauseKind.parse(pause.kind) : 'active',
  };
}

/** Ends the period that a locked brand is in, and begins the next one. */
export async function saveBrandStatus(
  ctx: Context,
  tx: Tx,
  brand: LockedBrand,
  to: { status: BrandStatus; reason: string; by: string },
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .updateTable('merchant_pauses')
    .set((of) => ({ ended_at: of.fn<Date>('greatest', ['started_at', of.val(now)]), ended_by: to.by }))
    .where('merchant_id', '=', brand.id)
    .where('ended_at', 'is', null)
    .execute();
  if (to.status === 'active') return;
  await tx
    .insertInto('merchant_pauses')
    .values({
      merchant_id: brand.id,
      id: newId(now),
      kind: to.status,
      reason: to.reason,
      started_at: now,
      started_by: to.by,
      ended_at: null,
      ended_by: null,
    })
    .execute();
}

export type BrandChange = { displayName: string; shopUrl: string; project: string; hosts: string[] };

/** Saves the base data of a locked brand. The shop's own host is always one of its hosts. */
export async function saveBrand(tx: Tx, merchantId: string, change: BrandChange): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({ display_name: change.displayName, shop_url: change.shopUrl, project_key: change.project })
    .where('id', '=', merchantId)
    .execute();
  await tx.deleteFrom('merchant_hosts').where('merchant_id', '=', merchantId).execute();
  await tx
    .insertInto('merchant_hosts')
    .values(change.hosts.map((host) => ({ merchant_id: merchantId, host })))
    .execute();
}

/** One statement records at most this many live events. */
const eventsAtOnce = 500;

/** Refreshes the screens of everyone who sees the brand. */
export async function tellUsersOfBrand(ctx: Context, tx: Tx, merchantId: string): Promise<void> {
  const users = await usersOfBrand(tx, merchantId);
  for (let from = 0; from < users.length; from += eventsAtOnce)
    await recordAll(
      ctx,
      tx,
      users
        .slice(from, from + eventsAtOnce)
        .map((userId) => ({ audience: { userId }, event: { kind: 'user-update' as const } })),
    );
}

/** Everyone whose screens show the brand: its staff, and the creators who work with it. */
async function usersOfBrand(tx: Tx, merchantId: string): Promise<string[]> {
  const staff = await tx.selectFrom('merchant_staff').select('user_id').where('merchant_id', '=', merchantId).execute();
  const creators = await tx
    .selectFrom('merchant_accounts')
    .select('creator_id')
    .where('merchant_id', '=', merchantId)
    .where('status', '<>', 'ended')
    .execute();
  return [...staff.map((row) => row.user_id), ...creators.map((row) => row.creator_id)].toSorted();
}
