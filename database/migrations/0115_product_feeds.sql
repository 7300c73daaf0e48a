-- A product feed: a table of products at an address, fetched on a schedule. A brand has one.
create table product_feeds (
  merchant_id uuid primary key constraint product_feeds_merchant_fk references merchants (id),
  url text not null,
  every_hours integer not null constraint product_feeds_every_hours_check check (every_hours in (1, 6, 24)),
  -- What the brand said about its columns, as in the contract.
  columns jsonb not null,
  created_at timestamptz not null,
  -- While a run works it is the end of its lease, so that another node can take over what was lost.
  due_at timestamptz not null,
  -- When the run that works now began.
  claimed_at timestamptz,
  paused_at timestamptz,
  -- What its server said about the last version that was imported, to be asked for newer ones only.
  etag text,
  last_modified text,
  -- The products for sale that the last imported version had. What is missing from the next one is archived.
  skus text[] not null default '{}',
  failures integer not null default 0,
  -- How many products the version had that was stopped, because it had fewer than half of the last one.
  stopped_at_products integer,
  -- The next version may have fewer than half.
  may_shrink boolean not null default false
);
create index product_feeds_due_idx on product_feeds (due_at) where paused_at is null;
select protect('product_feeds', 'brand_only(merchant_id)');
grant select, insert, update, delete on product_feeds to vitrine_app;

create table product_feed_runs (
  merchant_id uuid not null constraint product_feed_runs_merchant_fk references merchants (id),
  id uuid not null,
  started_at timestamptz not null,
  took_ms integer not null,
  status text not null constraint product_feed_runs_status_check
    check (status in ('changed', 'unchanged', 'not_modified', 'stopped', 'failed')),
  import_id uuid,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  archived_count integer not null default 0,
  unchanged_count integer not null default 0,
  refused_count integer not null default 0,
  fault text,
  seen text not null default '',
  primary key (merchant_id, id),
  constraint product_feed_runs_import_fk foreign key (merchant_id, import_id) references product_imports (merchant_id, id)
);
create index product_feed_runs_latest_idx on product_feed_runs (merchant_id, started_at desc);
create index product_feed_runs_started_idx on product_feed_runs (started_at);
select protect('product_feed_runs', 'brand_only(merchant_id)');
grant select, insert, delete on product_feed_runs to vitrine_app;

-- One request at a time goes to a host, from all nodes and for all brands, and none before the time that it asked for.
create table feed_hosts (
  host text primary key,
  busy_until timestamptz not null,
  wait_until timestamptz not null
);
select protect('feed_hosts', 'false');

alter table product_imports drop constraint product_imports_source_check;
alter table product_imports add constraint product_imports_source_check check (source in ('csv', 'shopify', 'feed'));
alter table product_changes drop constraint product_changes_source_check;
alter table product_changes add constraint product_changes_source_check
  check (source in ('import', 'console', 'shop', 'sync', 'feed', 'undo'));
