-- What shoppers, through their shop, ask about their data. The row stays as the proof of what was done. Until a request for
-- data is answered it has the keyed hashes of the email address, which find the data; a redaction clears them.
create table privacy_requests (
  merchant_id uuid not null constraint privacy_requests_merchant_fk references merchants (id),
  id uuid not null,
  source text not null constraint privacy_requests_source_check check (source in ('shopify')),
  kind text not null constraint privacy_requests_kind_check check (kind in ('data_request', 'customer_redaction', 'shop_redaction')),
  -- the shop's own id of a request for data
  external_id text,
  webhook_id text not null,
  shop_domain text not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  -- when the data was erased, or the brand passed its answer on
  done_at timestamptz,
  order_ids text[] not null default '{}',
  customer_hash bytea,
  customer_canonical bytea,
  -- how many were found, or erased
  orders integer not null,
  deliveries integer not null,
  primary key (merchant_id, id),
  constraint privacy_requests_webhook_key unique (merchant_id, source, webhook_id)
);
create unique index privacy_requests_external_key on privacy_requests (merchant_id, source, external_id) where external_id is not null;
create index privacy_requests_received_idx on privacy_requests (merchant_id, received_at desc, id desc);
select protect('privacy_requests', 'brand_only(merchant_id)');
grant select, insert, update on privacy_requests to vitrine_app;

-- After a connection ended, its shop still signs these requests with its secret: until then the secret is valid for them only.
alter table webhook_secrets add column privacy_until timestamptz;


-- An order whose shopper was erased isn't decided again: what it was decided by is gone.
alter table orders add column redacted_at timestamptz;

-- An edit of an order stays as it is. Only what the shop sent can be erased, as a whole.
create function refuse_change_of_edit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.body = '{}' and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'VT001';
end $$;
drop trigger append_only on order_edits;
create trigger append_only before update or delete on order_edits for each row execute function refuse_change_of_edit();
grant update (body) on order_edits to vitrine_app;
