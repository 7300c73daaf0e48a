-- What shops sent by webhook and what came of each: for operators and for the brand. webhook_deliveries keeps each
-- webhook once, with its body, until it is applied; this is one row for each time that it came, without the body.
create table delivery_log (
  id uuid primary key,
  -- null: no brand has the address that was called
  merchant_id uuid constraint delivery_log_merchant_fk references merchants (id),
  source text not null,
  -- null until it is applied
  outcome text,
  -- the fields at fault of an unreadable one
  fields text[] not null default '{}',
  -- null where the signature was wrong: anyone could have written them
  topic text,
  webhook_id text,
  order_id text,
  request_id text not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  took_ms integer,
  -- Anyone can send a wrong signature, so these share one row for each brand and minute: this minute, how many, and when
  -- the last one came.
  minute timestamptz,
  count integer not null default 1 constraint delivery_log_count_check check (count > 0),
  last_received_at timestamptz,
  constraint delivery_log_counted_check check ((minute is null) = (last_received_at is null) and (minute is not null or count = 1)),
  constraint delivery_log_brand_check check (merchant_id is not null or minute is not null),
  constraint delivery_log_webhook_check check ((webhook_id is null) = (minute is not null))
);
create index delivery_log_received_idx on delivery_log (received_at desc, id desc);
create index delivery_log_brand_idx on delivery_log (merchant_id, received_at desc, id desc);
create index delivery_log_webhook_idx on delivery_log (merchant_id, source, webhook_id) where webhook_id is not null;
create unique index delivery_log_minute_key on delivery_log (merchant_id, source, outcome, minute) nulls not distinct where minute is not null;

select protect('delivery_log', 'brand_only(merchant_id)');
grant select, insert, update on delivery_log to vitrine_app;

-- What came before is listed too, as far as it is known.
insert into delivery_log (id, merchant_id, source, outcome, fields, topic, webhook_id, order_id, request_id, received_at, processed_at)
select gen_random_uuid(), merchant_id, source,
  case when outcome like 'unreadable:%' then 'unreadable' else outcome end,
  case when outcome like 'unreadable: %' then string_to_array(substr(outcome, 13), ', ') else '{}' end,
  topic, webhook_id,
  case when outcome like 'unreadable:%' then null
    when topic = 'refunds/create' then body ->> 'order_id'
    when topic in ('orders/paid', 'orders/cancelled') then body ->> 'id' end,
  '', received_at, processed_at
from webhook_deliveries;
