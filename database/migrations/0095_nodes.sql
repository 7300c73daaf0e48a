-- Every process of the installation, as it reports itself every few seconds. A process and not a node is the key, so that
-- two processes with one NODE_ID are seen. All times are the database's.
create table nodes (
  run_id uuid primary key,
  name text not null,
  roles text[] not null,
  version text not null,
  host text not null,
  process_id integer not null,
  -- Names the data folder whose journal the process drains; null without the role redirect.
  folder text,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Since when reports came without a gap.
  steady_since timestamptz not null default now(),
  -- Set when it stopped in order.
  stopped_at timestamptz,
  held_hits bigint not null default 0,
  held_bytes bigint not null default 0,
  oldest_hit_at timestamptz
);
select protect('nodes', 'false');
