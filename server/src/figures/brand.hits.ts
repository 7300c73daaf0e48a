import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';

// Counts the hits and views of a brand one by one: of days that are not added up, and of links with other filters.

export const mixParts = ['country', 'device', 'channel'] as const;
export type MixPart = (typeof mixParts)[number];
/** '' is unknown. */
export type MixFilter = { [Part in MixPart]?: string | undefined };

export type VisitFilter = {
  merchantId: string;
  /** The hosts of this installation. */
  ownHosts: readonly string[];
  mix: MixFilter;
  accounts?: readonly string[] | undefined;
  links?: readonly string[] | undefined;
};

/** What rows are counted by. */
export type VisitKey = 'account' | 'link' | MixPart;
/** How often each key was counted. Of steps, the key is the index. */
export type VisitCounts = Map<string, { clicks: number; views: number }>;
export type VisitsInRange = { steps: VisitCounts; rows: VisitCounts };

/** `places` are the beginnings of steps without gaps. Without `by`, there are no rows. */
type CountedBy = { places: readonly Date[]; by?: VisitKey | undefined };

type Kind = 'clicks' | 'views';

function partOf(part: MixPart, kind: Kind, ownHosts: readonly string[]): RawBuilder<string> {
  if (part !== 'channel') return sql.ref(`r.${part}`);
  return kind === 'clicks'
    ? sql`channel_of(r.app, r.referrer_host, ${[...ownHosts]}::text[])`
    : sql`channel_of('', r.referrer_host, ${[...ownHosts]}::text[])`;
}

function keyOf(by: VisitKey, kind: Kind, ownHosts: readonly string[]): RawBuilder<unknown> {
  if (by === 'account') return sql`r.merchant_account_id`;
  if (by !== 'link') return partOf(by, kind, ownHosts);
  return kind === 'clicks' ? sql`r.link_id` : sql`''`;
}

/** Each span is a select of its own with its bounds as values, so that only its months are read. */
function selectOf(kind: Kind, { from, to }: Span, { places, by }: CountedBy, filter: VisitFilter): RawBuilder<unknown> {
  const { merchantId, ownHosts, mix, accounts, links } = filter;
  const [since, until] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`];
  const parts = mixParts.flatMap((part) =>
    mix[part] === undefined ? [] : [sql`${partOf(part, kind, ownHosts)} = ${mix[part]}`],
  );
  const of =
    kind === 'clicks'
      ? [sql`r.merchant_id = ${merchantId}`, sql`r.id >= first_hit_id(${since}) and r.id < first_hit_id(${until})`]
      : accounts
        ? []
        : [
            sql`r.merchant_account_id = any((select array_agg(id) from merchant_accounts where merchant_id = ${merchantId})::uuid[])`,
          ];
  const conditions = [
    ...of,
    sql`r.counted and r.at >= ${since} and r.at < ${until}`,
    ...(accounts ? [sql`r.merchant_account_id = any(${[...accounts]}::uuid[])`] : []),
    ...(links ? [sql`r.link_id = any(${[...links]}::uuid[])`] : []),
    ...parts,
  ];
  const table = sql.ref(kind === 'clicks' ? 'hits' : 'storefront_views');
  const place = sql`width_bucket(r.at, ${places.map((at) => at.toISOString())}::timestamptz[]) - 1`;
  return sql`select ${place} as place, ${by === undefined ? sql`''` : keyOf(by, kind, ownHosts)} as key, count(*) as counted
    from ${table} r where ${sql.join(conditions, sql` and `)} group by 1, 2`;
}

async function count(tx: Tx, kind: Kind, spans: readonly Span[], counted: CountedBy, filter: VisitFilter) {
  const parts = spans.map((span) => selectOf(kind, span, counted, filter));
  const { rows } = await sql<{ place: number; key: string; counted: bigint }>`
    select place, key::text, sum(counted)::bigint as counted from (${sql.join(parts, sql` union all `)}) part group by 1, 2`.execute(
    tx,
  );
  return rows;
}

function add(counts: VisitCounts, key: string, { clicks, views }: { clicks: number; views: number }): void {
  const known = counts.get(key);
  counts.set(key, { clicks: clicks + (known?.clicks ?? 0), views: views + (known?.views ?? 0) });
}

/** Steps and rows in one count. Views have no link, so with links only clicks are counted. */
export async function countVisits(
  tx: Tx,
  spans: readonly Span[],
  counted: CountedBy,
  filter: VisitFilter,
): Promise<VisitsInRange> {
  const visits: VisitsInRange = { steps: new Map(), rows: new Map() };
  if (spans.length === 0) return visits;
  for (const { place, key, counted: times } of await count(tx, 'clicks', spans, counted, filter)) {
    add(visits.steps, `${place}`, { clicks: Number(times), views: 0 });
    if (counted.by !== undefined) add(visits.rows, key, { clicks: Number(times), views: 0 });
  }
  for (const { place, key, counted: times } of filter.links ? [] : await count(tx, 'views', spans, counted, filter)) {
    add(visits.steps, `${place}`, { clicks: 0, views: Number(times) });
    if (counted.by !== undefined && counted.by !== 'link') add(visits.rows, key, { clicks: 0, views: Number(times) });
  }
  return visits;
}

export function addVisits(...all: readonly VisitCounts[]): VisitCounts {
  const sums: VisitCounts = new Map();
  for (const [key, counted] of all.flatMap((each) => [...each])) add(sums, key, counted);
  return sums;
}
