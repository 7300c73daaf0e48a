-- A click can reach the database after its order was decided. What it needs for a new decision that equals the one in
-- time is kept with the order: the brand's settings and the categories of its lines when the order came.
alter table orders add column basis jsonb;
alter table orders add column click_stored boolean not null default false;
alter table orders add column browser bytea;
comment on column orders.basis is 'settings and categories at intake; null for orders from before this column';
comment on column orders.click_stored is 'the last decision read the named click from the hits table';
comment on column orders.browser is 'browser hash of the named click, to find orders that another click of this browser can change';

-- The hit that a click id names: 22 characters of base64url are the 16 bytes of its UUID. Null for any other text.
create function hit_of_click(click text) returns uuid language sql immutable parallel safe
  as $$ select case when click ~ '^[A-Za-z0-9_-]{8}[cdef][A-Za-z0-9_-]{12}[AQgw]$'
    then encode(decode(translate(click, '-_', '+/') || '==', 'base64'), 'hex')::uuid end $$;

-- orders by the click that they name
create index orders_named_click_idx on orders (hit_of_click(click_id)) where click_id is not null;
-- orders of a browser
create index orders_browser_idx on orders (browser, merchant_id, placed_at) where browser is not null;

-- Orders that must be decided again because a hit was stored that can change them.
create table order_reviews (
  merchant_id uuid not null,
  order_id text not null,
  noted_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, order_id),
  constraint order_reviews_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id)
);
create index order_reviews_noted_at_idx on order_reviews (noted_at);
select protect('order_reviews', 'brand_only(merchant_id)');
grant select, delete on order_reviews to vitrine_app;

-- Runs in the transaction that stores hits, once for each statement. A decision takes the same lock shared before it
-- reads hits, so an order either sees the hits of this transaction or is noted here; no order falls between the two.
-- Both look-ups go from the new hits through an index, whatever the planner knew when it kept its plan.
create function note_orders_of_new_hits() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform pg_advisory_xact_lock(7305120);
  insert into order_reviews (merchant_id, order_id)
    select o.merchant_id, o.order_id from new_hits h
      join orders o on hit_of_click(o.click_id) = h.id and o.click_id is not null and not o.click_stored and o.merchant_id = h.merchant_id
    union
    select o.merchant_id, o.order_id from new_hits h
      join orders o on o.browser = h.browser and o.merchant_id = h.merchant_id and o.placed_at >= h.at and o.received_at >= h.at
      where h.browser is not null and h.class in ('human', 'duplicate')
    on conflict do nothing;
  if found then
    perform pg_notify('order_reviews', '');
  end if;
  return null;
end $$;
create trigger note_orders after insert on hits referencing new table as new_hits
  for each statement execute function note_orders_of_new_hits();

-- A stored hit of another class, like one that turned out to be part of a flood, changes the same orders.
create function note_orders_of_classed_hits() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform pg_advisory_xact_lock(7305120);
  insert into order_reviews (merchant_id, order_id)
    select o.merchant_id, o.order_id from new_hits h join old_hits was on was.id = h.id and was.class <> h.class
      join orders o on hit_of_click(o.click_id) = h.id and o.click_id is not null and o.merchant_id = h.merchant_id
    union
    select o.merchant_id, o.order_id from new_hits h join old_hits was on was.id = h.id and was.class <> h.class
      join orders o on o.browser = h.browser and o.merchant_id = h.merchant_id and o.placed_at >= h.at and o.received_at >= h.at
      where h.browser is not null
    on conflict do nothing;
  if found then
    perform pg_notify('order_reviews', '');
  end if;
  return null;
end $$;
create trigger note_orders_again after update on hits referencing old table as old_hits new table as new_hits
  for each statement execute function note_orders_of_classed_hits();
-- The function runs as the owner of these tables, who is under the policies as well.
create policy owner on orders for select to current_user using (true);
create policy owner on order_reviews to current_user using (true) with check (true);

-- Whether an order waits for its click: the drain moves more while it is flooded.
create function orders_wait_for_clicks() returns boolean language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from orders where state = 'waiting') $$;
revoke all on function orders_wait_for_clicks() from public;
grant execute on function orders_wait_for_clicks() to vitrine_redirect, vitrine_system;
create index orders_waiting_idx on orders (received_at) where state = 'waiting';

-- A later decision names its cause. Candidates belong to one decision; those from before this column have number 1.
alter table decisions add column cause text not null default 'order'
  constraint decisions_cause_check check (cause in ('order', 'late_click', 'late_touch', 'click_class'));
alter table decision_candidates add column sequence integer not null default 1;
alter table decision_candidates alter column sequence drop default;
alter table decision_candidates drop constraint decision_candidates_pkey;
alter table decision_candidates add constraint decision_candidates_pkey primary key (merchant_id, order_id, sequence, position);

-- A commission of an earlier decision is reversed and keeps its row; each line has at most one that is not replaced.
alter table commissions add column replaced_at timestamptz;
alter table commissions drop constraint commissions_line_once;
create unique index commissions_line_once on commissions (merchant_id, order_id, line_id) where replaced_at is null;
create index commissions_order_idx on commissions (merchant_id, order_id);
alter table commission_reversals drop constraint commission_reversals_refund_or_declined;
alter table commission_reversals add constraint commission_reversals_refund_or_cause
  check ((refund_id is null) = (reason in ('declined', 'redecided')));
-- What a storefront sold is still read from this index alone.
drop index commissions_account_idx;
create index commissions_account_idx on commissions (merchant_account_id, earned_at, order_id)
  include (currency, sales, amount, reversed, merchant_id, creator_id, replaced_at);
