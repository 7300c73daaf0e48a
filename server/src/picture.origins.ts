// The origins of product pictures. Brands set them in their catalog, at their own shop's hosts, and the portal's policy
// lists exactly those. Uses the system role, because the portal's document is the same for everyone.
import { sql } from 'kysely';
import type { Context } from './context.ts';

const keptMs = 30_000;
/** A header has a limited size: the origins with the most pictures come first. */
const mostOrigins = 100;

async function readOrigins(ctx: Context): Promise<string[]> {
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ origin: string }>`select lower(substring(image from '^https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?')) as origin
      from products where image like any (array['https://%', 'http://%'])
      group by 1 order by count(*) desc, 1 limit ${mostOrigins}`.execute(tx),
  );
  return rows.flatMap(({ origin }) => origin ?? []);
}

/** The origins, read again after half a minute; while the database is unavailable, the last known ones. */
export function createPictureOrigins(ctx: Context): () => Promise<readonly string[]> {
  let known: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = ctx.clock.now().getTime();
    if (Math.abs(now - readAt) < keptMs) return known;
    readAt = now;
    known = await readOrigins(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'could not read the origins of product pictures');
      return known;
    });
    return known;
  };
}
