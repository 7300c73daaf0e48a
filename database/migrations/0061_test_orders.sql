-- Refunds and cancellations that a shop reported before their order. Each is applied when the order comes, or given up.
create table early_reports (
  merchant_id uuid not null constraint early_reports_merchant_fk references merchants (id),
  order_id text not null,
  is_test boolean not null,
  kind text not null constraint early_reports_kind_check check (kind in ('refund', 'cancellation')),
  report_id text not null,
  body jsonb not null,
  body_hash bytea not null,
  received_at timestamptz not null,
  -- null while it waits
  settled_at timestamptz,
  outcome text,
  primary key (merchant_id, order_id, is_test, kind, report_id),
  constraint early_reports_settled_check check ((settled_at is null) = (outcome is null))
);
-- Those that still wait, for giving them up.
create index early_reports_waiting_idx on early_reports (received_at) where settled_at is null;
select protect('early_reports', 'brand_only(merchant_id)');
grant select, insert, update on early_reports to vitrine_app;

alter table api_keys add column is_test boolean not null default false;

-- Orders that a shop sent to try out its connection. They are decided like others, and apart from all that counts: no
-- figure, no balance and no list of a creator reads this table. What the decision found is kept with the order.
create table test_orders (
  merchant_id uuid not null constraint test_orders_merchant_fk references merchants (id),
  order_id text not null,
  source text not null,
  currency text not null,
  placed_at timestamptz not null,
  received_at timestamptz not null,
  changed_at timestamptz not null,
  -- by the shop's clock
  edited_at timestamptz,
  state text not null constraint test_orders_state_check check (state in ('received', 'waiting', 'decided')),
  outcome text,
  -- all that the shop reported, in our form: an order, its lines as they are now, refunds, edits
  content jsonb not null,
  body_hash bytea not null,
  hash_version integer not null,
  customer_hash bytea,
  customer_canonical bytea,
  decision jsonb,
  decided_at timestamptz,
  primary key (merchant_id, order_id)
);
create index test_orders_placed_idx on test_orders (merchant_id, placed_at desc, order_id desc);
-- Those that are not decided yet.
create index test_orders_open_idx on test_orders (received_at) where state <> 'decided';
select protect('test_orders', 'brand_only(merchant_id)');
grant select, insert, update on test_orders to vitrine_app;
