import { type Insertable, sql } from 'kysely';
import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** The secrets of one kind of shop that are valid, the newest first. */
export function validSecrets(tx: Tx, { merchantId, source, at }: { merchantId: string; source: string; at: Date }) {
  return tx
    .selectFrom('webhook_secrets')
    .select(['id', 'sealed', 'created_at', 'expires_at', 'of_app'])
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The secrets of shops that were disconnected, which are still valid for what a shop sends after that. */
export function validAfterRemoval(
  tx: Tx,
  { merchantId, source, at }: { merchantId: string; source: string; at: Date },
) {
  return tx
    .selectFrom('webhook_secrets')
    .select(['id', 'sealed'])
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where('revoked_at', 'is not', null)
    .where('privacy_until', '>', at)
    .execute();
}

/** Does a brand's shop of this kind have a secret with this id, valid or not? */
export async function isSecretOf(
  tx: Tx,
  { merchantId, source, id }: { merchantId: string; source: string; id: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('webhook_secrets')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('source', '=', source)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertSecret(tx: Tx, secret: Insertable<Tables['webhook_secrets']>): Promise<void> {
  await tx.insertInto('webhook_secrets').values(secret).execute();
}

/** Notes that a secret is the one of an app. */
export async function markOfApp(tx: Tx, merchantId: string, id: string): Promise<void> {
  await tx
    .updateTable('webhook_secrets')
    .set({ of_app: true })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** Sets when each of these secrets stops being valid. */
export async function expireSecrets(tx: Tx, merchantId: string, ids: string[], at: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_secrets')
    .set({ expires_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
}

export async function revokeSecrets(tx: Tx, merchantId: string, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_secrets')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes secrets of a shop that is disconnected. For requests about its shoppers' data they stay valid until `until`. */
export async function retireSecrets(
  tx: Tx,
  merchantId: string,
  ids: string[],
  { at, until }: { at: Date; until: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_secrets')
    .set({ revoked_at: at, privacy_until: until })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Deletes the secrets of disconnected shops of all brands that are not valid for anything any more. */
export async function deleteRetiredSecrets(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('webhook_secrets').where('privacy_until', '<=', now).execute();
}

/** Waits for another change of the brand's connections, so that two at once don't both keep their secret as the newest. */
export async function lockConnections(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`connections ${merchantId}`}, 0))`.execute(tx);
}

/** Adds a connection, or opens one again that was disconnected. */
export async function openConnection(tx: Tx, merchantId: string, kind: ShopSource, at: Date): Promise<void> {
  await tx
    .insertInto('shop_connections')
    .values({ merchant_id: merchantId, kind, connected_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'kind'])
        .doUpdateSet({ connected_at: at, disconnected_at: null, disconnected_by: null })
        .where('shop_connections.disconnected_at', 'is not', null),
    )
    .execute();
}

export async function saveTimeZone(tx: Tx, merchantId: string, kind: ShopSource, timeZone: string): Promise<void> {
  await tx
    .updateTable('shop_connections')
    .set({ time_zone: timeZone })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .execute();
}

/** Returns false if the shop was never connected. */
export async function setRenewalMonths(
  tx: Tx,
  merchantId: string,
  kind: ShopSource,
  renewalMonths: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_connections')
    .set({ renewal_months: renewalMonths })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns false if it is not connected. */
export async function closeConnection(
  tx: Tx,
  merchantId: string,
  kind: ShopSource,
  { by, at }: { by: 'brand' | 'shop'; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_connections')
    .set({ disconnected_at: at, disconnected_by: by })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('disconnected_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
