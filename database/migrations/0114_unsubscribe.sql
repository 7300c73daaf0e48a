-- What an email is about that its reader can turn off; null: it can't be turned off. Its headers offer that.
alter table mails add column topic text;

drop function record_mail(uuid, text, text, text, text, text, timestamptz, bytea, timestamptz, uuid);
-- An older node calls it without the topic.
create function record_mail(p_id uuid, p_recipient text, p_kind text, p_subject text, p_text text, p_html text, p_at timestamptz,
  p_sealed bytea default null, p_secrets_expire_at timestamptz default null, p_subject_user uuid default null, p_topic text default null)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into mails (id, recipient, kind, subject, text, html, created_at, next_attempt_at, sealed, secrets_expire_at, subject_user,
      topic, is_redacted)
    values (p_id, p_recipient, p_kind, p_subject, p_text, p_html, p_at, p_at, p_sealed, p_secrets_expire_at, p_subject_user,
      p_topic, (p_text || p_html) !~ 'vt[a-z]_[A-Za-z0-9_-]{43}') $$;
revoke all on function record_mail(uuid, text, text, text, text, text, timestamptz, bytea, timestamptz, uuid, text) from public;
grant execute on function record_mail(uuid, text, text, text, text, text, timestamptz, bytea, timestamptz, uuid, text)
  to vitrine_app, vitrine_system;
