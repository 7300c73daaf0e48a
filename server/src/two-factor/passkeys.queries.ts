import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Two changes of one user's second factors at once could remove the last two, or give two sets of recovery codes. */
export async function lockFactorsOf(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

const shown = ['id', 'name', 'host', 'created_at', 'last_used_at'] as const;

export function passkeysOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('passkeys')
    .select([...shown, 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** One passkey of a user, by the id that its authenticator gave it. */
export function findCredentialOf(tx: Tx, userId: string, credentialId: Buffer) {
  return tx
    .selectFrom('passkeys')
    .select([...shown, 'public_key', 'sign_count', 'transports'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Returns nothing if this credential is already stored, whoever has it. */
export function insertPasskey(tx: Tx, passkey: Insertable<Tables['passkeys']>) {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst();
}

export function renamePasskeyOf(tx: Tx, userId: string, id: string, name: string) {
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst();
}

export async function deletePasskeyOf(tx: Tx, userId: string, id: string): Promise<{ name: string } | undefined> {
  return tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

/**
 * Notes a use. Returns false if the authenticator counted no further than before, which a copy of it would do. Many
 * authenticators don't count and always send 0.
 */
export async function notePasskeyUse(tx: Tx, id: string, signCount: bigint, at: Date): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: at })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('sign_count', '<', signCount), row.and([row('sign_count', '=', 0n), row.val(signCount === 0n)])]),
    )
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Replaces the open question of the same session, login or proof. */
export async function storeChallenge(tx: Tx, challenge: Insertable<Tables['passkey_challenges']>): Promise<void> {
  const { user_id, challenge_hash, expires_at } = challenge;
  await tx
    .insertInto('passkey_challenges')
    .values(challenge)
    .onConflict((conflict) => conflict.column('asked_for').doUpdateSet({ user_id, challenge_hash, expires_at }))
    .execute();
}

/** Uses up an open question, whatever its answer is. */
export function takeChallenge(tx: Tx, askedFor: Buffer, userId: string) {
  return tx
    .deleteFrom('passkey_challenges')
    .where('asked_for', '=', askedFor)
    .where('user_id', '=', userId)
    .returning(['challenge_hash', 'expires_at'])
    .executeTakeFirst();
}

export async function deletePasskeys(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
  const deleted = await tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  return deleted.length > 0;
}
