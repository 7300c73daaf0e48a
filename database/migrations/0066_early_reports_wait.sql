-- Whether something was reported of an order before it came. Storing the order and storing such a report exclude each
-- other, so that neither misses the other: the query runs after the lock is there, with a snapshot of its own.
create function early_reports_wait(merchant uuid, id text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('early reports ' || merchant || ' ' || id, 0));
  return exists (select from early_reports r
    where r.merchant_id = merchant and r.order_id = id and not r.is_test and r.settled_at is null);
end $$;
revoke all on function early_reports_wait(uuid, text) from public;
grant execute on function early_reports_wait(uuid, text) to vitrine_app;
