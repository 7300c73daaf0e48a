-- Browsers in which somebody has signed in. Their guesses are counted apart, so that strangers who guess a password
-- cannot lock its owner out of them. Only the SHA-256 of the browser's random key is kept; it authenticates nobody.
create table known_devices (
  user_id uuid not null constraint known_devices_user_fk references users (id),
  device_hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
select protect('known_devices', 'false');

-- An address whose guesses have run out is noted whoever it belongs to, and its owner is mailed by a task: the time of
-- the refusal does not tell whether there is such an account.
create table lock_notices (
  id uuid primary key,
  email text not null,
  locked_at timestamptz not null
);
select protect('lock_notices', 'false');

-- The secrets of a mail (links that give access) are not part of its stored text. They are sealed with the
-- installation's key until the mail is sent or they expire. `is_redacted`: false where a secret is still in the text, as releases before this one wrote it.
-- `subject_user`: the person whose account the link gives access to.
alter table mails
  add column sealed bytea,
  add column secrets_expire_at timestamptz,
  add column subject_user uuid constraint mails_subject_fk references users (id),
  add column is_redacted boolean not null default true;
create index mails_sealed_idx on mails (secrets_expire_at) where sealed is not null;
create index mails_unredacted_idx on mails (id) where not is_redacted;
-- What was sent needs its secrets no more; what waits is sealed at the next start, with the key that SQL does not have.
update mails set
  text = regexp_replace(text, 'vt[a-z]_[A-Za-z0-9_-]{43}', 'hidden-until-sent-1', 'g'),
  html = regexp_replace(html, 'vt[a-z]_[A-Za-z0-9_-]{43}', 'hidden-until-sent-1', 'g')
  where sent_at is not null and text ~ 'vt[a-z]_[A-Za-z0-9_-]{43}';
update mails set is_redacted = false where sent_at is null and (text || html) ~ 'vt[a-z]_[A-Za-z0-9_-]{43}';

drop function record_mail(uuid, text, text, text, text, text, timestamptz);
create function record_mail(p_id uuid, p_recipient text, p_kind text, p_subject text, p_text text, p_html text,
    p_at timestamptz, p_sealed bytea default null, p_secrets_expire_at timestamptz default null, p_subject_user uuid default null)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into mails (id, recipient, kind, subject, text, html, created_at, next_attempt_at, sealed, secrets_expire_at, subject_user, is_redacted)
    values (p_id, p_recipient, p_kind, p_subject, p_text, p_html, p_at, p_at, p_sealed, p_secrets_expire_at, p_subject_user,
      (p_text || p_html) !~ 'vt[a-z]_[A-Za-z0-9_-]{43}') $$;
revoke all on function record_mail(uuid, text, text, text, text, text, timestamptz, bytea, timestamptz, uuid) from public;
grant execute on function record_mail(uuid, text, text, text, text, text, timestamptz, bytea, timestamptz, uuid) to vitrine_app, vitrine_system;

-- A link that an operator handed over, until the person whose account it opens has seen that it was.
create table link_handovers (
  id uuid primary key,
  user_id uuid not null constraint link_handovers_user_fk references users (id),
  operator_id uuid not null constraint link_handovers_operator_fk references users (id),
  kind text not null,
  reason text not null constraint link_handovers_reason_check check (length(reason) >= 10),
  handed_over_at timestamptz not null,
  seen_at timestamptz
);
create index link_handovers_unseen_idx on link_handovers (user_id, handed_over_at) where seen_at is null;
select protect('link_handovers', 'false');
