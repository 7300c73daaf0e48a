import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { findUserByEmail, insertLegalAcceptances, storeAvatar } from './accounts.queries.ts';

/** Only whoever holds an open invitation that is bound to no address is ever told this, ten times an hour at most. */
export const takenEmailText = 'must be another address: this one has an account. Log in with it and accept there';

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  return (await findUserByEmail(tx, email)) !== undefined;
}

/** Gives a person the uploaded picture under this path. */
export async function giveAvatar(tx: Tx, userId: string, path: string): Promise<void> {
  await storeAvatar(tx, userId, path);
}

/** Keeps which version of each legal text a person accepted, and when. */
export async function acceptLegalTexts(
  ctx: Context,
  tx: Tx,
  userId: string,
  versions: Readonly<Record<string, string>>,
): Promise<void> {
  await insertLegalAcceptances(tx, userId, versions, ctx.clock.now());
}
