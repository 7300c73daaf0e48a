-- Clicks and views of a brand's day or month by creator, as entries with the creator's number, so that a list of all
-- creators is not read from the days of each. Null until it is added up; such days are read from account_days.
alter table brand_counts add column creator_clicks bigint[], add column creator_views bigint[];

-- A day that is opened may be added up again by a node of the release before, which doesn't know these columns.
create function forget_creators_of_day() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.creator_clicks := null;
  new.creator_views := null;
  return new;
end $$;
create trigger brand_counts_opened before update of is_open on brand_counts
  for each row when (new.is_open and not old.is_open) execute function forget_creators_of_day();
