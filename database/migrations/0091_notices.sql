-- Notices go to other nodes. PostgreSQL commits the transactions that send one with `notify` one after the other, over
-- all of its databases. So with EVENTS_URL a transaction says at its start that its node carries its notices, and reads at
-- its end which these are. Any other transaction, such as one of an older node, sends them with `notify`.
create function notice(p_channel text, p_payload text) returns void language plpgsql as $$
declare
  v_kept text := current_setting('app.notices', true);
  v_line text;
begin
  if v_kept is null or v_kept = '' then
    perform pg_notify(p_channel, p_payload);
    return;
  end if;
  v_line := json_build_array(p_channel, p_payload)::text || E'\n';
  if position(v_line in v_kept) > 0 then
    return;
  end if;
  -- Copying a long text for each row of a large change would take longer than the wait for `notify`.
  if length(v_kept) > 16000 then
    perform pg_notify(p_channel, p_payload);
    return;
  end if;
  perform set_config('app.notices', v_kept || v_line, true);
end $$;

create or replace function link_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  new.changed_by := pg_current_xact_id();
  perform notice('links', new.code);
  return new;
end $$;

create or replace function link_deleted() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into deleted_links (code) values (old.code) on conflict do nothing;
  perform notice('links', old.code);
  return null;
end $$;

create or replace function merchant_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform notice('links', '');
  return null;
end $$;

create or replace function note_orders_of_classed_hits() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if current_setting('app.clears_addresses', true) = 'on' then return null; end if;
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
    perform notice('order_reviews', '');
  end if;
  return null;
end $$;

create or replace function note_orders_of_new_hits() returns trigger language plpgsql security definer
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
    perform notice('order_reviews', '');
  end if;
  return null;
end $$;

create or replace function record_event(p_at timestamptz, p_user uuid, p_merchant uuid, p_kind text, p_payload jsonb, p_audience text) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  v_seq bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_audience, 9));
  insert into events (at, audience_user, audience_merchant, kind, payload)
    values (p_at, p_user, p_merchant, p_kind, p_payload) returning seq into v_seq;
  perform notice('events', p_audience);
  return v_seq;
end $$;

create or replace function record_event_for_creators(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  v_seq bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('creators', 9));
  insert into events (at, audience_creators, kind, payload) values (p_at, p_merchant, p_kind, p_payload) returning seq into v_seq;
  perform notice('events', 'creators ' || p_merchant);
  return v_seq;
end $$;

create or replace function record_outgoing(p_merchant uuid, p_type text, p_subject text, p_creator uuid, p_data jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
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
  perform notice('outgoing_events', '');
end $$;
