-- What the operator says about the installation itself: one row.
create table installation (
  only_row boolean primary key default true constraint installation_only_row_check check (only_row),
  name text constraint installation_name_check check (length(name) between 1 and 60),
  set_up_at timestamptz,
  set_up_by uuid constraint installation_set_up_by_fk references users (id)
);
comment on column installation.name is 'the sender''s name of emails; null: the name of the variant';
comment on column installation.set_up_at is 'when the first operator was created here; null in installations that had one before';
insert into installation default values;
select protect('installation', 'false');
-- installation_name() runs as the owner of the table, who is under its policies as well.
create policy owner on installation to current_user using (true) with check (true);

-- An email is written in the scope of its cause, which sees nothing else of the installation.
create function installation_name() returns text language sql stable security definer set search_path = public, pg_temp
  as $$ select name from installation $$;
revoke all on function installation_name() from public;
grant execute on function installation_name() to vitrine_app, vitrine_system;

-- The code of a setup address, as a hash. Each node makes one at its start while there is no operator.
create table setup_codes (
  code_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
select protect('setup_codes', 'false');
