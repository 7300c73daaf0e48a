import type { Tx } from '../platform/database/database.ts';
import { deletePasskeys } from './passkeys.queries.ts';

export function findSecondFactor(tx: Tx, userId: string) {
  return tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret that is not confirmed yet, in place of an earlier one. Returns false if a confirmed one is there. */
export async function storeAppSecret(tx: Tx, userId: string, sealed: Buffer, at: Date): Promise<boolean> {
  const stored = await tx
    .insertInto('second_factors')
    .values({ user_id: userId, sealed, created_at: at, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, created_at: at, last_step: 0n })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Puts the secret into effect; returns true only for the first call. */
export async function confirmSecret(tx: Tx, userId: string, sealed: Buffer, step: bigint, at: Date): Promise<boolean> {
  const confirmed = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Uses up the code of a time step, and with it all older ones; returns true only for the first call. */
export async function takeStep(tx: Tx, userId: string, step: bigint): Promise<boolean> {
  const used = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes the app's secret; returns whether it was in effect. */
export async function deleteAppSecret(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return deleted !== undefined && deleted.confirmed_at !== null;
}

/** Deletes app, passkeys and recovery codes; returns whether two-factor login was on. */
export async function deleteSecondFactors(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const hadPasskey = await deletePasskeys(tx, userId);
  return (await deleteAppSecret(tx, userId)) || hadPasskey;
}

/** Replaces all recovery codes of a user. */
export async function storeRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[], at: Date): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: at, used_at: null })))
    .execute();
}

/** Uses up a recovery code; returns true only for the first call. */
export async function takeRecoveryCode(tx: Tx, userId: string, codeHash: Buffer, at: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('recovery_codes')
    .select((code) => code.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
