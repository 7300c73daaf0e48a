-- What many hits have in common is stored once a month: the user agent, the languages, and a referrer that is only a
-- site. A hit has the number of its profile, so it takes 150 bytes less. Retention deletes the profiles of a month with
-- its hits.
create table hit_profiles (
  id integer generated always as identity (cycle) primary key,
  -- The first day of the month (UTC) of the hits that use it.
  month date not null,
  user_agent text not null,
  language text not null,
  referrer text not null,
  -- New hits may use it. Not after a hit that used it was erased: then it goes with the last hit.
  is_current boolean not null default true,
  -- When a hit that used it was erased, until it is known whether others use it.
  due_at timestamptz
);
create function profile_key(user_agent text, language text, referrer text) returns bigint
  language sql immutable parallel safe
  as $$ select hashtextextended(user_agent, hashtextextended(language, hashtextextended(referrer, 0))) $$;
-- Two texts with the same key can't both be current: the second stays in its hits.
create unique index hit_profiles_current_key on hit_profiles (month, profile_key(user_agent, language, referrer)) where is_current;
create index hit_profiles_due_idx on hit_profiles (month) where due_at is not null;
select protect('hit_profiles', 'true');
grant select on hit_profiles to vitrine_app;
create policy redirect on hit_profiles to vitrine_redirect using (true) with check (true);
grant select, insert, update, delete on hit_profiles to vitrine_redirect;

-- Rows that are stored stay as they are: 0 is no profile, and their texts are their own. So are the texts of hits that
-- were erased in part, and referrers with more than a site, which are seldom the same.
alter table hits add column profile integer not null default 0;
comment on column hits.profile is 'its row in hit_profiles; 0: its texts are its own';
-- Renamed, so that an earlier version can neither store hits nor judge floods and classes without their texts: its
-- clicks stay in its journal.
alter table hits rename column user_agent to own_user_agent;
alter table hits rename column language to own_language;
alter table hits rename column referrer to own_referrer;
