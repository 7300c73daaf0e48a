-- Readings of a storefront's meter: what was counted of it in all before an instant. A range is the difference of two,
-- however long it is and in whatever zone. They are taken at the midnights of the creator's zone and at the latest one
-- of UTC (server/src/links/readings.ts); a hit or view that comes late takes those after it away in its own statement.
-- The three arrays go together: of each value of each dimension, the clicks.
create table account_readings (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  at timestamptz not null,
  clicks bigint not null,
  views bigint not null,
  dimensions text[] not null,
  names text[] not null,
  counts bigint[] not null,
  primary key (merchant_account_id, at)
);

-- The same for a link, written only where it was clicked since the reading before: the latest one not after an instant
-- is the one that holds.
create table link_readings (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  link_id uuid not null,
  at timestamptz not null,
  clicks bigint not null,
  -- Whole with what its policy asks for: a reading is one descent of the index, and the table is not touched.
  primary key (link_id, at) include (clicks, merchant_id, creator_id)
);
-- taking away those after a late hit
create index link_readings_account_at_idx on link_readings (merchant_account_id, at);

do $$
declare t text;
begin
  foreach t in array array['account_readings', 'link_readings'] loop
    perform protect(t::regclass, 'own_or_brand(merchant_id, creator_id)');
    execute format('grant select on %I to vitrine_app', t);
    execute format('create policy redirect on %I to vitrine_redirect using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to vitrine_redirect', t);
  end loop;
end $$;

-- whose midnights are taken
grant select (id, time_zone) on users to vitrine_redirect;
create policy redirect_read on users for select to vitrine_redirect using (true);

-- What orders of a range earned, from the index alone and in the order in which their lines can be counted as one.
drop index commissions_account_idx;
create index commissions_account_idx on commissions (merchant_account_id, earned_at, order_id)
  include (currency, base, amount, reversed, merchant_id, creator_id);
