import { sql } from 'kysely';
import { type Erasure, mentionsOf } from '../erasure.ts';

/** Stored answers to the user, and those to others that name them. */
export const eraseAnswers: Erasure = async (_ctx, tx, user) => {
  await tx
    .deleteFrom('idempotency_keys')
    .where((where) =>
      where.or([where('principal', '=', `user:${user.id}`), sql<boolean>`answer ~ ${mentionsOf(user)}`]),
    )
    .execute();
};
