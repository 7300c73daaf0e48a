-- With CLICK_LOG, clicks reach the database in frames. A frame's name is stored with its hits, and the node that wrote
-- them releases them from its journal only then. The node deletes the name when it has released them.
create table click_frames (
  name text primary key,
  hits integer not null,
  stored_at timestamptz not null default now()
);
select protect('click_frames', 'false');
grant select, insert, delete on click_frames to vitrine_redirect;
create policy redirect on click_frames to vitrine_redirect using (true) with check (true);
-- For the daily deletion of names whose node is gone.
create index click_frames_stored_at_idx on click_frames (stored_at);
