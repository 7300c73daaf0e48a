import type { Queryable } from '../platform/database/queryable.ts';

/** Advisory lock: whoever adds views, or needs that nobody does, takes turns. Taken after the lock of hits. */
export const viewsLock = 7_305_119;

export async function lockViews(db: Queryable): Promise<void> {
  await db.query({ text: `select pg_advisory_xact_lock(${viewsLock})` });
}
