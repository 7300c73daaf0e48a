-- What a notification is about, such as a conversation: a newer one about the same replaces the one that is unread, and
-- whoever reads it there has read it on the bell.
alter table notifications add column about text;
create unique index notifications_about_idx on notifications (user_id, kind, about) where read_at is null and about is not null;
-- Finds what a brand's staff have read, and what a brand withdrew.
create index notifications_subject_idx on notifications (merchant_id, kind, about) where about is not null;
-- Finds the old ones. Rows come in the order of their time.
create index notifications_age_idx on notifications using brin (created_at);

drop function notify_users(timestamptz, uuid, text, jsonb, uuid[]);
drop function notify_creators(timestamptz, uuid, text, jsonb, uuid[]);
drop function notify_staff(timestamptz, uuid, text, jsonb, text[]);

-- Adds a notification for each of some users, inside the transaction of what it tells. Open pages are told by a notice,
-- which takes no lock: bells of thousands of users would wait for each other.
create function notify_users(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_users uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at)
    select u, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at from (select distinct unnest(p_users) u) each_user
    on conflict (user_id, kind, about) where read_at is null and about is not null
      do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at;
  perform notice('bells', 'user ' || u) from (select distinct unnest(p_users) u) each_user;
end $$;

-- The same for creators, each by an account at the brand; null: all whose account has not ended. Of many, one notice
-- tells all creators of the brand.
create function notify_creators(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_accounts uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at)
    select a.creator_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at from merchant_accounts a
    where a.merchant_id = p_merchant
      and case when p_accounts is null then a.status <> 'ended' else a.id = any (p_accounts) end
    on conflict (user_id, kind, about) where read_at is null and about is not null
      do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at;
  if p_accounts is null or cardinality(p_accounts) > 20 then
    perform notice('bells', 'creators ' || p_merchant);
  else
    perform notice('bells', 'user ' || a.creator_id) from merchant_accounts a
      where a.merchant_id = p_merchant and a.id = any (p_accounts);
  end if;
end $$;

-- The same for the staff of a brand who have one of the roles.
create function notify_staff(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_roles text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at)
    select s.user_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at from merchant_staff s
    where s.merchant_id = p_merchant and s.role = any (p_roles)
    on conflict (user_id, kind, about) where read_at is null and about is not null
      do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at;
  perform notice('bells', 'merchant ' || p_merchant);
end $$;

-- Marks as read what a user, or the staff of a brand, read elsewhere. About null: all of the kind.
create function read_notifications(p_at timestamptz, p_kind text, p_about text[], p_user uuid, p_staff_of uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user uuid;
begin
  if p_user is not null then
    update notifications set read_at = p_at
      where user_id = p_user and kind = p_kind and read_at is null and (p_about is null or about = any (p_about));
    if found then
      perform notice('bells', 'user ' || p_user);
    end if;
    return;
  end if;
  for v_user in
    update notifications n set read_at = p_at
      where n.merchant_id = p_staff_of and n.kind = p_kind and n.about = any (p_about) and n.read_at is null
        and exists (select from merchant_staff s where s.merchant_id = p_staff_of and s.user_id = n.user_id)
      returning n.user_id
  loop
    perform notice('bells', 'user ' || v_user);
  end loop;
end $$;

-- Takes back what a brand withdrew.
create function withdraw_notifications(p_merchant uuid, p_kind text, p_about text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from notifications where merchant_id = p_merchant and kind = p_kind and about = p_about;
  if found then
    perform notice('bells', 'creators ' || p_merchant);
  end if;
end $$;

revoke all on function notify_users(timestamptz, uuid, text, jsonb, text, uuid[]),
  notify_creators(timestamptz, uuid, text, jsonb, text, uuid[]), notify_staff(timestamptz, uuid, text, jsonb, text, text[]),
  read_notifications(timestamptz, text, text[], uuid, uuid), withdraw_notifications(uuid, text, text) from public;
grant execute on function notify_users(timestamptz, uuid, text, jsonb, text, uuid[]),
  notify_creators(timestamptz, uuid, text, jsonb, text, uuid[]), notify_staff(timestamptz, uuid, text, jsonb, text, text[]),
  read_notifications(timestamptz, text, text[], uuid, uuid), withdraw_notifications(uuid, text, text)
  to vitrine_app, vitrine_system;

-- In their data export, users read their own.
drop policy app on notifications;
drop policy system on notifications;
select protect('notifications', 'user_id = scope_creator()');
grant select on notifications to vitrine_app;
