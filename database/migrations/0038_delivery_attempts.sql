-- A delivery that cannot be applied is tried again after longer and longer pauses, and at last put aside. Without this
-- the oldest failures of one brand were tried every minute, before all that others sent.
alter table webhook_deliveries add column attempts integer not null default 0;
alter table webhook_deliveries add column next_attempt_at timestamptz;
comment on column webhook_deliveries.attempts is 'how often applying it failed; waiting for its order is no failure';
drop index webhook_deliveries_unprocessed_idx;
create index webhook_deliveries_unprocessed_idx on webhook_deliveries (coalesce(next_attempt_at, received_at)) where processed_at is null;
