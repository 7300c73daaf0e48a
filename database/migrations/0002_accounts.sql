create table projects (
  key text primary key,
  name text not null
);
insert into projects (key, name) values ('general', 'Vitrine'), ('beauty', 'Vitrine Beauty');
grant select on projects to vitrine_app, vitrine_public, vitrine_system;

-- A person with a login. `uid` is public; the two motom identifiers are those of the specification (S14).
create table users (
  id uuid primary key,
  uid text not null constraint users_uid_key unique,
  motom_user_id text not null constraint users_motom_user_id_key unique,
  motom_user_unique_key text not null constraint users_motom_user_unique_key_key unique,
  role text not null constraint users_role_check check (role in ('creator', 'brand', 'operator')),
  email text not null constraint users_email_key unique constraint users_email_lower check (email = lower(email)),
  display_name text not null,
  user_handle text constraint users_user_handle_key unique
    constraint users_user_handle_check check (user_handle ~ '^[a-z0-9_]{2,30}$'),
  avatar text,
  user_status integer not null default 0,
  locale text not null default 'en',
  time_zone text not null default 'UTC',
  project_key text not null default 'general' constraint users_project_fk references projects (key),
  created_at timestamptz not null,
  constraint users_creator_has_handle check (role <> 'creator' or user_status <> 100 or user_handle is not null)
);
alter table users enable row level security;
alter table users force row level security;
grant select (id, uid, role, display_name, user_handle, avatar, user_status, locale, time_zone, project_key) on users to vitrine_app, vitrine_public;
grant select, insert, update, delete on users to vitrine_system;
create policy system on users to vitrine_system using (true) with check (true);

create table handle_history (
  user_handle text primary key,
  user_id uuid not null constraint handle_history_user_fk references users (id),
  changed_at timestamptz not null
);
select protect('handle_history', 'user_id = scope_creator()');
grant select on handle_history to vitrine_public;
create policy public_read on handle_history for select to vitrine_public using (true);

create table credentials (
  user_id uuid primary key constraint credentials_user_fk references users (id),
  password_hash text not null,
  changed_at timestamptz not null
);
select protect('credentials', 'false');

-- Sign-in through an OpenID provider; the provider's e-mail never decides.
create table identities (
  provider text not null,
  subject text not null,
  user_id uuid not null constraint identities_user_fk references users (id),
  linked_at timestamptz not null,
  primary key (provider, subject)
);
select protect('identities', 'false');

-- Only the SHA-256 of a token is kept. An impersonation names both people and ends by itself.
create table sessions (
  id uuid primary key,
  token_hash bytea not null constraint sessions_token_hash_key unique,
  user_id uuid not null constraint sessions_user_fk references users (id),
  kind text not null constraint sessions_kind_check check (kind in ('login', 'impersonation')),
  mode text not null default 'full' constraint sessions_mode_check check (mode in ('full', 'view', 'assist')),
  impersonator_id uuid constraint sessions_impersonator_fk references users (id),
  parent_id uuid constraint sessions_parent_fk references sessions (id),
  device text not null default '',
  address_prefix text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_seconds integer not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint sessions_impersonation_names_both check ((kind = 'impersonation') = (impersonator_id is not null))
);
-- "your sessions" and "end all sessions of this person"
create index sessions_user_id_idx on sessions (user_id) where revoked_at is null;
select protect('sessions', 'false');

create table sign_in_throttles (
  subject text primary key,
  failures integer not null,
  window_started_at timestamptz not null
);
select protect('sign_in_throttles', 'false');

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null constraint password_resets_user_fk references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
select protect('password_resets', 'false');

create table email_changes (
  token_hash bytea primary key,
  user_id uuid not null constraint email_changes_user_fk references users (id),
  new_email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
select protect('email_changes', 'false');

-- A one-time permission for an operator to look into an account (reliability C4).
create table impersonation_grants (
  code_hash bytea primary key,
  operator_id uuid not null constraint impersonation_grants_operator_fk references users (id),
  session_id uuid not null constraint impersonation_grants_session_fk references sessions (id),
  target_id uuid not null constraint impersonation_grants_target_fk references users (id),
  mode text not null constraint impersonation_grants_mode_check check (mode in ('view', 'assist')),
  reason text not null constraint impersonation_grants_reason_check check (length(reason) >= 10),
  ticket text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
select protect('impersonation_grants', 'false');

-- Browsers in which a creator was signed in lately, so that their own clicks are told apart. The mark is a
-- random cookie value, hashed; it authenticates nothing.
create table creator_browsers (
  user_id uuid not null constraint creator_browsers_user_fk references users (id),
  browser bytea not null,
  seen_at timestamptz not null,
  primary key (browser, user_id)
);
select protect('creator_browsers', 'false');
grant select on creator_browsers to vitrine_redirect;
create policy redirect_read on creator_browsers for select to vitrine_redirect using (true);

create table audit_entries (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid,
  impersonator_id uuid,
  merchant_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  request_id text not null default '',
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_entries_subject_idx on audit_entries (subject_kind, subject_id, seq);
select protect('audit_entries', 'merchant_id = scope_merchant() and scope_creator() is null');
select append_only('audit_entries');

-- Every mail is kept; where no SMTP server is set the operator reads it here.
create table mails (
  id uuid primary key,
  recipient text not null,
  kind text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text
);
select protect('mails', 'false');

-- The first answer to a key is the answer for ever (reliability A4.2).
create table idempotency_keys (
  principal text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (principal, key)
);
select protect('idempotency_keys', 'false');

-- What happened, for the live streams: a browser that was away asks for everything after its last seq. The
-- recorder locks the audience first, so that within one audience a lower seq is never seen after a higher one.
create table events (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  audience_user uuid,
  audience_merchant uuid,
  kind text not null,
  payload jsonb not null default '{}',
  constraint events_one_audience check ((audience_user is null) <> (audience_merchant is null))
);
create index events_audience_user_idx on events (audience_user, seq) where audience_user is not null;
create index events_audience_merchant_idx on events (audience_merchant, seq) where audience_merchant is not null;
select protect('events', 'audience_user = scope_creator() or (audience_merchant = scope_merchant() and scope_creator() is null)');
