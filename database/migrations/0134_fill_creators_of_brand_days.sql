-- A migration of its own, so that nobody waits for the lock of the one that adds the columns.
-- What is added up has them in the rows of the combinations. Days whose hits are no longer kept may have old ones there.
update brand_counts c set
  creator_clicks = coalesce((select array_agg(entry(number, times) order by number) from (
    select entry_name(e) as number, sum(entry_count(e))::bigint as times from brand_mix_counts m cross join lateral unnest(m.clicks) e
    where m.merchant_id = c.merchant_id and m.unit = c.unit and m.first = c.first group by 1
  ) part), '{}'),
  creator_views = coalesce((select array_agg(entry(number, times) order by number) from (
    select entry_name(e) as number, sum(entry_count(e))::bigint as times from brand_mix_counts m cross join lateral unnest(m.views) e
    where m.merchant_id = c.merchant_id and m.unit = c.unit and m.first = c.first group by 1
  ) part), '{}')
where not c.is_open and c.first > (select (kept_from at time zone 'UTC')::date from hits_kept);
