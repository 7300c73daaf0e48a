-- A delivery that changed nothing, or not what the shop meant, stays open until it is applied, fixed by hand or
-- dismissed, and its brand gets an email about it.
alter table delivery_log
  add column is_open boolean not null default false,
  -- of the body as it came; null where the signature was wrong
  add column bytes integer,
  -- where a body stops being JSON, counted from 1. Its text is not kept, because it can contain personal data.
  add column fault_line integer,
  add column fault_column integer,
  add column replays integer not null default 0,
  add column replayed_at timestamptz,
  add column closed_as text constraint delivery_log_closed_as_check check (closed_as in ('dismissed', 'fixed')),
  add column closed_by uuid constraint delivery_log_closed_by_fk references users (id),
  add column close_reason text,
  -- null while a fix is not applied completely
  add column closed_at timestamptz,
  -- What someone entered by hand. It is stored before it is applied, so that a crash in between loses nothing.
  add column fix jsonb,
  add column fix_began_at timestamptz,
  add constraint delivery_log_closed_check check (
    (closed_as is null) = (closed_by is null) and (closed_as is null) = (close_reason is null)
    and (closed_at is null or closed_as is not null) and (closed_as is null or closed_as = 'fixed' or closed_at is not null)
    and not (is_open and closed_as is not null)),
  add constraint delivery_log_fix_check check (
    (fix is null) = (closed_as is distinct from 'fixed') and (fix is null) = (fix_began_at is null)),
  add constraint delivery_log_fault_check check ((fault_line is null) = (fault_column is null));

update delivery_log set is_open = true where outcome in
  ('order_conflict', 'unreadable', 'malformed_body', 'signature_invalid', 'unknown_brand', 'order_never_came', 'failed');

create index delivery_log_open_idx on delivery_log (merchant_id, received_at desc, id desc) where is_open;
create index delivery_log_unfinished_idx on delivery_log (fix_began_at) where closed_as = 'fixed' and closed_at is null;

-- The open deliveries that a brand should look at. Anyone can send a wrong signature, so these count only where the brand
-- has a secret and no delivery with a right signature came since.
create function deliveries_to_review() returns table (merchant_id uuid, outcome text, at timestamptz)
language sql stable as $$
  select l.merchant_id, l.outcome, coalesce(l.last_received_at, l.processed_at)
  from delivery_log l
  where l.is_open and l.merchant_id is not null and (l.outcome <> 'signature_invalid' or (
    exists (select from webhook_secrets s where s.merchant_id = l.merchant_id and s.source = l.source and s.revoked_at is null)
    and not exists (select from delivery_log r where r.merchant_id = l.merchant_id and r.source = l.source
      and r.webhook_id is not null and r.received_at > l.last_received_at)))
$$;
revoke all on function deliveries_to_review() from public;
grant execute on function deliveries_to_review() to vitrine_app, vitrine_system;

-- The last email to each brand about open deliveries, and up to when it covers them.
create table delivery_alerts (
  merchant_id uuid primary key constraint delivery_alerts_merchant_fk references merchants (id),
  sent_at timestamptz not null,
  covers_to timestamptz not null
);
select protect('delivery_alerts', 'brand_only(merchant_id)');
