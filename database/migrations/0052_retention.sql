-- What the daily retention deleted. `deleted` has the number of rows by rule and is written with each batch, so that it
-- is also right for a run that was killed.
create table retention_runs (
  day date primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- 'partial': some rules could not run to the end; `note` says why, and the run is repeated
  outcome text constraint retention_runs_outcome_check check (outcome in ('complete', 'partial')),
  note text not null default '',
  deleted jsonb not null default '{}',
  constraint retention_runs_ended_check check ((ended_at is null) = (outcome is null))
);
select protect('retention_runs', 'false');

-- Where the audit log begins since its oldest entries were deleted: the hash that its first entry continues.
create table audit_start (
  only_row boolean primary key default true constraint audit_start_one_check check (only_row),
  seq bigint not null,
  hash bytea not null
);
select protect('audit_start', 'false');
create policy owner on audit_start to current_user using (true) with check (true);
revoke insert, update, delete on audit_start from vitrine_system;

-- The audit log stays append-only, with two exceptions that run as the owner of the table: redact_audit empties the details
-- of entries, and forget_audit deletes the oldest entries.
create or replace function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    if tg_op = 'DELETE' and current_setting('app.forgets_audit', true) = 'on' then
      return old;
    end if;
    if tg_op = 'UPDATE' and new.redacted and new.details = '{}'
      and to_jsonb(new) - 'details' - 'redacted' = to_jsonb(old) - 'details' - 'redacted' then
      return new;
    end if;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'VT001';
end $$;

-- Deletes the oldest entries before a time, at most `most`, never the newest, and returns how many. They are a prefix of
-- the chain: an entry that is younger ends it.
create function forget_audit(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept bigint;
  gone integer;
begin
  if before > now() - interval '180 days' then
    raise exception 'audit entries are kept for at least 180 days';
  end if;
  perform pg_advisory_xact_lock(7412002);
  select min(seq) into kept from (select seq, at from audit_entries order by seq limit most + 1) oldest where at >= before;
  kept := coalesce(kept, (select seq from audit_entries order by seq offset most limit 1), (select max(seq) from audit_entries));
  insert into audit_start (seq, hash) select seq, previous_hash from audit_entries where seq = kept
    on conflict (only_row) do update set seq = excluded.seq, hash = excluded.hash;
  -- Not in the head of the function: only a superuser may name an unknown setting there.
  perform set_config('app.forgets_audit', 'on', true);
  delete from audit_entries where seq < kept;
  get diagnostics gone = row_count;
  perform set_config('app.forgets_audit', '', true);
  return gone;
end $$;
revoke all on function forget_audit(timestamptz, integer) from public;
grant execute on function forget_audit(timestamptz, integer) to vitrine_system;

-- Clearing the addresses of old hits changes no class, so it must neither take the lock of decisions nor compare rows.
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
    perform pg_notify('order_reviews', '');
  end if;
  return null;
end $$;
