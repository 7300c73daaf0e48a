import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type SyncKey = { merchantId: string; kind: 'shopify' };
export type SyncRow = Selectable<Tables['shop_syncs']>;

export function findSync(tx: Tx, { merchantId, kind }: SyncKey): Promise<SyncRow | undefined> {
  return tx
    .selectFrom('shop_syncs')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** What a pass does first. */
export const firstPhase = 'webhooks';

type Access = { domain: string; clientId: string | null; sealed: Buffer; hint: string; at: Date };

/** Stores how the shop is read, and begins a new pass. */
export async function saveAccess(tx: Tx, { merchantId, kind }: SyncKey, access: Access): Promise<void> {
  const given = {
    domain: access.domain,
    client_id: access.clientId,
    sealed: access.sealed,
    hint: access.hint,
    connected_at: access.at,
    due_at: access.at,
  };
  const begun = {
    sealed_token: null,
    token_expires_at: null,
    pass: null,
    pass_began_at: null,
    phase: firstPhase,
    cursor: null,
    webhooks: null,
    failures: 0,
    fault: null,
    failed_at: null,
  };
  await tx
    .insertInto('shop_syncs')
    .values({ merchant_id: merchantId, kind, ...given })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'kind']).doUpdateSet({ ...given, ...begun }))
    .execute();
}

/** Returns false if there was none. Products and codes stay as they are. */
export async function deleteSync(tx: Tx, { merchantId, kind }: SyncKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shop_syncs')
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function changeSync(
  tx: Tx,
  { merchantId, kind }: SyncKey,
  changes: Partial<Omit<SyncRow, 'merchant_id' | 'kind' | 'figures' | 'result' | 'webhooks'>> & {
    result?: string;
    figures?: string;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_syncs')
    .set(changes)
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Moves a pass on, if it is where it was when the page was asked for. Of two workers, one does. */
export async function advanceSync(
  tx: Tx,
  { merchantId, kind }: SyncKey,
  from: Pick<SyncRow, 'pass' | 'phase' | 'cursor'>,
  to: { phase: string; cursor: string | null; figures: string; webhooks?: string; dueAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update shop_syncs set phase = ${to.phase}, cursor = ${to.cursor}, figures = ${to.figures}::jsonb,
      webhooks = coalesce(${to.webhooks ?? null}::jsonb, webhooks), due_at = ${to.dueAt}, failures = 0, fault = null, failed_at = null
    where merchant_id = ${merchantId} and kind = ${kind} and pass = ${from.pass}::uuid and phase = ${from.phase}
      and cursor is not distinct from ${from.cursor}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Reserves syncs that are due, of all brands, until `until`. */
export async function claimSyncs(
  tx: Tx,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<SyncKey[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    update shop_syncs set due_at = ${until} where (merchant_id, kind) in (
      select merchant_id, kind from shop_syncs where due_at <= ${now} order by due_at limit ${most} for update skip locked)
    returning merchant_id`.execute(tx);
  return rows.map((row) => ({ merchantId: row.merchant_id, kind: 'shopify' }));
}

/** What is known of these products of a shop. */
export function findShopProducts(tx: Tx, { merchantId, kind }: SyncKey, skus: readonly string[]) {
  return tx
    .selectFrom('shop_products')
    .select(['sku', 'variant_id', 'pass', 'is_archived'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where(sql<boolean>`sku = any(${[...skus]}::text[])`)
    .execute();
}

export type SeenProduct = { sku: string; variantId: string; isArchived: boolean };

/** Notes that a pass saw these products. Those of `isArchived` that are not known yet need no note. */
export async function noteSeen(
  tx: Tx,
  { merchantId, kind }: SyncKey,
  pass: string,
  seen: readonly SeenProduct[],
): Promise<void> {
  if (seen.length === 0) return;
  await tx
    .insertInto('shop_products')
    .values(
      seen.map(({ sku, variantId, isArchived }) => ({
        merchant_id: merchantId,
        kind,
        sku,
        variant_id: variantId,
        pass,
        is_archived: isArchived,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'kind', 'sku']).doUpdateSet((set) => ({
        variant_id: set.ref('excluded.variant_id'),
        pass: set.ref('excluded.pass'),
        is_archived: set.ref('excluded.is_archived'),
      })),
    )
    .execute();
}

/** Some products that are active by what is known, and that this pass did not see. */
export async function unseenProducts(
  tx: Tx,
  { merchantId, kind }: SyncKey,
  pass: string,
  most: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('shop_products')
    .select('sku')
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('pass', '<>', pass)
    .where('is_archived', '=', false)
    .orderBy('sku')
    .limit(most)
    .execute();
  return rows.map((row) => row.sku);
}

export async function markArchived(tx: Tx, { merchantId, kind }: SyncKey, skus: readonly string[]): Promise<void> {
  await tx
    .updateTable('shop_products')
    .set({ is_archived: true })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where(sql<boolean>`sku = any(${[...skus]}::text[])`)
    .execute();
}
