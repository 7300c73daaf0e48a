-- A customer is compared in the form in which the mail host delivers: dots, letter case and suffixes left out. Both
-- hashes are keyed; older orders have the exact one only.
alter table orders add column customer_canonical bytea;
-- Of the billing address, where the shop's platform sends one; nothing else of the address is kept.
alter table orders add column country text not null default '';
-- the orders behind one click
create index orders_click_idx on orders (merchant_id, click_id, placed_at) where click_id is not null;
-- what creators bought from each other
create index orders_customer_idx on orders (merchant_id, customer_canonical) where customer_canonical is not null;

-- A hold ends by itself: at hold_expires_at the commission is released if its brand has not decided.
alter table commissions add column hold_expires_at timestamptz;
alter table commissions add column hold_expired boolean not null default false;
-- How often a hold took the commission back from current to pending; each time it matures again.
alter table commissions add column times_withdrawn integer not null default 0;
set local role vitrine_system;
update commissions set hold_expires_at = greatest(now() + interval '30 days', matures_at) where held_reason is not null;
reset role;
alter table commissions add constraint commissions_hold_expires check (held_reason is null or hold_expires_at is not null) not valid;
create index commissions_hold_expiry_idx on commissions (hold_expires_at) where state = 'pending' and held_reason is not null;

-- What a fraud rule found at an order, with the figures it rests on. `held` is false where the money was already on its
-- way to the creator or the brand had looked before. In hindsight: after the decision.
create table order_flags (
  merchant_id uuid not null,
  order_id text not null,
  rule text not null,
  evidence jsonb not null,
  in_hindsight boolean not null,
  held boolean not null,
  at timestamptz not null,
  primary key (merchant_id, order_id, rule),
  constraint order_flags_order_fk foreign key (merchant_id, order_id) references orders (merchant_id, order_id)
);
select protect('order_flags', 'brand_only(merchant_id)');
grant select, insert on order_flags to vitrine_app;
select append_only('order_flags');

-- Up to which moment orders and refunds were reviewed in hindsight: one row.
create table fraud_reviews (
  is_only boolean primary key default true constraint fraud_reviews_is_only check (is_only),
  reviewed_until timestamptz not null
);
select protect('fraud_reviews', 'false');
-- what is new since then; both only ever grow in the order of time
create index decisions_decided_at_idx on decisions using brin (decided_at);
create index refunds_received_at_idx on refunds using brin (received_at);
