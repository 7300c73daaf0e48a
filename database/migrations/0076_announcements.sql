-- An announcement reaches any number of creators with one event for all of them, instead of one row and one lock each.
alter table events add column audience_creators uuid;
alter table events drop constraint events_one_audience;
alter table events add constraint events_one_audience check (num_nonnulls(audience_user, audience_merchant, audience_creators) = 1);
create index events_audience_creators_idx on events (audience_creators, seq) where audience_creators is not null;

-- All events for the creators of brands share one lock, so that their numbers become visible in order also to a creator
-- of several brands.
create function record_event_for_creators(p_at timestamptz, p_merchant uuid, p_kind text, p_payload jsonb) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_seq bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('creators', 9));
  insert into events (at, audience_creators, kind, payload) values (p_at, p_merchant, p_kind, p_payload) returning seq into v_seq;
  perform pg_notify('events', 'creators ' || p_merchant);
  return v_seq;
end $$;
revoke all on function record_event_for_creators(timestamptz, uuid, text, jsonb) from public;
grant execute on function record_event_for_creators(timestamptz, uuid, text, jsonb) to vitrine_app, vitrine_system;

-- A job emails the creators in slices: those up to `mailed_up_to`, by id, have theirs. Earlier releases email at once.
alter table announcements add column mails_due boolean not null default false;
alter table announcements add column mailed_up_to uuid;
create index announcements_mails_due_idx on announcements (published_at) where mails_due;

-- For a brand's list: how many creators have read an announcement, and how many were there.
create index announcement_reads_announcement_idx on announcement_reads (merchant_id, announcement_id);
create index merchant_accounts_joined_idx on merchant_accounts (merchant_id, joined_at) where status <> 'ended';
