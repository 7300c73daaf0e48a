-- Views of a storefront's public page: kept one by one with their class, so that any time zone's days can be recounted
-- from them; the roll-ups beside them are written in the same statement. Nothing of the person is kept.
create table storefront_views (
  id uuid primary key,
  at timestamptz not null,
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  class text not null constraint storefront_views_class_check check (class in ('human', 'bot', 'preview', 'prefetch', 'head', 'self', 'owner_preview')),
  reason text not null,
  counted boolean not null,
  rules_version integer not null,
  country text not null default '',
  device text not null default '',
  referrer_host text not null default ''
);
-- the hours between a midnight of UTC and one of the creator's zone
create index storefront_views_account_at_idx on storefront_views (merchant_account_id, at);

-- loads are all requests of the page, views those that count.
create table storefront_view_quarters (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  quarter timestamptz not null,
  loads bigint not null default 0,
  views bigint not null default 0,
  primary key (merchant_account_id, quarter)
) with (fillfactor = 75);

create table storefront_view_days (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  day date not null,
  loads bigint not null default 0,
  views bigint not null default 0,
  primary key (merchant_account_id, day)
) with (fillfactor = 75);

create table storefront_view_dimensions (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  day date not null,
  dimension text not null constraint storefront_view_dimensions_dimension_check check (dimension in ('country', 'device', 'referrer')),
  value text not null,
  loads bigint not null default 0,
  views bigint not null default 0,
  primary key (merchant_account_id, day, dimension, value)
) with (fillfactor = 75);

-- Whole UTC months of account_dimensions, added up once a month is over: a year is then read from a few rows. A mark
-- in settled_months says that the sums hold; a hit that comes late takes the mark away in its own statement.
create table account_dimension_months (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  month date not null,
  dimension text not null,
  value text not null,
  hits bigint not null,
  clicks bigint not null,
  primary key (merchant_account_id, month, dimension, value)
);

-- The same for links; one without a click in the month has no row.
create table link_months (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  link_id uuid not null,
  month date not null,
  clicks bigint not null,
  primary key (link_id, month)
);
-- taking the month of a storefront away before it is added up anew
create index link_months_account_idx on link_months (merchant_account_id, month);

create table settled_months (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  month date not null,
  primary key (merchant_account_id, month)
);

-- what of a storefront waits for its brand's word
create index commissions_held_idx on commissions (merchant_account_id) where held_reason is not null and state = 'pending';

do $$
declare t text;
begin
  foreach t in array array['storefront_views', 'storefront_view_quarters', 'storefront_view_days', 'storefront_view_dimensions', 'account_dimension_months', 'link_months', 'settled_months'] loop
    perform protect(t::regclass, 'own_or_brand(merchant_id, creator_id)');
    execute format('grant select on %I to vitrine_app', t);
    execute format('create policy redirect on %I to vitrine_redirect using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to vitrine_redirect', t);
  end loop;
end $$;
