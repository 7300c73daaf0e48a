import type { Tx } from '../platform/database/database.ts';

/** Who logs in with this address, and the hash of their password, in one read whoever it is. */
export function findLogin(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .leftJoin('credentials', 'credentials.user_id', 'users.id')
    .select(['users.id', 'users.role', 'credentials.password_hash'])
    .where('users.email', '=', email)
    .executeTakeFirst();
}

export function findCredential(tx: Tx, userId: string) {
  return tx.selectFrom('credentials').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Gives a person a password, or another one. */
export async function storePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ user_id: userId, password_hash: passwordHash, changed_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: passwordHash, changed_at: at }))
    .execute();
}

/** The names of the brands that a person sells or works for, and how addresses name them. */
export async function brandNamesOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('merchants')
    .select(['display_name', 'slug'])
    .where((where) =>
      where.or([
        where('id', 'in', (of) =>
          of.selectFrom('merchant_accounts').select('merchant_id').where('creator_id', '=', userId),
        ),
        where('id', 'in', (of) => of.selectFrom('merchant_staff').select('merchant_id').where('user_id', '=', userId)),
      ]),
    )
    .execute();
  return rows.flatMap((row) => [row.display_name, row.slug]);
}
