-- Pictures that people upload: made anew as WebP before they are kept, so that nothing of the original file is left.
-- `code` is the address; whoever has it may see the picture, and nobody can guess it.
create table pictures (
  id uuid primary key,
  code text not null constraint pictures_code_key unique,
  owner_id uuid not null constraint pictures_owner_fk references users (id),
  merchant_id uuid constraint pictures_merchant_fk references merchants (id),
  purpose text not null constraint pictures_purpose_check check (purpose in ('avatar', 'banner', 'message', 'logo')),
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index pictures_owner_id_idx on pictures (owner_id);
alter table pictures alter column bytes set storage external;
select protect('pictures', 'owner_id = scope_creator() or brand_only(merchant_id)');
grant select, insert, delete on pictures to vitrine_app;
create policy public_read on pictures for select to vitrine_public using (true);
grant select (id, code, width, height, bytes) on pictures to vitrine_public;

-- A mail waits until it was sent; without an SMTP server it waits for the operator to read it.
alter table mails
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz;
create index mails_waiting_idx on mails (next_attempt_at) where sent_at is null and failed_at is null;

-- A mail is written in the transaction of its cause, whoever that transaction speaks for.
create function record_mail(p_id uuid, p_recipient text, p_kind text, p_subject text, p_text text, p_html text, p_at timestamptz)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into mails (id, recipient, kind, subject, text, html, created_at, next_attempt_at)
    values (p_id, p_recipient, p_kind, p_subject, p_text, p_html, p_at, p_at) $$;
revoke all on function record_mail(uuid, text, text, text, text, text, timestamptz) from public;
grant execute on function record_mail(uuid, text, text, text, text, text, timestamptz) to vitrine_app, vitrine_system;
create policy owner on mails to current_user using (true) with check (true);

-- What a person chose for themself.
alter table users
  add column theme text not null default 'system' constraint users_theme_check check (theme in ('system', 'light', 'dark')),
  add column notifications jsonb not null default '{}';
comment on column users.notifications is 'switches that differ from their default, by name: {"message": false}';
grant select (theme, notifications) on users to vitrine_app;

-- Which version of a legal text a person accepted, and when.
create table legal_acceptances (
  user_id uuid not null constraint legal_acceptances_user_fk references users (id),
  document text not null constraint legal_acceptances_document_check check (document in ('terms-of-use', 'privacy-policy')),
  version text not null,
  accepted_at timestamptz not null,
  primary key (user_id, document, version)
);
select protect('legal_acceptances', 'user_id = scope_creator()');
select append_only('legal_acceptances');
