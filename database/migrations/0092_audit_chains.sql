-- The audit log was one chain, so every writer waited for the one before it, whichever brand it was for. Now each brand has
-- a chain of its own. Entries without a brand go on with the old chain, which has all earlier entries, of brands too.
-- Only entries of this version say in their hash which chain they are in, and which entry was the newest of the whole log
-- when they were written. So an entry that is missing at the end of one chain is found through the others.
alter table audit_entries
  add column chain uuid not null default '00000000-0000-0000-0000-000000000000',
  add column seen_seq bigint,
  add column seen_hash bytea;
create index audit_entries_chain_idx on audit_entries (chain, seq);

-- Where each chain begins since its oldest entries were deleted: all up to `seq`, without it. `hash` is of the last of them.
alter table audit_start drop constraint audit_start_pkey;
alter table audit_start drop column only_row;
alter table audit_start add column chain uuid not null default '00000000-0000-0000-0000-000000000000';
alter table audit_start alter column chain drop default;
alter table audit_start add primary key (chain);

-- A node of an older version would call the new log broken. Without this function, its check fails with an error instead.
drop function audit_line(audit_entries, text);

create function audit_text(entry audit_entries, details text) returns text language sql stable as $$
  select case when entry.seen_hash is null
    then concat_ws('|', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.impersonator_id,
      entry.merchant_id, entry.action, entry.subject_kind, entry.subject_id, details, entry.request_id)
    else json_build_array(entry.chain, entry.seen_seq, encode(entry.seen_hash, 'hex'),
      to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id, entry.impersonator_id,
      entry.merchant_id, entry.action, entry.subject_kind, entry.subject_id, details, entry.request_id)::text end
$$;

create or replace function record_audit(p_at timestamptz, p_actor uuid, p_impersonator uuid, p_merchant uuid, p_action text,
  p_subject_kind text, p_subject_id text, p_details jsonb, p_request text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  entry audit_entries;
begin
  entry.chain := coalesce(p_merchant, '00000000-0000-0000-0000-000000000000');
  -- Writers of one chain wait for each other.
  perform pg_advisory_xact_lock(7412002, hashtext(entry.chain::text));
  select hash into entry.previous_hash from audit_entries where chain = entry.chain order by seq desc limit 1;
  if entry.previous_hash is null then
    select hash into entry.previous_hash from audit_start where chain = entry.chain;
  end if;
  entry.previous_hash := coalesce(entry.previous_hash, sha256(''));
  select seq, hash into entry.seen_seq, entry.seen_hash from audit_entries order by seq desc limit 1;
  entry.seen_seq := coalesce(entry.seen_seq, 0);
  entry.seen_hash := coalesce(entry.seen_hash, sha256(''));
  entry.at := p_at;
  entry.actor_id := p_actor;
  entry.impersonator_id := p_impersonator;
  entry.merchant_id := p_merchant;
  entry.action := p_action;
  entry.subject_kind := p_subject_kind;
  entry.subject_id := p_subject_id;
  entry.details := p_details;
  entry.request_id := p_request;
  insert into audit_entries (at, actor_id, impersonator_id, merchant_id, action, subject_kind, subject_id, details, request_id,
      chain, seen_seq, seen_hash, previous_hash, hash)
    values (entry.at, entry.actor_id, entry.impersonator_id, entry.merchant_id, entry.action, entry.subject_kind,
      entry.subject_id, entry.details, entry.request_id, entry.chain, entry.seen_seq, entry.seen_hash, entry.previous_hash,
      sha256(entry.previous_hash || convert_to(audit_text(entry, entry.details::text), 'UTF8')));
end $$;

create or replace function redact_audit(p_entries bigint[]) returns jsonb language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  v_remaining jsonb;
begin
  with emptied as (
    update audit_entries set details = '{}', redacted = true
      where seq = any(p_entries) and not redacted and action <> 'account.erased' and details <> '{}'
      returning audit_entries
  )
  select jsonb_object_agg((e).seq, encode(sha256(convert_to(audit_text(e, '{}'), 'UTF8')), 'hex')) into v_remaining
    from (select audit_entries as e from emptied) as done;
  return coalesce(v_remaining, '{}');
end $$;

-- Deletes the oldest entries of all chains, and keeps the hash that each of these chains goes on with.
create or replace function forget_audit(before timestamptz, most integer) returns integer language plpgsql security definer
  set search_path = public, pg_temp as $$
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
  insert into audit_start (chain, seq, hash)
    select distinct on (chain) chain, kept, hash from audit_entries where seq < kept order by chain, seq desc
    on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash;
  -- Not in the head of the function: only a superuser may name an unknown setting there.
  perform set_config('app.forgets_audit', 'on', true);
  delete from audit_entries where seq < kept;
  get diagnostics gone = row_count;
  perform set_config('app.forgets_audit', '', true);
  return gone;
end $$;
