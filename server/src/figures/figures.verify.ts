import pg from 'pg';
import type { Queryable } from '../platform/database/queryable.ts';
import { brandChecks } from './brand.verify.ts';
import { type Check, firstDifference } from './figures.difference.ts';
import { dayOfAt, lastQuarter, quarterOfAt, valuesOfHit } from './figures.sql.ts';

// Recounts every figure from the hits. Of months that are no longer kept there are only whole days, and nothing to
// compare those with but the totals.

export type ClicksVerdict =
  | { agrees: true; hits: number; clicks: number; links: number }
  | { agrees: false; about: string; found: string };

const counts = 'count(*)::bigint as hits, count(*) filter (where counted)::bigint as clicks';

/** While a month is being dropped, some of its hits can still be there; they are left out. */
const kept = `(select (kept_from at time zone 'UTC')::date from hits_kept)`;
const keptHits = `(select *, 1 as weight from hits where id >= (select first_hit_id(kept_from) from hits_kept))`;

/** An array of `account_days`, each entry with what its number means. */
function entriesOf(array: 'counts' | 'view_counts', from: string): string {
  return `
    select d.merchant_account_id, d.day, case when entry_name(e) > ${lastQuarter} then n.dimension else 'quarter' end as dimension,
      case when entry_name(e) > ${lastQuarter} then n.value else entry_name(e)::text end as value, 0::bigint as hits, entry_count(e) as clicks
    from account_days d cross join lateral unnest(d.${array}) e left join figure_names n on n.id = entry_name(e) where ${from}`;
}

function recountedEntries(rows: string, values: string): string {
  return `
    select merchant_account_id, ${dayOfAt} as day, dimension, value, 0::bigint as hits, count(*)::bigint as clicks
    from ${rows} r cross join ${values} where value <> '' and is_counted group by 1, 2, 3, 4
    union all
    select merchant_account_id, ${dayOfAt}, 'quarter', (${quarterOfAt})::text, 0, count(*) from ${rows} r where counted group by 1, 2, 3, 4`;
}

/** What the days of closed months add up to. */
function closedMonths(array: 'counts' | 'links' | 'view_counts'): string {
  return firstDifference(
    'merchant_account_id, month, name',
    `select merchant_account_id, month, entry_name(e) as name, 0 as hits, entry_count(e) as clicks
     from account_months cross join lateral unnest(${array}) e where not is_open`,
    `select m.merchant_account_id, m.month, entry_name(e) as name, 0 as hits, sum(entry_count(e))::bigint as clicks
     from account_months m join account_days d on d.merchant_account_id = m.merchant_account_id
       and d.day >= m.month and d.day < m.month + interval '1 month'
     cross join lateral unnest(d.${array}) e where not m.is_open ${array === 'links' ? '' : `and entry_name(e) > ${lastQuarter}`} group by 1, 2, 3`,
  );
}

const monthSums = (hits: string, clicks: string): string =>
  firstDifference(
    'merchant_account_id, month',
    `select merchant_account_id, month, ${hits} as hits, ${clicks} as clicks from account_months where not is_open`,
    `select m.merchant_account_id, m.month, sum(d.${hits})::bigint as hits, sum(d.${clicks})::bigint as clicks
     from account_months m join account_days d on d.merchant_account_id = m.merchant_account_id
       and d.day >= m.month and d.day < m.month + interval '1 month' where not m.is_open group by 1, 2`,
  );

const checks: readonly Check[] = [
  {
    about: 'a hit is counted but is not a click, or the other way around',
    text: `
      select id::text as key, 1::bigint as "storedHits", 1::bigint as "recountedHits",
        counted::int::bigint as "storedClicks", (class = 'human')::int::bigint as "recountedClicks"
      from hits where counted <> (class = 'human') limit 1`,
  },
  {
    about: 'day of an account',
    text: firstDifference(
      'merchant_account_id, day',
      `select merchant_account_id, day, hits, clicks from account_days where day >= ${kept}`,
      `select merchant_account_id, ${dayOfAt} as day, ${counts} from ${keptHits} h group by 1, 2`,
    ),
  },
  {
    about: 'day of an account by value',
    text: firstDifference(
      'merchant_account_id, day, dimension, value',
      entriesOf('counts', `d.day >= ${kept}`),
      recountedEntries(keptHits, valuesOfHit),
    ),
  },
  {
    about: 'day of a link',
    text: firstDifference(
      'link_id, day',
      `select t.link_id, d.day, 0 as hits, entry_count(e) as clicks from account_days d cross join lateral unnest(d.links) e
       left join link_totals t on t.number = entry_name(e) and t.merchant_account_id = d.merchant_account_id where d.day >= ${kept}`,
      `select link_id, ${dayOfAt} as day, 0 as hits, count(*)::bigint as clicks from ${keptHits} h where counted group by 1, 2`,
    ),
  },
  {
    about: 'total of a link',
    text: firstDifference(
      'link_id',
      'select link_id, 0 as hits, clicks from link_totals',
      `select t.link_id, 0 as hits, sum(entry_count(e))::bigint as clicks
       from account_days d cross join lateral unnest(d.links) e join link_totals t on t.number = entry_name(e) group by 1`,
    ),
  },
  {
    about: 'totals of the links of an account',
    text: firstDifference(
      'merchant_account_id',
      'select merchant_account_id, sum(hits)::bigint as hits, sum(clicks)::bigint as clicks from link_totals group by 1',
      'select merchant_account_id, sum(hits)::bigint as hits, sum(clicks)::bigint as clicks from account_days group by 1',
    ),
  },
  {
    about: 'views of a day',
    text: firstDifference(
      'merchant_account_id, day',
      'select merchant_account_id, day, 0 as hits, views as clicks from account_days',
      `select merchant_account_id, day, 0 as hits, sum(entry_count(e))::bigint as clicks
       from account_days cross join lateral unnest(view_counts) e where entry_name(e) <= ${lastQuarter} group by 1, 2`,
    ),
  },
  { about: 'closed month', text: monthSums('hits', 'clicks') },
  { about: 'views of a closed month', text: monthSums('loads', 'views') },
  { about: 'closed month by value', text: closedMonths('counts') },
  { about: 'closed month by link', text: closedMonths('links') },
  { about: 'views of a closed month by value', text: closedMonths('view_counts') },
  {
    about: 'closed day of a brand',
    text: firstDifference(
      'merchant_id, day',
      'select merchant_id, day, 0 as hits, clicks from brand_days where not is_open',
      `select b.merchant_id, b.day, 0 as hits, sum(d.clicks)::bigint as clicks from brand_days b
       join account_days d on d.merchant_id = b.merchant_id and d.day = b.day where not b.is_open group by 1, 2`,
    ),
  },
  {
    about: 'closed day of a brand by quarter-hour',
    text: firstDifference(
      'merchant_id, day, name',
      `select merchant_id, day, entry_name(e) as name, 0 as hits, entry_count(e) as clicks
       from brand_days cross join lateral unnest(quarters) e where not is_open`,
      `select b.merchant_id, b.day, entry_name(e) as name, 0 as hits, sum(entry_count(e))::bigint as clicks from brand_days b
       join account_days d on d.merchant_id = b.merchant_id and d.day = b.day cross join lateral unnest(d.counts) e
       where not b.is_open and entry_name(e) <= ${lastQuarter} group by 1, 2, 3`,
    ),
  },
  ...brandChecks,
];

type Difference = {
  key: string;
  storedHits: bigint | null;
  recountedHits: bigint | null;
  storedClicks: bigint | null;
  recountedClicks: bigint | null;
};

/** The first difference between figures and hits, or how many rows agree. `db` is one connection, not a pool. */
export async function verifyClicks(db: Queryable): Promise<ClicksVerdict> {
  await db.query({ text: 'begin isolation level repeatable read read only; set local role vitrine_redirect' });
  try {
    for (const { about, text } of checks) {
      const { rows } = await db.query<Difference>({ text });
      const [first] = rows;
      if (first !== undefined) return { agrees: false, about, found: sentenceOf(first) };
    }
    const { rows } = await db.query<{ hits: number; clicks: number; links: number }>({
      text: `select count(*)::int as hits, count(*) filter (where counted)::int as clicks,
               count(distinct link_id)::int as links from ${keptHits} h`,
    });
    return { agrees: true, ...(rows[0] ?? { hits: 0, clicks: 0, links: 0 }) };
  } finally {
    await db.query({ text: 'rollback' });
  }
}

function sentenceOf({ key, storedHits, recountedHits, storedClicks, recountedClicks }: Difference): string {
  return (
    `${key}: stored ${storedHits ?? 0} hits and ${storedClicks ?? 0} clicks, ` +
    `recounted ${recountedHits ?? 0} hits and ${recountedClicks ?? 0} clicks`
  );
}

/** The same on a connection of its own, as the owner of the database. */
export async function verifyClicksAt(url: string): Promise<ClicksVerdict> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails the current statement. Without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await verifyClicks(client);
  } finally {
    await client.end();
  }
}
