-- Hits by month. A month that is old enough is dropped as a whole, which takes no time and leaves nothing to clean up.
-- The bounds are ids: an id begins with its time, so the primary key stays the id alone.
alter table hits rename to hits_first;
do $$
declare name text;
begin
  for name in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'hits_first'::regclass loop
    execute format('alter index %I rename to %I', name, replace(name, 'hits_', 'hits_first_'));
  end loop;
end $$;
drop trigger note_orders on hits_first;
drop trigger note_orders_again on hits_first;
drop policy app on hits_first;
drop policy system on hits_first;
drop policy redirect on hits_first;
revoke all on hits_first from vitrine_app, vitrine_redirect, vitrine_system;

create table hits (like hits_first including defaults including comments) partition by range (id);
alter table hits add primary key (id);
alter table hits add constraint hits_class_check
  check (class in ('human', 'bot', 'preview', 'prefetch', 'head', 'duplicate', 'self', 'owner_preview', 'flood'));
alter table hits add constraint hits_browser_mark_check check (browser_mark in ('given', 'unsigned', 'signed'));
create index hits_account_at_idx on hits (merchant_account_id, at);
create index hits_link_at_idx on hits (link_id, at);
create index hits_browser_idx on hits (browser, merchant_id, at) where browser is not null;
create index hits_flood_idx on hits (merchant_account_id, address_prefix, (case when class = 'duplicate' then 1 else 0 end), id)
  where class in ('human', 'flood', 'duplicate') and address is not null;
create trigger note_orders after insert on hits referencing new table as new_hits
  for each statement execute function note_orders_of_new_hits();
create trigger note_orders_again after update on hits referencing old table as old_hits new table as new_hits
  for each statement execute function note_orders_of_classed_hits();
select protect('hits', 'own_or_brand(merchant_id, creator_id)');
create policy redirect on hits to vitrine_redirect using (true) with check (true);
grant select on hits to vitrine_app;
grant select, insert, update, delete on hits to vitrine_redirect;

do $$
declare bound uuid;
begin
  if exists (select from hits_first) then
    bound := (select substring(pg_get_constraintdef(oid) from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid
      from pg_constraint where conrelid = 'hits_first'::regclass and conname = 'hits_bound_check');
    execute format('alter table hits attach partition hits_first for values from (minvalue) to (%L)', bound);
    alter table hits_first drop constraint hits_bound_check;
  else
    drop table hits_first;
  end if;
end $$;

-- The start of the earliest month that is kept. Hits of earlier months are not stored again: they are in the roll-ups,
-- and without their ids they can't be recognized as counted.
create table hits_kept (
  only_row boolean primary key default true constraint hits_kept_one_check check (only_row),
  kept_from timestamptz not null,
  -- hits before this have lost their network and their hash of the address
  addresses_from timestamptz not null
);
insert into hits_kept (kept_from, addresses_from) values ('1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z');
select protect('hits_kept', 'false');
create policy redirect on hits_kept for select to vitrine_redirect using (true);
grant select on hits_kept to vitrine_redirect;
-- the functions below run as the owner of the tables, who is under the policies as well
create policy owner on hits_kept for select to current_user using (true);

-- The partitions with their bounds; null is no bound. A partition that is being detached is one until that is complete.
create function hit_partitions() returns table (name text, from_id uuid, before_id uuid, is_detaching boolean)
  language sql stable set search_path = public, pg_temp as $$
  select c.relname::text, substring(b.bound from 'FROM \(''([0-9a-f-]{36})''\)')::uuid,
    substring(b.bound from 'TO \(''([0-9a-f-]{36})''\)')::uuid, i.inhdetachpending
  from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral pg_get_expr(c.relpartbound, c.oid) as b (bound)
  where i.inhparent = 'public.hits'::regclass
$$;

-- No role may use a partition itself; they read and write `hits`. Attaching a new table waits for no reader and no
-- writer, unlike `create table … partition of`.
create function add_hit_partition(name text, from_id uuid, before_id uuid) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create table %I (like hits including defaults including constraints)', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('alter table hits attach partition %I for values from (%s) to (%L)', name,
    coalesce(quote_literal(from_id), 'minvalue'), before_id);
end $$;
revoke all on function add_hit_partition(text, uuid, uuid) from public;

-- Makes sure that hits of the month of `at` can be stored. Does nothing for a month that is no longer kept.
create function prepare_hits(at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first uuid := first_hit_id(month_start(at));
  after uuid := first_hit_id(month_start(at, 1));
begin
  if exists (select from hit_partitions() p where coalesce(p.from_id <= first, true) and p.before_id >= after) then return; end if;
  perform pg_advisory_xact_lock(7305123);
  if exists (select from hit_partitions() p where coalesce(p.from_id <= first, true) and p.before_id >= after) then return; end if;
  if (select kept_from from hits_kept) > month_start(at) then return; end if;
  perform add_hit_partition('hits_' || to_char(month_start(at) at time zone 'UTC', 'YYYY_MM'), first, after);
end $$;
revoke all on function prepare_hits(timestamptz) from public;
grant execute on function prepare_hits(timestamptz) to vitrine_redirect, vitrine_system;
