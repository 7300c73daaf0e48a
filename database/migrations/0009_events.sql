-- An event may be meant for someone whose rows its writer cannot see (the shop's order is news for a creator), so
-- recording is a function of the owner. It locks the audience, takes the next number and wakes the streams at commit.
create function record_event(p_at timestamptz, p_user uuid, p_merchant uuid, p_kind text, p_payload jsonb, p_audience text)
  returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_seq bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_audience, 9));
  insert into events (at, audience_user, audience_merchant, kind, payload)
    values (p_at, p_user, p_merchant, p_kind, p_payload) returning seq into v_seq;
  perform pg_notify('events', p_audience);
  return v_seq;
end $$;
revoke all on function record_event(timestamptz, uuid, uuid, text, jsonb, text) from public;
grant execute on function record_event(timestamptz, uuid, uuid, text, jsonb, text) to vitrine_app, vitrine_system;
create policy owner on events to current_user using (true) with check (true);
grant select on events to vitrine_app;

-- Who stands behind each decision and change; append-only and chained, written through this function alone.
create function record_audit(p_at timestamptz, p_actor uuid, p_impersonator uuid, p_merchant uuid, p_action text,
  p_subject_kind text, p_subject_id text, p_details jsonb, p_request text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_previous bytea;
begin
  perform pg_advisory_xact_lock(7412002);
  select hash into v_previous from audit_entries order by seq desc limit 1;
  v_previous := coalesce(v_previous, sha256(''));
  insert into audit_entries (at, actor_id, impersonator_id, merchant_id, action, subject_kind, subject_id, details, request_id, previous_hash, hash)
    values (p_at, p_actor, p_impersonator, p_merchant, p_action, p_subject_kind, p_subject_id, p_details, p_request, v_previous,
      sha256(v_previous || convert_to(concat_ws('|', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_actor, p_impersonator,
        p_merchant, p_action, p_subject_kind, p_subject_id, p_details::text, p_request), 'UTF8')));
end $$;
revoke all on function record_audit(timestamptz, uuid, uuid, uuid, text, text, text, jsonb, text) from public;
grant execute on function record_audit(timestamptz, uuid, uuid, uuid, text, text, text, jsonb, text) to vitrine_app, vitrine_system;
create policy owner on audit_entries to current_user using (true) with check (true);
grant select on audit_entries to vitrine_app;
