import type { AccessLink } from '../accounts/accounts.mails.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newSecret, sha256 } from '../platform/ids.ts';
import { endResetsOf, insertReset } from './reset.queries.ts';

/** Creates a link to set a password, once and before it expires. Only the token's hash is stored. */
export async function makeResetLink(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
  lifeMs: number,
): Promise<AccessLink> {
  const now = ctx.clock.now();
  const token = newSecret('vtr');
  const expiresAt = new Date(now.getTime() + lifeMs);
  await insertReset(tx, {
    token_hash: sha256(token),
    user_id: userId,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  });
  return { url: `${ctx.config.publicUrl}/reset-password#${token}`, token, expiresAt, userId };
}

/** Invalidates reset links that were not used yet. */
export async function endResetLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await endResetsOf(tx, userId, at);
}
