-- Stripe names its things by other ids than an order's: a refund names a payment, and an invoice names a subscription whose
-- click only its checkout knows. These tables have what connects them; no shopper's data.
create table stripe_payments (
  merchant_id uuid not null constraint stripe_payments_merchant_fk references merchants (id),
  -- a payment intent or a charge
  payment_id text not null,
  order_id text not null,
  noted_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
select protect('stripe_payments', 'brand_only(merchant_id)');
grant select, insert on stripe_payments to vitrine_app;

create table stripe_subscriptions (
  merchant_id uuid not null constraint stripe_subscriptions_merchant_fk references merchants (id),
  subscription_id text not null,
  -- null: its checkout named none
  click_id text,
  -- when its checkout and its first invoice came
  checkout_at timestamptz,
  started_at timestamptz,
  -- until when its renewals earn, as the brand had set it when it was sold
  earns_until timestamptz,
  primary key (merchant_id, subscription_id),
  constraint stripe_subscriptions_started_check check ((started_at is null) = (earns_until is null))
);
-- the clicks that renewals still need
create index stripe_subscriptions_earning_idx on stripe_subscriptions (earns_until) where click_id is not null;
select protect('stripe_subscriptions', 'brand_only(merchant_id)');
grant select, insert, update on stripe_subscriptions to vitrine_app;

-- How long the renewals of a subscription earn, in months.
alter table shop_connections add column renewal_months integer not null default 12
  constraint shop_connections_renewal_check check (renewal_months between 0 and 36);

-- A webhook that waits for something that may never come is applied without it then.
alter table webhook_deliveries add column waits_until timestamptz;
