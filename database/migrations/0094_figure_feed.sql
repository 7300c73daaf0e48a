-- What a ClickHouse lacks, if FIGURES names one. The triggers that write it are created when it is attached
-- (server/src/figures/clickhouse/feed.attach.ts), so that without one nothing is written.
create table figure_feed (
  seq bigint generated always as identity primary key,
  kind text not null constraint figure_feed_kind_check check (kind in ('hits', 'views')),
  -- Rows that were stored or changed; null: all rows from `from_id` on and before `before_id`.
  ids uuid[],
  from_id uuid,
  before_id uuid,
  -- Of rows that were deleted: what ClickHouse needs to find them.
  accounts uuid[],
  instants timestamptz[],
  oldest_at timestamptz not null,
  at timestamptz not null default clock_timestamp()
);
create index figure_feed_oldest_idx on figure_feed (oldest_at);
select protect('figure_feed', 'false');
create policy owner on figure_feed to current_user using (true) with check (true);
create sequence figure_versions;
grant usage on sequence figure_versions to vitrine_system;

-- The ClickHouse that is attached, and the name of its tables. They are new with each attachment, so that a ClickHouse
-- that lost its tables can't answer.
create table figure_engine (
  only_row boolean primary key default true constraint figure_engine_only_row_check check (only_row),
  place text not null,
  name text not null,
  attached_at timestamptz not null default clock_timestamp(),
  fed_at timestamptz
);
select protect('figure_engine', 'false');
create policy owner on figure_engine to current_user using (true) with check (true);

-- The name of the tables in this place, if they have every row from before `p_before`.
create function figures_settled(p_place text, p_before timestamptz) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select name from figure_engine where place = p_place
    and not exists (select from figure_feed where oldest_at < p_before) $$;
revoke all on function figures_settled(text, timestamptz) from public;
grant execute on function figures_settled(text, timestamptz) to vitrine_app, vitrine_system;

-- Since when hits are kept, for callers who may not read it.
create function hits_kept_from() returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$ select kept_from from hits_kept $$;
revoke all on function hits_kept_from() from public;
grant execute on function hits_kept_from() to vitrine_app, vitrine_system;

-- For statement triggers of hits and storefront_views with the transition table `changed`.
create function feed_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into figure_feed (kind, ids, oldest_at)
    select tg_argv[0], array_agg(id), min(at) from changed having count(*) > 0;
  return null;
end $$;

create function feed_removed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into figure_feed (kind, ids, accounts, instants, oldest_at)
    select tg_argv[0], array_agg(id), array_agg(merchant_account_id), array_agg(at), min(at) from changed having count(*) > 0;
  return null;
end $$;

-- Only what figures are counted from: clearing addresses changes every hit once.
create function feed_changed_hits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into figure_feed (kind, ids, oldest_at)
    select 'hits', array_agg(id), min(c.at) from changed c join before b using (id)
    where (c.counted, c.country, c.device, c.referrer_host, c.app, c.link_id) is distinct from (b.counted, b.country, b.device, b.referrer_host, b.app, b.link_id)
    having count(*) > 0;
  return null;
end $$;
revoke all on function feed_added() from public;
revoke all on function feed_removed() from public;
revoke all on function feed_changed_hits() from public;
