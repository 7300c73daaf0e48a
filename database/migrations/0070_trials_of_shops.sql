-- The test mode of a shop has payments and subscriptions of its own. They connect test orders, and never live ones.
alter table stripe_payments add column is_test boolean not null default false;
alter table stripe_payments drop constraint stripe_payments_pkey, add primary key (merchant_id, is_test, payment_id);
alter table stripe_subscriptions add column is_test boolean not null default false;
alter table stripe_subscriptions drop constraint stripe_subscriptions_pkey, add primary key (merchant_id, is_test, subscription_id);
-- Whether a delivery is about a test order.
alter table delivery_log add column is_test boolean not null default false;
