import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export function findInstallation(tx: Tx) {
  return tx.selectFrom('installation').select(['name', 'set_up_at']).executeTakeFirstOrThrow();
}

/** The same, locked until the transaction ends, so that operators are created one after the other. */
export function lockInstallation(tx: Tx) {
  return tx.selectFrom('installation').select(['name', 'set_up_at']).forUpdate().executeTakeFirstOrThrow();
}

export async function updateName(tx: Tx, name: string | null): Promise<void> {
  await tx.updateTable('installation').set({ name }).execute();
}

export async function markSetUp(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('installation').set({ set_up_at: at, set_up_by: userId }).execute();
}

/** Whether someone can log in as an operator. */
export async function hasOperator(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users where role = 'operator' and user_status = 100) as found`.execute(tx);
  return rows[0]?.found === true;
}

/** Stores a new code and deletes the expired ones. */
export async function insertSetupCode(tx: Tx, codeHash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  await tx.deleteFrom('setup_codes').where('expires_at', '<=', now).execute();
  await tx
    .insertInto('setup_codes')
    .values({ code_hash: codeHash, created_at: now, expires_at: expiresAt, used_at: null })
    .execute();
}

export function findSetupCode(tx: Tx, codeHash: Buffer) {
  return tx
    .selectFrom('setup_codes')
    .select(['expires_at', 'used_at'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

export async function endSetupCodes(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('setup_codes').set({ used_at: at }).where('used_at', 'is', null).execute();
}
