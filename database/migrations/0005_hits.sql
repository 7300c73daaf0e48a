-- Every request to a link is a hit and is kept with what is needed to class it again later. `counted` says whether
-- it is a click. The id is the click id: a UUIDv7 made by the redirector, so replaying a journal inserts nothing twice.
create table hits (
  id uuid primary key,
  at timestamptz not null,
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  link_id uuid not null,
  class text not null constraint hits_class_check check (class in ('human', 'bot', 'preview', 'prefetch', 'head', 'duplicate', 'self', 'owner_preview')),
  reason text not null,
  counted boolean not null,
  rules_version integer not null,
  method text not null,
  purpose text not null default '',
  user_agent text not null default '',
  language text not null default '',
  referrer text not null default '',
  referrer_host text not null default '',
  utm jsonb not null default '{}',
  address_prefix text not null default '',
  visitor bytea not null,
  browser bytea,
  country text not null default '',
  device text not null default '',
  browser_name text not null default '',
  system text not null default '',
  app text not null default '',
  node text not null
);
comment on column hits.visitor is 'hash of address, user agent and language under the salt of the day; a person for a day, nobody after it';
comment on column hits.browser is 'hash of the browser mark the redirector set; null until a browser has sent it back';
-- the creator's list of hits, and the recount of any range
create index hits_account_at_idx on hits (merchant_account_id, at);
create index hits_link_at_idx on hits (link_id, at);
-- first and last click of one browser at one merchant
create index hits_browser_idx on hits (browser, merchant_id, at) where browser is not null;

create table orphan_visits (
  id uuid primary key,
  at timestamptz not null,
  code text not null,
  reason text not null constraint orphan_visits_reason_check check (reason in ('unknown', 'disabled')),
  user_agent text not null default '',
  referrer_host text not null default '',
  address_prefix text not null default '',
  country text not null default '',
  node text not null
);
create index orphan_visits_at_idx on orphan_visits (at);

-- One salt a day, removed after two: then a visitor hash can no longer be tied to an address.
create table visitor_salts (
  day date primary key,
  salt bytea not null
);

-- When a browser (or, without its mark, a visitor) last had a click counted on a link.
create table counted_marks (
  link_id uuid not null,
  mark bytea not null,
  counted_at timestamptz not null,
  primary key (link_id, mark)
);
-- forgetting the old ones; a full index would cost each counted click a second entry
create index counted_marks_counted_at_idx on counted_marks using brin (counted_at);

-- Roll-ups, folded in the transaction that stores the hits. Quarters of an hour make a day of any time zone. Their
-- pages keep room, so that an update stays on its page; where no index holds a figure, it touches no index either.
create table link_totals (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  link_id uuid primary key,
  hits bigint not null default 0,
  clicks bigint not null default 0,
  last_click_at timestamptz
) with (fillfactor = 75);
-- the most clicked of a storefront, without reading all of its links
create index link_totals_account_idx on link_totals (merchant_account_id, clicks desc);

create table link_days (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  link_id uuid not null,
  day date not null,
  hits bigint not null default 0,
  clicks bigint not null default 0,
  primary key (link_id, day)
) with (fillfactor = 75);
create index link_days_account_day_idx on link_days (merchant_account_id, day);

create table account_quarters (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  quarter timestamptz not null,
  hits bigint not null default 0,
  clicks bigint not null default 0,
  primary key (merchant_account_id, quarter)
) with (fillfactor = 75);

create table account_dimensions (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  day date not null,
  dimension text not null constraint account_dimensions_dimension_check check (dimension in ('class', 'country', 'device', 'browser', 'system', 'app', 'referrer', 'source')),
  value text not null,
  hits bigint not null default 0,
  clicks bigint not null default 0,
  primary key (merchant_account_id, day, dimension, value)
) with (fillfactor = 75);

select protect('hits', 'own_or_brand(merchant_id, creator_id)');
select protect('orphan_visits', 'false');
select protect('visitor_salts', 'false');
select protect('counted_marks', 'false');
select protect('link_totals', 'own_or_brand(merchant_id, creator_id)');
select protect('link_days', 'own_or_brand(merchant_id, creator_id)');
select protect('account_quarters', 'own_or_brand(merchant_id, creator_id)');
select protect('account_dimensions', 'own_or_brand(merchant_id, creator_id)');
grant select on hits, link_totals, link_days, account_quarters, account_dimensions to vitrine_app;

do $$
declare t text;
begin
  foreach t in array array['hits', 'orphan_visits', 'visitor_salts', 'counted_marks', 'link_totals', 'link_days', 'account_quarters', 'account_dimensions'] loop
    execute format('create policy redirect on %I to vitrine_redirect using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to vitrine_redirect', t);
  end loop;
end $$;
