import type { Tx } from '../platform/database/database.ts';

/** The user with this email and their password hash, in a single query whether or not they exist. */
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

/** Sets or replaces the password of a user. */
export async function storePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ user_id: userId, password_hash: passwordHash, changed_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: passwordHash, changed_at: at }))
    .execute();
}

/** The names and slugs of the brands that a user sells or works for. */
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
