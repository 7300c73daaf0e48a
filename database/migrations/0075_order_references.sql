-- How people name an order: Shopify's #1001, WooCommerce's order number, Stripe's invoice number. Shops send it as text.
alter table orders add column reference text
  constraint orders_reference_check check (length(reference) between 1 and 100);
alter table test_orders add column reference text
  constraint test_orders_reference_check check (length(reference) between 1 and 100);

create index orders_reference_idx on orders (merchant_id, reference) where reference is not null;

-- Orders of Shopify and WooCommerce have it in what is stored of them.
create function stored_reference(body jsonb, field text) returns text language sql immutable as $$
  select nullif(btrim(left(btrim(regexp_replace(body ->> field, '[[:cntrl:][:space:]\u202a-\u202e\u2066-\u2069]+', ' ', 'g')), 100)), '')
$$;
set local role vitrine_system;
update orders set reference = stored_reference(body, case source when 'shopify' then 'name' else 'number' end)
  where source in ('shopify', 'woocommerce')
    and stored_reference(body, case source when 'shopify' then 'name' else 'number' end) is not null;
update test_orders set reference = stored_reference(content -> 'body', case source when 'shopify' then 'name' else 'number' end)
  where source in ('shopify', 'woocommerce');
reset role;
drop function stored_reference(jsonb, text);

-- Creators may know it of the orders in which they were a candidate, and nothing else of them.
create policy owner on decision_candidates for select to current_user using (creator_id = scope_creator());
create function order_reference(p_merchant uuid, p_order text) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.reference from orders o
  where o.merchant_id = p_merchant and o.order_id = p_order
    and (scope_creator() is not null or scope_merchant() = p_merchant)
    and (scope_creator() is null or exists (select from decision_candidates c
      where c.merchant_id = p_merchant and c.order_id = p_order and c.creator_id = scope_creator()))
$$;
revoke all on function order_reference(uuid, text) from public;
grant execute on function order_reference(uuid, text) to vitrine_app;

-- Events name the order in the same way.
create or replace function note_order_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_creator uuid;
  v_amount bigint;
  v_currency text;
  v_reference text;
begin
  if not wants_outgoing(new.merchant_id, 'order.decided') then
    return null;
  end if;
  select o.currency, o.reference into v_currency, v_reference from orders o where o.merchant_id = new.merchant_id and o.order_id = new.order_id;
  select (array_agg(c.creator_id))[1], coalesce(sum(c.amount - c.reversed), 0) into v_creator, v_amount from commissions c
    where c.merchant_id = new.merchant_id and c.order_id = new.order_id and c.replaced_at is null;
  perform record_outgoing(new.merchant_id, 'order.decided', new.order_id || ' ' || new.sequence, v_creator, jsonb_build_object(
    'order_id', new.order_id, 'reference', v_reference, 'outcome', new.outcome, 'cause', new.cause, 'merchant_account_id', new.merchant_account_id,
    'creator', outgoing_creator(v_creator), 'terms_version', new.terms_version,
    'commission', outgoing_money(v_amount, v_currency), 'decided_at', outgoing_time(new.decided_at)));
  return null;
end $$;
create or replace function note_commission_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c commissions;
begin
  if not wants_outgoing(new.merchant_id, 'commission.changed') then
    return null;
  end if;
  select * into c from commissions where merchant_id = new.merchant_id and id = new.id;
  perform record_outgoing(c.merchant_id, 'commission.changed', c.id::text, c.creator_id, jsonb_build_object(
    'id', c.id, 'order_id', c.order_id, 'order_reference',
    (select o.reference from orders o where o.merchant_id = c.merchant_id and o.order_id = c.order_id),
    'line_id', c.line_id, 'merchant_account_id', c.merchant_account_id,
    'creator', outgoing_creator(c.creator_id), 'state', c.state, 'held_reason', c.held_reason, 'replaced', c.replaced_at is not null,
    'amount', outgoing_money(c.amount, c.currency), 'reversed', outgoing_money(c.reversed, c.currency),
    'net', outgoing_money(c.amount - c.reversed, c.currency), 'payout_id', c.payout_id, 'earned_at', outgoing_time(c.earned_at),
    'matures_at', outgoing_time(c.matures_at), 'available_at', outgoing_time(c.available_at), 'paid_at', outgoing_time(c.paid_at)));
  return null;
end $$;
