-- How many pictures a person has uploaded in their day, which begins with its first picture and lasts 24 hours.
create table picture_days (
  owner_id uuid primary key constraint picture_days_owner_fk references users (id),
  began_at timestamptz not null,
  pictures integer not null
);
select protect('picture_days', 'owner_id = scope_creator()');
-- The functions run as the owner of the table, who is under its policies as well.
create policy owner on picture_days to current_user using (true) with check (true);

-- When a person who has uploaded so many can upload again; null where there is room now. Staff upload in the scope of
-- their brand, which does not say who they are.
create function picture_day_full_until(p_owner uuid, p_at timestamptz, p_most integer) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select began_at + interval '24 hours' from picture_days
    where owner_id = p_owner and pictures >= p_most and began_at + interval '24 hours' > p_at $$;

-- Counts a picture in one statement, so that uploads at the same time wait for one another. Where the day is full,
-- nothing is counted, and the answer is when it ends.
create function count_picture(p_owner uuid, p_at timestamptz, p_most integer) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into picture_days as day (owner_id, began_at, pictures) values (p_owner, p_at, 1)
    on conflict (owner_id) do update set
      began_at = case when day.began_at + interval '24 hours' > p_at then day.began_at else p_at end,
      pictures = case when day.began_at + interval '24 hours' > p_at then day.pictures + 1 else 1 end
      where day.pictures < p_most or day.began_at + interval '24 hours' <= p_at;
  if found then
    return null;
  end if;
  return picture_day_full_until(p_owner, p_at, p_most);
end $$;
revoke all on function picture_day_full_until(uuid, timestamptz, integer) from public;
revoke all on function count_picture(uuid, timestamptz, integer) from public;
grant execute on function picture_day_full_until(uuid, timestamptz, integer) to vitrine_app, vitrine_system;
grant execute on function count_picture(uuid, timestamptz, integer) to vitrine_app, vitrine_system;
