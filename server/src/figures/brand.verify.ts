import { type Check, firstDifference } from './figures.difference.ts';

// Recounts the closed days and months of brands: days from the hits and views, months from the days. Which hosts are this
// installation's is not known here, so channels are only compared between the tables.

/** Days that are used as they are, and whose hits are kept. */
const closed = `(select c.*, c.starts_at as since, c.ends_at as until
  from brand_counts c join merchants m on m.id = c.merchant_id and m.time_zone = c.time_zone
  where c.unit = 'day' and not c.is_open and c.first > (select (kept_from at time zone 'UTC')::date from hits_kept)
    and not exists (select from brand_days d where d.merchant_id = c.merchant_id and d.is_open and d.day between c.first - 1 and c.first + 1))`;

const hitsOfDay = `join hits h on h.merchant_id = c.merchant_id and h.counted and h.at >= c.since and h.at < c.until
    and h.id >= first_hit_id(c.since) and h.id < first_hit_id(c.until)`;
const viewsOfDay = `join merchant_accounts a on a.merchant_id = c.merchant_id
    join storefront_views v on v.merchant_account_id = a.id and v.counted and v.at >= c.since and v.at < c.until`;
const place = `split_part(n.value, '|', 1) || ' ' || split_part(n.value, '|', 2)`;

const storedMixes = (array: 'click_mixes' | 'view_mixes'): string => `
  select c.merchant_id, c.first, ${place} as place, 0 as hits, sum(entry_count(e))::bigint as clicks
  from ${closed} c cross join lateral unnest(c.${array}) e join figure_names n on n.id = entry_name(e) group by 1, 2, 3`;

/** Rows of both tables by day or month, combination and creator, as sums of the other unit or table. */
const inMonth = `d.unit = 'day' and d.first >= c.first and d.first < (c.first + interval '1 month')::date`;
const closedMonth = `c.unit = 'month' and not c.is_open and not exists (
    select from brand_counts d where d.merchant_id = c.merchant_id and d.is_open and ${inMonth})`;

const monthArray = (array: 'click_mixes' | 'view_mixes' | 'links'): string =>
  firstDifference(
    'merchant_id, first, name',
    `select c.merchant_id, c.first, entry_name(e) as name, 0 as hits, entry_count(e) as clicks
     from brand_counts c cross join lateral unnest(c.${array}) e where ${closedMonth}`,
    `select c.merchant_id, c.first, entry_name(e) as name, 0 as hits, sum(entry_count(e))::bigint as clicks
     from brand_counts c join brand_counts d on d.merchant_id = c.merchant_id and ${inMonth}
     cross join lateral unnest(d.${array}) e where ${closedMonth} group by 1, 2, 3`,
  );

/** Each combination has as many clicks or views as its creators together. */
const mixesOfCreators = (whole: 'click_mixes' | 'view_mixes', each: 'clicks' | 'views'): string =>
  firstDifference(
    'merchant_id, unit, first, name',
    `select c.merchant_id, c.unit, c.first, entry_name(e) as name, 0 as hits, entry_count(e) as clicks
     from brand_counts c cross join lateral unnest(c.${whole}) e where not c.is_open`,
    `select c.merchant_id, c.unit, c.first, r.mix as name, 0 as hits, sum(entry_count(e))::bigint as clicks
     from brand_counts c join brand_mix_counts r on r.merchant_id = c.merchant_id and r.unit = c.unit and r.first = c.first
     cross join lateral unnest(r.${each}) e where not c.is_open group by 1, 2, 3, 4`,
  );

/** Each creator has as many clicks or views as her combinations together. */
const creatorsOfMixes = (whole: 'creator_clicks' | 'creator_views', each: 'clicks' | 'views'): string =>
  firstDifference(
    'merchant_id, unit, first, number',
    `select c.merchant_id, c.unit, c.first, entry_name(e) as number, 0 as hits, entry_count(e) as clicks
     from brand_counts c cross join lateral unnest(c.${whole}) e where not c.is_open`,
    `select c.merchant_id, c.unit, c.first, entry_name(e) as number, 0 as hits, sum(entry_count(e))::bigint as clicks
     from brand_counts c join brand_mix_counts r on r.merchant_id = c.merchant_id and r.unit = c.unit and r.first = c.first
     cross join lateral unnest(r.${each}) e where not c.is_open and c.${whole} is not null group by 1, 2, 3, 4`,
  );

export const brandChecks: readonly Check[] = [
  {
    about: 'closed day of a brand in its time zone',
    text: firstDifference(
      'merchant_id, first',
      `select merchant_id, first, views as hits, clicks from ${closed} c`,
      `select c.merchant_id, c.first, (select count(*) from merchant_accounts a join storefront_views v on v.merchant_account_id = a.id
          and v.counted and v.at >= c.since and v.at < c.until where a.merchant_id = c.merchant_id) as hits,
        (select count(*) from hits h where h.merchant_id = c.merchant_id and h.counted and h.at >= c.since and h.at < c.until
          and h.id >= first_hit_id(c.since) and h.id < first_hit_id(c.until)) as clicks from ${closed} c`,
    ),
  },
  {
    about: 'closed day of a brand by country and device',
    text: firstDifference(
      'merchant_id, first, place',
      storedMixes('click_mixes'),
      `select c.merchant_id, c.first, h.country || ' ' || h.device as place, 0 as hits, count(*) as clicks
       from ${closed} c ${hitsOfDay} group by 1, 2, 3`,
    ),
  },
  {
    about: 'views of a closed day of a brand by country and device',
    text: firstDifference(
      'merchant_id, first, place',
      storedMixes('view_mixes'),
      `select c.merchant_id, c.first, v.country || ' ' || v.device as place, 0 as hits, count(*) as clicks
       from ${closed} c ${viewsOfDay} group by 1, 2, 3`,
    ),
  },
  {
    about: 'closed day of a brand by link',
    text: firstDifference(
      'merchant_id, first, number',
      `select c.merchant_id, c.first, entry_name(e) as number, 0 as hits, entry_count(e) as clicks
       from ${closed} c cross join lateral unnest(c.links) e`,
      `select c.merchant_id, c.first, t.number, 0 as hits, count(*) as clicks
       from ${closed} c ${hitsOfDay} join link_totals t on t.link_id = h.link_id group by 1, 2, 3`,
    ),
  },
  {
    about: 'closed day of a brand by creator',
    text: firstDifference(
      'merchant_id, first, number',
      `select c.merchant_id, c.first, entry_name(e) as number, 0 as hits, sum(entry_count(e))::bigint as clicks from ${closed} c
       join brand_mix_counts r on r.merchant_id = c.merchant_id and r.unit = 'day' and r.first = c.first
       cross join lateral unnest(r.clicks) e group by 1, 2, 3`,
      `select c.merchant_id, c.first, f.number, 0 as hits, count(*) as clicks
       from ${closed} c ${hitsOfDay} join figure_accounts f on f.merchant_account_id = h.merchant_account_id group by 1, 2, 3`,
    ),
  },
  { about: 'clicks of the creators of a brand by combination', text: mixesOfCreators('click_mixes', 'clicks') },
  { about: 'views of the creators of a brand by combination', text: mixesOfCreators('view_mixes', 'views') },
  {
    about: 'closed month of a brand by creator',
    text: firstDifference(
      'merchant_id, first, number, mix',
      `select r.merchant_id, r.first, r.number, entry_name(e) as mix, 0 as hits, entry_count(e) as clicks
       from brand_creator_counts r cross join lateral unnest(r.clicks) e`,
      `select r.merchant_id, r.first, entry_name(e) as number, r.mix, 0 as hits, entry_count(e) as clicks
       from brand_mix_counts r cross join lateral unnest(r.clicks) e where r.unit = 'month'`,
    ),
  },
  { about: 'clicks of a brand by creator', text: creatorsOfMixes('creator_clicks', 'clicks') },
  { about: 'views of a brand by creator', text: creatorsOfMixes('creator_views', 'views') },
  { about: 'closed month of a brand by combination', text: monthArray('click_mixes') },
  { about: 'views of a closed month of a brand by combination', text: monthArray('view_mixes') },
  { about: 'closed month of a brand by link', text: monthArray('links') },
];
