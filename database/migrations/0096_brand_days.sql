-- Clicks of all storefronts of a brand on a UTC day that is over, added up from account_days. Without it, a month of a
-- brand is read from a row for each of its creators and days.
--
-- While a day is open, its sums are not used: it is today, or something was counted in it since it was added up.
create table brand_days (
  merchant_id uuid not null,
  day date not null,
  is_open boolean not null default true,
  clicks bigint not null default 0,
  quarters bigint[] not null default '{}',
  primary key (merchant_id, day)
);
create index brand_days_open_idx on brand_days (day) where is_open;

insert into brand_days (merchant_id, day) select distinct merchant_id, day from account_days where hits > 0;

select protect('brand_days', 'brand_only(merchant_id)');
grant select on brand_days to vitrine_app;
create policy redirect on brand_days to vitrine_redirect using (true) with check (true);
grant select, insert, update, delete on brand_days to vitrine_redirect;
