-- The installation's key pair for web push (VAPID), made when it is first needed. The private key is sealed.
create table push_keys (
  only_row boolean primary key default true constraint push_keys_only_row_check check (only_row),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null
);
select protect('push_keys', 'false');

-- A browser that gets push notifications, as long as its session lasts. Address and keys of its push service are sealed:
-- whoever has them can write to the device.
create table push_devices (
  id uuid primary key,
  user_id uuid not null constraint push_devices_user_fk references users (id),
  session_id uuid not null constraint push_devices_session_fk references sessions (id) constraint push_devices_session_key unique,
  endpoint_hash bytea not null constraint push_devices_endpoint_key unique,
  sealed bytea not null,
  created_at timestamptz not null,
  -- When a push service last took a notification for it.
  delivered_at timestamptz
);
create index push_devices_user_idx on push_devices (user_id);
-- In their data export, users read their own.
select protect('push_devices', 'user_id = scope_creator()');
grant select (id, user_id, created_at, delivered_at) on push_devices to vitrine_app;

-- What is still to be sent to which device. A row goes once the push service has taken it, or won't.
create table push_deliveries (
  device_id uuid not null constraint push_deliveries_device_fk references push_devices (id) on delete cascade,
  notification_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  primary key (device_id, notification_id)
);
create index push_deliveries_due_idx on push_deliveries (next_attempt_at);
select protect('push_deliveries', 'false');

-- As before, and for each device of those who get it.
create or replace function notify_users(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_users uuid[],
  p_mail_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with added as (
    insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at, mail_at)
      select u, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at, p_mail_at
      from (select distinct unnest(p_users) u) each_user
      on conflict (user_id, kind, about) where read_at is null and about is not null
        do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at, mail_at = excluded.mail_at
      returning user_id, id
  )
  insert into push_deliveries (device_id, notification_id, user_id, created_at, next_attempt_at)
    select d.id, a.id, d.user_id, p_at, p_at from added a join push_devices d on d.user_id = a.user_id;
  if found then
    perform notice('pushes', '');
  end if;
  perform notice('bells', 'user ' || u) from (select distinct unnest(p_users) u) each_user;
end $$;

create or replace function notify_creators(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_accounts uuid[],
  p_mail_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with added as (
    insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at, mail_at)
      select a.creator_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at, p_mail_at from merchant_accounts a
      where a.merchant_id = p_merchant
        and case when p_accounts is null then a.status <> 'ended' else a.id = any (p_accounts) end
      on conflict (user_id, kind, about) where read_at is null and about is not null
        do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at, mail_at = excluded.mail_at
      returning user_id, id
  )
  insert into push_deliveries (device_id, notification_id, user_id, created_at, next_attempt_at)
    select d.id, a.id, d.user_id, p_at, p_at from added a join push_devices d on d.user_id = a.user_id;
  if found then
    perform notice('pushes', '');
  end if;
  if p_accounts is null or cardinality(p_accounts) > 20 then
    perform notice('bells', 'creators ' || p_merchant);
  else
    perform notice('bells', 'user ' || a.creator_id) from merchant_accounts a
      where a.merchant_id = p_merchant and a.id = any (p_accounts);
  end if;
end $$;

create or replace function notify_staff(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_roles text[],
  p_mail_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with added as (
    insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at, mail_at)
      select s.user_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at, p_mail_at from merchant_staff s
      where s.merchant_id = p_merchant and s.role = any (p_roles)
      on conflict (user_id, kind, about) where read_at is null and about is not null
        do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at, mail_at = excluded.mail_at
      returning user_id, id
  )
  insert into push_deliveries (device_id, notification_id, user_id, created_at, next_attempt_at)
    select d.id, a.id, d.user_id, p_at, p_at from added a join push_devices d on d.user_id = a.user_id;
  if found then
    perform notice('pushes', '');
  end if;
  perform notice('bells', 'merchant ' || p_merchant);
end $$;
