-- Outgoing webhooks: what happens at a brand is sent to the addresses that it chose. webhook_deliveries and
-- webhook_secrets are the other direction, what shops send to us.

-- Where a brand wants its events.
create table webhook_endpoints (
  merchant_id uuid not null constraint webhook_endpoints_merchant_fk references merchants (id),
  id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  state text not null default 'on' constraint webhook_endpoints_state_check check (state in ('on', 'off')),
  -- by_brand: turned off by its staff; failing: nothing arrived for three days; gone: it answered with 410
  off_reason text constraint webhook_endpoints_reason_check check (off_reason in ('by_brand', 'failing', 'gone')),
  off_at timestamptz,
  -- since when no attempt succeeded; null after a success
  failing_since timestamptz,
  sealed bytea not null,
  -- the secret before the last rotation, with which requests are signed as well until previous_until
  previous_sealed bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint webhook_endpoints_off_check check ((state = 'off') = (off_reason is not null) and (state = 'off') = (off_at is not null)),
  constraint webhook_endpoints_previous_check check ((previous_sealed is null) = (previous_until is null))
);
select protect('webhook_endpoints', 'brand_only(merchant_id)');
grant select, insert, update, delete on webhook_endpoints to vitrine_app;

-- What happened, written in the transaction in which it happened.
create table outgoing_events (
  merchant_id uuid not null constraint outgoing_events_merchant_fk references merchants (id),
  id uuid not null,
  type text not null,
  -- what it is about: an order, a commission, a payout, a storefront, a version of the terms, or an endpoint
  subject text not null,
  -- the creator whose handle the data names
  creator_id uuid,
  data jsonb not null,
  created_at timestamptz not null,
  -- A change that is made in several statements of one transaction is one event.
  transaction bigint not null,
  primary key (merchant_id, id),
  constraint outgoing_events_once unique (merchant_id, type, subject, created_at, transaction)
);
create index outgoing_events_creator_idx on outgoing_events (creator_id) where creator_id is not null;
create index outgoing_events_created_idx on outgoing_events (created_at);
select protect('outgoing_events', 'brand_only(merchant_id)');
grant select, insert on outgoing_events to vitrine_app;

-- An event on its way to one endpoint.
create table outgoing_deliveries (
  merchant_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- missed: the endpoint had been turned off because it failed
  state text not null constraint outgoing_deliveries_state_check check (state in ('waiting', 'delivered', 'failed', 'missed')),
  -- all attempts, and those since it was created or last replayed
  attempts integer not null default 0,
  tries integer not null default 0,
  -- null: at once
  next_attempt_at timestamptz,
  -- a node is sending it; if that node dies, it is sent again after this time
  claimed_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id),
  constraint outgoing_deliveries_once unique (merchant_id, endpoint_id, event_id),
  constraint outgoing_deliveries_endpoint_fk foreign key (merchant_id, endpoint_id)
    references webhook_endpoints (merchant_id, id) on delete cascade,
  constraint outgoing_deliveries_event_fk foreign key (merchant_id, event_id) references outgoing_events (merchant_id, id)
);
create index outgoing_deliveries_waiting_idx on outgoing_deliveries (merchant_id, endpoint_id, next_attempt_at nulls first) where state = 'waiting';
create index outgoing_deliveries_list_idx on outgoing_deliveries (merchant_id, endpoint_id, created_at desc, id desc);
create index outgoing_deliveries_event_idx on outgoing_deliveries (merchant_id, event_id);
create index outgoing_deliveries_created_idx on outgoing_deliveries (created_at);
select protect('outgoing_deliveries', 'brand_only(merchant_id)');
grant select, insert, update on outgoing_deliveries to vitrine_app;

-- Each try to send one, and the answer.
create table outgoing_attempts (
  merchant_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  -- null: there was no answer, and fault says why
  status integer,
  fault text,
  took_ms integer not null,
  -- the beginning of the answer's body
  answer text not null,
  primary key (merchant_id, delivery_id, number),
  constraint outgoing_attempts_result_check check ((status is null) = (fault is not null)),
  constraint outgoing_attempts_delivery_fk foreign key (merchant_id, delivery_id)
    references outgoing_deliveries (merchant_id, id) on delete cascade
);
create index outgoing_attempts_at_idx on outgoing_attempts (at);
select protect('outgoing_attempts', 'brand_only(merchant_id)');
grant select, insert on outgoing_attempts to vitrine_app;

-- The functions below run as the owner of the tables, who is under the policies as well.
create policy owner on webhook_endpoints for select to current_user using (true);
create policy owner on outgoing_events to current_user using (true) with check (true);
create policy owner on outgoing_deliveries to current_user using (true) with check (true);
create policy outgoing on commissions for select to current_user using (true);
create policy outgoing on payouts for select to current_user using (true);
create policy outgoing on users for select to current_user using (true);

create function outgoing_money(amount bigint, currency text) returns jsonb language sql immutable parallel safe
  as $$ select jsonb_build_object('amount', amount::text, 'currency', currency) $$;
create function outgoing_time(at timestamptz) returns text language sql stable parallel safe
  as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
-- A UUID of version 7, so that ids sort by time.
create function outgoing_id(at timestamptz) returns uuid language sql volatile
  as $$ select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$;
create function outgoing_creator(creator uuid) returns text language sql stable security definer set search_path = public, pg_temp
  as $$ select user_handle from users where id = creator $$;
revoke all on function outgoing_creator(uuid) from public;

-- Whether an endpoint of the brand should get such events: it is on, or was turned off only because it failed.
create function wants_outgoing(p_merchant uuid, p_type text) returns boolean language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from webhook_endpoints where merchant_id = p_merchant and p_type = any(events) and off_reason is distinct from 'by_brand') $$;
revoke all on function wants_outgoing(uuid, text) from public;

-- Writes an event and its delivery to each endpoint that wants it, once for each transaction.
create function record_outgoing(p_merchant uuid, p_type text, p_subject text, p_creator uuid, p_data jsonb)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_id uuid := outgoing_id(clock_timestamp());
begin
  insert into outgoing_events (merchant_id, id, type, subject, creator_id, data, created_at, transaction)
    values (p_merchant, v_id, p_type, p_subject, p_creator, p_data, now(), pg_current_xact_id()::text::bigint)
    on conflict (merchant_id, type, subject, created_at, transaction) do nothing;
  if not found then
    return;
  end if;
  insert into outgoing_deliveries (merchant_id, id, endpoint_id, event_id, state, created_at)
    select p_merchant, outgoing_id(clock_timestamp()), e.id, v_id, case e.state when 'on' then 'waiting' else 'missed' end, now()
    from webhook_endpoints e where e.merchant_id = p_merchant and p_type = any(e.events) and e.off_reason is distinct from 'by_brand';
  perform pg_notify('outgoing_events', '');
end $$;
revoke all on function record_outgoing(uuid, text, text, uuid, jsonb) from public;

-- The triggers run at the end of the transaction, so that they see everything that it wrote.
create function note_order_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_creator uuid;
  v_amount bigint;
  v_currency text;
begin
  if not wants_outgoing(new.merchant_id, 'order.decided') then
    return null;
  end if;
  select o.currency into v_currency from orders o where o.merchant_id = new.merchant_id and o.order_id = new.order_id;
  select (array_agg(c.creator_id))[1], coalesce(sum(c.amount - c.reversed), 0) into v_creator, v_amount from commissions c
    where c.merchant_id = new.merchant_id and c.order_id = new.order_id and c.replaced_at is null;
  perform record_outgoing(new.merchant_id, 'order.decided', new.order_id || ' ' || new.sequence, v_creator, jsonb_build_object(
    'order_id', new.order_id, 'outcome', new.outcome, 'cause', new.cause, 'merchant_account_id', new.merchant_account_id,
    'creator', outgoing_creator(v_creator), 'terms_version', new.terms_version,
    'commission', outgoing_money(v_amount, v_currency), 'decided_at', outgoing_time(new.decided_at)));
  return null;
end $$;
create constraint trigger outgoing after insert on decisions deferrable initially deferred
  for each row execute function note_order_decided();

create function note_commission_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c commissions;
begin
  if not wants_outgoing(new.merchant_id, 'commission.changed') then
    return null;
  end if;
  select * into c from commissions where merchant_id = new.merchant_id and id = new.id;
  perform record_outgoing(c.merchant_id, 'commission.changed', c.id::text, c.creator_id, jsonb_build_object(
    'id', c.id, 'order_id', c.order_id, 'line_id', c.line_id, 'merchant_account_id', c.merchant_account_id,
    'creator', outgoing_creator(c.creator_id), 'state', c.state, 'held_reason', c.held_reason, 'replaced', c.replaced_at is not null,
    'amount', outgoing_money(c.amount, c.currency), 'reversed', outgoing_money(c.reversed, c.currency),
    'net', outgoing_money(c.amount - c.reversed, c.currency), 'payout_id', c.payout_id, 'earned_at', outgoing_time(c.earned_at),
    'matures_at', outgoing_time(c.matures_at), 'available_at', outgoing_time(c.available_at), 'paid_at', outgoing_time(c.paid_at)));
  return null;
end $$;
create constraint trigger outgoing_added after insert on commissions deferrable initially deferred
  for each row execute function note_commission_changed();
create constraint trigger outgoing_changed after update on commissions deferrable initially deferred
  for each row when (row(old.state, old.amount, old.reversed, old.held_reason, old.replaced_at, old.payout_id, old.matures_at)
    is distinct from row(new.state, new.amount, new.reversed, new.held_reason, new.replaced_at, new.payout_id, new.matures_at))
  execute function note_commission_changed();

create function note_payout_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p payouts;
begin
  if not wants_outgoing(new.merchant_id, 'payout.changed') then
    return null;
  end if;
  select * into p from payouts where merchant_id = new.merchant_id and id = new.id;
  perform record_outgoing(p.merchant_id, 'payout.changed', p.id::text, p.creator_id, jsonb_build_object(
    'id', p.id, 'merchant_account_id', p.merchant_account_id, 'creator', outgoing_creator(p.creator_id), 'state', p.state,
    'amount', outgoing_money(p.amount, p.currency), 'carried', outgoing_money(p.carried, p.currency), 'commissions', p.lines,
    'reference', p.reference, 'requested_at', outgoing_time(p.requested_at), 'approved_at', outgoing_time(p.approved_at),
    'sent_at', outgoing_time(p.sent_at), 'paid_at', outgoing_time(p.paid_at), 'ended_at', outgoing_time(p.ended_at)));
  return null;
end $$;
create constraint trigger outgoing_added after insert on payouts deferrable initially deferred
  for each row execute function note_payout_changed();
create constraint trigger outgoing_changed after update on payouts deferrable initially deferred
  for each row when (row(old.state, old.amount, old.reference) is distinct from row(new.state, new.amount, new.reference))
  execute function note_payout_changed();

create function note_creator_joined() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not wants_outgoing(new.merchant_id, 'creator.joined') then
    return null;
  end if;
  perform record_outgoing(new.merchant_id, 'creator.joined', new.id::text, new.creator_id, jsonb_build_object(
    'merchant_account_id', new.id, 'creator', outgoing_creator(new.creator_id), 'joined_at', outgoing_time(new.joined_at)));
  return null;
end $$;
create constraint trigger outgoing after insert on merchant_accounts deferrable initially deferred
  for each row execute function note_creator_joined();

create function note_terms_published() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not wants_outgoing(new.merchant_id, 'terms.published') then
    return null;
  end if;
  perform record_outgoing(new.merchant_id, 'terms.published', new.version::text, null, jsonb_build_object(
    'version', new.version, 'note', new.note, 'created_at', outgoing_time(new.created_at), 'effective_at', outgoing_time(new.effective_at)));
  return null;
end $$;
create constraint trigger outgoing after insert on terms_versions deferrable initially deferred
  for each row execute function note_terms_published();
