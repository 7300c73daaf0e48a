-- The order that a webhook waits for, whatever kind of shop sent it: a refund, a change or a cancellation that came before
-- its order.
alter table webhook_deliveries add column waits_for text;
update webhook_deliveries set waits_for = case topic when 'refunds/create' then body ->> 'order_id' else body ->> 'id' end
  where processed_at is null and topic in ('refunds/create', 'orders/cancelled');
create index webhook_deliveries_waiting_idx on webhook_deliveries (merchant_id, waits_for) where processed_at is null and waits_for is not null;
