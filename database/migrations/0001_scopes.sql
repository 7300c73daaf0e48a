-- Who the database believes is asking.
--
-- Every transaction of the product runs under one of four roles and says, in two settings that end with it,
-- for which merchant (app.merchant) and for which creator (app.creator) it speaks. Policies compare rows with
-- both; a transaction that says nothing sees nothing. The roles own nothing and cannot bypass a policy.
--   vitrine_app       brand consoles, creators, the shop's API key
--   vitrine_public    storefront pages that anyone may open
--   vitrine_redirect  the redirector and its drain: link → destination, hits, roll-ups
--   vitrine_system    sign-in, jobs, operators: code named in server/architecture.test.ts only
do $$
declare r text;
begin
  foreach r in array array['vitrine_app', 'vitrine_public', 'vitrine_redirect', 'vitrine_system'] loop
    begin
      if not exists (select from pg_roles where rolname = r) then
        execute format('create role %I nologin', r);
      end if;
    exception when duplicate_object or unique_violation then null; -- another database of the cluster was first
    end;
    begin
      if not pg_has_role(current_user, r, 'set') then
        execute format('grant %I to current_user', r);
      end if;
    exception when invalid_parameter_value then -- PostgreSQL 15 knows no separate SET privilege
      execute format('grant %I to current_user', r);
    end;
  end loop;
end $$;

create function scope_merchant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.merchant', true), '')::uuid $$;
create function scope_creator() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.creator', true), '')::uuid $$;

-- A fact that only the brand may see.
create function brand_only(merchant uuid) returns boolean language sql stable parallel safe
  as $$ select merchant = scope_merchant() and scope_creator() is null $$;
-- A fact that the brand and each of its creators may see.
create function in_merchant(merchant uuid) returns boolean language sql stable parallel safe
  as $$ select merchant = scope_merchant() $$;
-- A fact of one creator at one brand: the scopes that are set must all agree, and one must be set.
create function own_or_brand(merchant uuid, creator uuid) returns boolean language sql stable parallel safe
  as $$ select (scope_merchant() is not null or scope_creator() is not null)
           and (scope_merchant() is null or merchant = scope_merchant())
           and (scope_creator() is null or creator = scope_creator()) $$;

-- A policy asks for the scope once for each statement, not for each row and each column of it: as a sub-select the
-- question is answered before the first row is read. (Six thousand rows: 1.6 ms, where it was 8.2 ms.)
create function asked_once(condition text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(condition,
    'own_or_brand\(([\w.]+), ([\w.]+)\)',
    '(someone_asks and (scope_merchant() is null or \1 = scope_merchant()) and (scope_creator() is null or \2 = scope_creator()))', 'g'),
    'brand_only\(([\w.]+)\)', '(\1 = scope_merchant() and scope_creator() is null)', 'g'),
    'in_merchant\(([\w.]+)\)', '(\1 = scope_merchant())', 'g'),
    '(scope_(?:merchant|creator)\(\))', '(select \1)', 'g'),
    'someone_asks', '(select scope_merchant() is not null or scope_creator() is not null)', 'g') $$;

-- Puts a table under forced row-level security with the given condition for the app role; the system role sees
-- all rows. A table that is not passed through here fails the catalogue test.
create function protect(target regclass, condition text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy app on %s to vitrine_app using (%s) with check (%s)', target, asked_once(condition), asked_once(condition));
  execute format('create policy system on %s to vitrine_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to vitrine_system', target);
end $$;

-- A row of such a table is never changed or removed, by anyone, through any path.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'VT001';
end $$;
create function append_only(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
end $$;

grant usage on schema public to vitrine_app, vitrine_public, vitrine_redirect, vitrine_system;
