-- How products and discount codes of a brand's shop are read, and how far the sync is. A pass reads everything page by page
-- and can go on after a restart; what it didn't see is archived only when it is complete.
create table shop_syncs (
  merchant_id uuid not null constraint shop_syncs_merchant_fk references merchants (id),
  kind text not null constraint shop_syncs_kind_check check (kind in ('shopify')),
  domain text not null,
  -- null: `sealed` is an access token, and not the secret of this client
  client_id text,
  sealed bytea not null,
  hint text not null,
  -- of a client: the token it was given, for 24 hours
  sealed_token bytea,
  token_expires_at timestamptz,
  connected_at timestamptz not null,
  -- the running pass: what it reads, after which place, and what it found so far
  pass uuid,
  pass_began_at timestamptz,
  phase text not null default 'products' constraint shop_syncs_phase_check check (phase in ('products', 'archive', 'codes')),
  cursor text,
  figures jsonb not null default '{}',
  -- when a worker goes on; while one works, until when it has reserved the sync
  due_at timestamptz not null,
  failures integer not null default 0,
  fault text,
  fault_detail text not null default '',
  failed_at timestamptz,
  -- of the last complete pass
  result jsonb,
  finished_at timestamptz,
  primary key (merchant_id, kind),
  constraint shop_syncs_pass_check check ((pass is null) = (pass_began_at is null))
);
create index shop_syncs_due_idx on shop_syncs (due_at);
select protect('shop_syncs', 'brand_only(merchant_id)');
grant select, insert, update, delete on shop_syncs to vitrine_app;

-- The products that came from a shop, with the last pass that saw each.
create table shop_products (
  merchant_id uuid not null constraint shop_products_merchant_fk references merchants (id),
  kind text not null,
  sku text not null,
  variant_id text not null,
  pass uuid not null,
  -- archived by the sync, which may restore it; what the brand archived stays so
  is_archived boolean not null default false,
  primary key (merchant_id, kind, sku)
);
select protect('shop_products', 'brand_only(merchant_id)');
grant select, insert, update, delete on shop_products to vitrine_app;
