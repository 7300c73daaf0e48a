import type { Queryable } from '../platform/database/queryable.ts';

/**
 * Ends every session of a restored database, whose caller owns it: tokens from the time of the backup, which may have
 * been revoked since, must not work again.
 */
export async function endRestoredSessions(client: Queryable): Promise<number> {
  const ended = await client.query({ text: 'update sessions set revoked_at = now() where revoked_at is null' });
  return ended.rowCount ?? 0;
}
