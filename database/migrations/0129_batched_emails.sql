-- When an email may tell of it together with others, unless it has been read by then. Null: no email will.
alter table notifications add column mail_at timestamptz;
create index notifications_mail_idx on notifications (mail_at) where mail_at is not null;
create index notifications_mail_user_idx on notifications (user_id) where mail_at is not null;

-- When a user last got such an email. Whoever sends one locks the row, so that two never go out at once.
create table notification_mails (
  user_id uuid primary key constraint notification_mails_user_fk references users (id),
  mailed_at timestamptz
);
select protect('notification_mails', 'false');

-- Sales, reversals and holds get emails only now. Whoever turned off those about payouts and commissions doesn't get these.
-- The same switch was for emails about objections and missing orders, which staff can now turn off by themselves.
update users set notifications = notifications || '{"sale": false, "reversal": false, "hold": false, "claim": false}'
  where notifications->'payout' = 'false';

-- As before, with the time from which an email may tell of it. An older node calls them without it.
drop function notify_users(timestamptz, uuid, text, jsonb, text, uuid[]);
drop function notify_creators(timestamptz, uuid, text, jsonb, text, uuid[]);
drop function notify_staff(timestamptz, uuid, text, jsonb, text, text[]);

create function notify_users(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_users uuid[],
  p_mail_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at, mail_at)
    select u, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at, p_mail_at
    from (select distinct unnest(p_users) u) each_user
    on conflict (user_id, kind, about) where read_at is null and about is not null
      do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at, mail_at = excluded.mail_at;
  perform notice('bells', 'user ' || u) from (select distinct unnest(p_users) u) each_user;
end $$;

create function notify_creators(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_accounts uuid[],
  p_mail_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at, mail_at)
    select a.creator_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at, p_mail_at from merchant_accounts a
    where a.merchant_id = p_merchant
      and case when p_accounts is null then a.status <> 'ended' else a.id = any (p_accounts) end
    on conflict (user_id, kind, about) where read_at is null and about is not null
      do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at, mail_at = excluded.mail_at;
  if p_accounts is null or cardinality(p_accounts) > 20 then
    perform notice('bells', 'creators ' || p_merchant);
  else
    perform notice('bells', 'user ' || a.creator_id) from merchant_accounts a
      where a.merchant_id = p_merchant and a.id = any (p_accounts);
  end if;
end $$;

create function notify_staff(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_roles text[],
  p_mail_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into notifications (user_id, id, merchant_id, kind, payload, about, created_at, mail_at)
    select s.user_id, outgoing_id(p_at), p_merchant, p_kind, p_payload, p_about, p_at, p_mail_at from merchant_staff s
    where s.merchant_id = p_merchant and s.role = any (p_roles)
    on conflict (user_id, kind, about) where read_at is null and about is not null
      do update set id = excluded.id, payload = excluded.payload, created_at = excluded.created_at, mail_at = excluded.mail_at;
  perform notice('bells', 'merchant ' || p_merchant);
end $$;

revoke all on function notify_users(timestamptz, uuid, text, jsonb, text, uuid[], timestamptz),
  notify_creators(timestamptz, uuid, text, jsonb, text, uuid[], timestamptz),
  notify_staff(timestamptz, uuid, text, jsonb, text, text[], timestamptz) from public;
grant execute on function notify_users(timestamptz, uuid, text, jsonb, text, uuid[], timestamptz),
  notify_creators(timestamptz, uuid, text, jsonb, text, uuid[], timestamptz),
  notify_staff(timestamptz, uuid, text, jsonb, text, text[], timestamptz) to vitrine_app, vitrine_system;
