create table products (
  merchant_id uuid not null constraint products_merchant_fk references merchants (id),
  id uuid not null,
  sku text not null,
  title text not null,
  description text not null default '',
  category text not null default '',
  url text not null,
  image text,
  price bigint not null constraint products_price_check check (price >= 0),
  compare_at_price bigint constraint products_compare_at_price_check check (compare_at_price >= 0),
  currency text not null,
  in_stock boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (merchant_id, id),
  constraint products_sku_key unique (merchant_id, sku)
);

create table product_imports (
  merchant_id uuid not null constraint product_imports_merchant_fk references merchants (id),
  id uuid not null,
  source text not null constraint product_imports_source_check check (source in ('csv', 'shopify')),
  created_by uuid,
  created_at timestamptz not null,
  created_count integer not null,
  updated_count integer not null,
  unchanged_count integer not null,
  refused_count integer not null,
  primary key (merchant_id, id)
);

create table product_import_rows (
  merchant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  outcome text not null constraint product_import_rows_outcome_check check (outcome in ('created', 'updated', 'unchanged', 'refused')),
  sku text,
  field text,
  reason text,
  primary key (merchant_id, import_id, line),
  constraint product_import_rows_import_fk foreign key (merchant_id, import_id) references product_imports (merchant_id, id)
);

-- How a creator's storefront at one merchant looks; one for each merchant account.
create table storefronts (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  title text not null default '',
  bio text not null default '',
  banner text,
  appearance jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (merchant_id, merchant_account_id),
  constraint storefronts_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);

create table collections (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  title text not null,
  position integer not null,
  created_at timestamptz not null,
  hidden_at timestamptz,
  removed_at timestamptz,
  primary key (merchant_id, id),
  constraint collections_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);

create table posts (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  title text not null,
  caption text not null default '',
  media jsonb not null default '[]',
  position integer not null,
  created_at timestamptz not null,
  hidden_at timestamptz,
  removed_at timestamptz,
  primary key (merchant_id, id),
  constraint posts_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);

-- A code and where it leads. The code never changes; the destination may. changed_at is the database's clock, so
-- that every node's copy of the table can ask for what changed since it last looked.
create table links (
  merchant_id uuid not null,
  id uuid not null constraint links_id_key unique,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  code text not null constraint links_code_key unique constraint links_code_check check (code ~ '^[A-Za-z0-9_-]{3,64}$'),
  destination text not null,
  title text not null default '',
  created_at timestamptz not null,
  disabled_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  constraint links_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);
create index links_changed_at_idx on links (changed_at);
create index links_merchant_account_id_idx on links (merchant_account_id);

-- One appearance of a product on a storefront, with a link, a title and a note of its own.
create table placements (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  product_id uuid not null,
  collection_id uuid,
  post_id uuid,
  link_id uuid not null,
  position integer not null,
  title text,
  note text not null default '',
  created_at timestamptz not null,
  hidden_at timestamptz,
  removed_at timestamptz,
  primary key (merchant_id, id),
  constraint placements_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id),
  constraint placements_product_fk foreign key (merchant_id, product_id) references products (merchant_id, id),
  constraint placements_collection_fk foreign key (merchant_id, collection_id) references collections (merchant_id, id),
  constraint placements_post_fk foreign key (merchant_id, post_id) references posts (merchant_id, id),
  constraint placements_link_fk foreign key (merchant_id, link_id) references links (merchant_id, id)
);
create index placements_account_idx on placements (merchant_account_id, position);
create index placements_link_id_idx on placements (link_id);

select protect('products', 'in_merchant(merchant_id) or exists (select from merchant_accounts a where a.merchant_id = products.merchant_id and a.creator_id = scope_creator() and scope_merchant() is null)');
select protect('product_imports', 'brand_only(merchant_id)');
select protect('product_import_rows', 'brand_only(merchant_id)');
select protect('storefronts', 'own_or_brand(merchant_id, creator_id)');
select protect('collections', 'own_or_brand(merchant_id, creator_id)');
select protect('posts', 'own_or_brand(merchant_id, creator_id)');
select protect('links', 'own_or_brand(merchant_id, creator_id)');
select protect('placements', 'own_or_brand(merchant_id, creator_id)');
grant select, insert, update on products, storefronts, collections, posts, links, placements to vitrine_app;
grant select, insert on product_imports, product_import_rows to vitrine_app;

grant select on products, storefronts, collections, posts, links, placements to vitrine_public;
create policy public_read on products for select to vitrine_public using (archived_at is null);
create policy public_read on storefronts for select to vitrine_public using (true);
create policy public_read on collections for select to vitrine_public using (hidden_at is null and removed_at is null);
create policy public_read on posts for select to vitrine_public using (hidden_at is null and removed_at is null);
create policy public_read on links for select to vitrine_public using (disabled_at is null);
create policy public_read on placements for select to vitrine_public using (hidden_at is null and removed_at is null);

-- Every change of a link or of a brand's click settings reaches the redirectors' copies: a hint now, changed_at for
-- whoever missed the hint.
create function link_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  perform pg_notify('links', new.code);
  return new;
end $$;
create trigger link_changed before insert or update on links for each row execute function link_changed();

create function merchant_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update links set changed_at = clock_timestamp() where merchant_id = new.id;
  return null;
end $$;
create trigger merchant_changed after update of click_parameter, disabled_at, window_days, attribution_model on merchants
  for each row execute function merchant_changed();

grant select on links, merchants, merchant_accounts to vitrine_redirect;
create policy redirect_read on links for select to vitrine_redirect using (true);
create policy redirect_read on merchants for select to vitrine_redirect using (true);
create policy redirect_read on merchant_accounts for select to vitrine_redirect using (true);
