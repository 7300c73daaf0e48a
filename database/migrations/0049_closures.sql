-- Closing an account: a user's request, the days in which it can be undone, and the erasure at the end.
create table closures (
  user_id uuid primary key constraint closures_user_fk references users (id),
  requested_at timestamptz not null,
  -- Until then the owner can undo it.
  erase_after timestamptz not null,
  -- The operator who closed it and why; null: its owner did.
  closed_by uuid constraint closures_closed_by_fk references users (id),
  reason text,
  gives_up_money boolean not null default false,
  -- The days are over: links no longer redirect, and new orders earn nothing. Money that is still owed is waited for.
  stopped_at timestamptz,
  -- The erasure has begun, and its email is on its way.
  erasing_at timestamptz,
  erased_at timestamptz,
  constraint closures_order_check check ((erasing_at is null or stopped_at is not null) and (erased_at is null or erasing_at is not null)),
  constraint closures_reason_check check ((closed_by is null) = (reason is null))
);
create index closures_waiting_idx on closures (erase_after) where erased_at is null;
select protect('closures', 'user_id = scope_creator()');
grant select on closures to vitrine_app;
-- Storefronts of accounts that are being closed are hidden.
create policy public_read on closures for select to vitrine_public using (true);
grant select (user_id) on closures to vitrine_public;

-- Handles of erased accounts, as hashes: nobody else gets the address.
create table erased_handles (handle_hash bytea primary key);
select protect('erased_handles', 'false');

-- The details of an audit entry can be erased, nothing else of it. Its hash stays, so the chain stays whole. The entry
-- `account.erased` that follows contains a hash of what remains of it.
alter table audit_entries add column redacted boolean not null default false;

create function audit_line(entry audit_entries, details text) returns text language sql stable
  as $$ select concat_ws('|', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.impersonator_id,
    entry.merchant_id, entry.action, entry.subject_kind, entry.subject_id, details, entry.request_id) $$;

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  -- Only redact_audit() runs as the owner of the table.
  if tg_op = 'UPDATE' and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
    and new.redacted and new.details = '{}'
    and to_jsonb(new) - 'details' - 'redacted' = to_jsonb(old) - 'details' - 'redacted' then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'VT001';
end $$;
drop trigger append_only on audit_entries;
create trigger append_only before update or delete on audit_entries for each row execute function refuse_change_of_audit();

-- Empties the details of these entries. Returns the hash of what remains, by number.
create function redact_audit(p_entries bigint[]) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_remaining jsonb;
begin
  with emptied as (
    update audit_entries set details = '{}', redacted = true
      where seq = any(p_entries) and not redacted and action <> 'account.erased' and details <> '{}'
      returning audit_entries
  )
  select jsonb_object_agg((e).seq, encode(sha256(convert_to(audit_line(e, '{}'), 'UTF8')), 'hex')) into v_remaining
    from (select audit_entries as e from emptied) as done;
  return coalesce(v_remaining, '{}');
end $$;
revoke all on function redact_audit(bigint[]) from public;
grant execute on function redact_audit(bigint[]) to vitrine_system;
