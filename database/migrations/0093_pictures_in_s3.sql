-- With FILES, the bytes of a picture are an object in S3, and the row has their size and hash. Pictures from before keep
-- their bytes in the row until a job moves them.
alter table pictures add column hash bytea, add column size integer, alter column bytes drop not null;
alter table pictures add constraint pictures_bytes_check
  check (bytes is not null or (hash is not null and size is not null)) not valid;
alter table pictures validate constraint pictures_bytes_check;
create index pictures_in_database_idx on pictures (id) where bytes is not null;
create index pictures_in_s3_idx on pictures (id) where bytes is null;
grant select (hash, size) on pictures to vitrine_public;

-- Objects to delete. A code is noted before its object is written and taken off the list by the transaction that stores
-- the picture, so an object without a picture is always on the list.
create table picture_removals (
  code text primary key,
  due_at timestamptz not null
);
create index picture_removals_due_idx on picture_removals (due_at);
select protect('picture_removals', 'false');
create policy owner on picture_removals to current_user using (true) with check (true);

create function note_picture_object(p_code text, p_due_at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into picture_removals (code, due_at) values (p_code, p_due_at)
    on conflict (code) do update set due_at = excluded.due_at $$;

-- False if the object was deleted meanwhile.
create function claim_picture_object(p_code text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from picture_removals where code = p_code;
  return found;
end $$;

create function picture_deleted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_picture_object(old.code, '-infinity');
  return null;
end $$;
create trigger picture_deleted after delete on pictures
  for each row when (old.bytes is null) execute function picture_deleted();

revoke all on function note_picture_object(text, timestamptz) from public;
revoke all on function claim_picture_object(text) from public;
grant execute on function note_picture_object(text, timestamptz) to vitrine_app, vitrine_system;
grant execute on function claim_picture_object(text) to vitrine_app, vitrine_system;
