-- The shops that a brand connects itself. Their secrets stay in webhook_secrets: while one is replaced, the old one is
-- valid until it expires.
alter table webhook_secrets drop constraint webhook_secrets_source_check;
alter table webhook_secrets add constraint webhook_secrets_source_check check (source in ('shopify', 'woocommerce', 'stripe'));
alter table webhook_secrets add column expires_at timestamptz;

create table shop_connections (
  merchant_id uuid not null constraint shop_connections_merchant_fk references merchants (id),
  kind text not null constraint shop_connections_kind_check check (kind in ('shopify', 'woocommerce', 'stripe')),
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  -- 'shop': the shop reported that the app was removed there
  disconnected_by text constraint shop_connections_by_check check (disconnected_by in ('brand', 'shop')),
  primary key (merchant_id, kind),
  constraint shop_connections_disconnected_check check ((disconnected_at is null) = (disconnected_by is null))
);
select protect('shop_connections', 'brand_only(merchant_id)');
grant select, insert, update on shop_connections to vitrine_app;

insert into shop_connections (merchant_id, kind, connected_at)
select merchant_id, source, min(created_at) from webhook_secrets where revoked_at is null group by merchant_id, source;

alter table orders drop constraint orders_source_check;
alter table orders add constraint orders_source_check check (source in ('api', 'file', 'shopify', 'woocommerce', 'stripe')) not valid;
-- how many orders each way in brought lately, and how many of them have a click
create index orders_source_idx on orders (merchant_id, source, received_at desc);
