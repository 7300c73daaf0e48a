-- A notice to staff with some roles rang at all staff of the brand. Now it rings at those who get it.
create or replace function notify_staff(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb, p_about text, p_roles text[], p_mail_at timestamptz default null)
 returns void
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
  perform notice('bells', 'user ' || s.user_id) from merchant_staff s
    where s.merchant_id = p_merchant and s.role = any (p_roles);
end $$;

-- Open pages follow at once what somebody is to a brand.
create function staff_changed() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform notice('staff', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger staff_changed after insert or update or delete on merchant_staff
  for each row execute function staff_changed();
