import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type Span, utcPartsOf } from '../platform/days.ts';

/** The clicks of some links in a span, by link: whole UTC days from the roll-up, the hours at both ends from the hits. */
export async function clicksOfLinks(tx: Tx, linkIds: readonly string[], span: Span): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map();
  const { first, after, edges } = utcPartsOf(span);
  const { rows } = await sql<{ link_id: string; clicks: bigint }>`
    select link.id as link_id, coalesce((
        select sum(clicks) from link_days where link_id = link.id and day >= ${first}::date and day < ${after}::date
      ), 0)::bigint + coalesce((
        select sum(edge.sign * counted.clicks)
        from unnest(${edges.map(({ sign }) => sign)}::integer[], ${edges.map(({ from }) => from.toISOString())}::timestamptz[], ${edges.map(({ to }) => to.toISOString())}::timestamptz[]) as edge (sign, since, until)
        cross join lateral (
          select count(*) as clicks from hits where link_id = link.id and at >= edge.since and at < edge.until
            and id >= first_hit_id(edge.since) and id < first_hit_id(edge.until) and counted
        ) counted
      ), 0)::bigint as clicks
    from unnest(${[...linkIds]}::uuid[]) as link (id)`.execute(tx);
  return new Map(rows.map((row) => [row.link_id, Number(row.clicks)]));
}
