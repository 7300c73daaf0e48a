// Where the pictures of products come from. Brands name them in their catalogue at their own shop's addresses, so the
// portal's policy lists exactly those. The system role is needed: the portal's document is the same for everybody.
import { sql } from 'kysely';
import type { Context } from './context.ts';

const keptMs = 30_000;
/** A header has an end: the origins with most pictures come first. */
const mostOrigins = 100;

async function readOrigins(ctx: Context): Promise<string[]> {
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ origin: string }>`select lower(substring(image from '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?')) as origin
      from products where image like 'https://%'
      group by 1 order by count(*) desc, 1 limit ${mostOrigins}`.execute(tx),
  );
  return rows.flatMap(({ origin }) => origin ?? []);
}

/** Answers the origins, read anew after half a minute; those that were known last while the database does not answer. */
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
