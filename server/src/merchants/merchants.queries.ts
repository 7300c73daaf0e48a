import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Locks the slug until the transaction ends, so that two brands don't get the same one. */
export async function isSlugFree(tx: Tx, slug: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merchant slug ${slug}`}, 0))`.execute(tx);
  return (await tx.selectFrom('merchants').select('id').where('slug', '=', slug).executeTakeFirst()) === undefined;
}

export async function insertMerchant(
  tx: Tx,
  merchant: Insertable<Tables['merchants']>,
  hosts: string[],
): Promise<void> {
  await tx.insertInto('merchants').values(merchant).execute();
  await tx
    .insertInto('merchant_hosts')
    .values(hosts.map((host) => ({ merchant_id: merchant.id, host })))
    .execute();
}

export async function insertStaff(tx: Tx, staff: Insertable<Tables['merchant_staff']>): Promise<void> {
  await tx.insertInto('merchant_staff').values(staff).execute();
}

export async function insertApiKey(tx: Tx, key: Insertable<Tables['api_keys']>): Promise<void> {
  await tx.insertInto('api_keys').values(key).execute();
}

export function listKeys(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('api_keys')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .execute();
}

export function revokeKey(tx: Tx, merchantId: string, keyId: string, at: Date) {
  return tx
    .updateTable('api_keys')
    .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(at)) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
}

function codeRows(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('discount_codes')
    .innerJoin('users', 'users.id', 'discount_codes.creator_id')
    .select(['discount_codes.code', 'discount_codes.created_at', 'discount_codes.ended_at', 'users.user_handle'])
    .where('merchant_id', '=', merchantId);
}

/** The codes after a code, in their order: as many as wanted, or all. */
export function listCodes(tx: Tx, merchantId: string, { after, most }: { after?: string; most?: number }) {
  return codeRows(tx, merchantId)
    .$if(after !== undefined, (codes) => codes.where('code', '>', after ?? ''))
    .orderBy('code')
    .$if(most !== undefined, (codes) => codes.limit(most ?? 0))
    .execute();
}

export function findCode(tx: Tx, merchantId: string, code: string) {
  return codeRows(tx, merchantId).where('code', '=', code).executeTakeFirst();
}

/** Returns false if the code has ended before, or there is none. */
export async function endCode(tx: Tx, merchantId: string, code: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('discount_codes')
    .set({ ended_at: at })
    .where('merchant_id', '=', merchantId)
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns false if the code is already assigned. */
export async function insertCode(tx: Tx, code: Insertable<Tables['discount_codes']>): Promise<boolean> {
  const added = await tx
    .insertInto('discount_codes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'code']).doNothing())
    .returning('code')
    .executeTakeFirst();
  return added !== undefined;
}

export function findAccountByHandle(tx: Tx, merchantId: string, handle: string) {
  return tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select(['merchant_accounts.id', 'merchant_accounts.creator_id'])
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where('users.user_handle', '=', handle.toLowerCase())
    .executeTakeFirst();
}

/** The active key with this hash. Stores the time of use if the last one stored is before `noteBefore`. */
export function useApiKey(
  keyHash: Buffer,
  { now, noteBefore }: { now: Date; noteBefore: Date },
): RawBuilder<{ id: string; merchant_id: string; scopes: string[]; is_test: boolean }> {
  return sql`
    with good as (
      select k.id, k.merchant_id, k.scopes, k.is_test, k.last_used_at from api_keys k
      where k.key_hash = ${keyHash} and k.revoked_at is null
    ), noted as (
      update api_keys set last_used_at = ${now}::timestamptz from good
      where api_keys.id = good.id and (good.last_used_at is null or good.last_used_at < ${noteBefore}::timestamptz)
    )
    select id, merchant_id, scopes, is_test from good`;
}
