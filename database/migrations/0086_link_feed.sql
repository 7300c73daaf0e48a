-- Redirectors read what changed since the transaction that they had read up to. A time can't say that: a transaction
-- becomes visible later than the time that it stored. null: not changed since this migration. The index of changed_at
-- stays while nodes of the version before may run.
alter table links add column changed_by xid8;
create index links_changed_by_idx on links (changed_by, code) where changed_by is not null;

create or replace function link_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  new.changed_by := pg_current_xact_id();
  perform pg_notify('links', new.code);
  return new;
end $$;

-- Codes whose links were deleted, so that redirectors forget them.
create table deleted_links (
  deleted_by xid8 not null default pg_current_xact_id(),
  code text not null,
  primary key (deleted_by, code)
);
select protect('deleted_links', 'false');
grant select on deleted_links to vitrine_redirect;
create policy redirect_read on deleted_links for select to vitrine_redirect using (true);
-- The trigger runs as the owner of the table, who is under the policies as well.
create policy owner on deleted_links to current_user using (true) with check (true);

create function link_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into deleted_links (code) values (old.code) on conflict do nothing;
  perform pg_notify('links', old.code);
  return null;
end $$;
create trigger link_deleted after delete on links for each row execute function link_deleted();

-- A notice without a code says that a brand changed. Its links stay as they are, however many it has.
create or replace function merchant_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('links', '');
  return null;
end $$;
drop trigger merchant_changed on merchants;
create trigger merchant_changed after update of click_parameter, disabled_at, duplicate_minutes on merchants
  for each row execute function merchant_changed();
