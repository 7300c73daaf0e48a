-- Reports of shortlinks, storefronts and pictures, and what operators take down. The shop pages and the redirector read
-- the category and the public reason; the note is the operators' own.
create table reports (
  id uuid primary key,
  reference text not null constraint reports_reference_key unique,
  kind text not null constraint reports_kind_check check (kind in ('abuse', 'copyright')),
  category text not null,
  address text not null,
  subject_kind text,
  subject_id uuid,
  creator_id uuid constraint reports_creator_fk references users (id),
  merchant_id uuid constraint reports_merchant_fk references merchants (id),
  reporter_name text not null,
  reporter_email text not null,
  locale text not null default 'en',
  statement text not null,
  -- What 17 U.S.C. 512(c)(3) asks of a copyright notice; null for other reports.
  notice jsonb,
  received_at timestamptz not null,
  state text not null default 'open'
    constraint reports_state_check check (state in ('open', 'taken_down', 'declined', 'countered', 'in_court', 'restored')),
  decided_at timestamptz,
  decided_by uuid constraint reports_decided_by_fk references users (id),
  -- What the reporter was told when the report was declined.
  answer text,
  constraint reports_subject_check check ((subject_kind is null) = (subject_id is null)),
  constraint reports_notice_check check ((kind = 'copyright') = (notice is not null))
);
select protect('reports', 'false');
create index reports_state_idx on reports (state, received_at, id);
-- Counts a creator's justified copyright notices.
create index reports_creator_idx on reports (creator_id, received_at) where kind = 'copyright';

create table takedowns (
  id uuid primary key,
  subject_kind text not null constraint takedowns_subject_kind_check check (subject_kind in ('link', 'storefront', 'creator', 'picture')),
  -- A link, a merchant account, a user or a picture.
  subject_id uuid not null,
  address text not null,
  -- Whose it is: a creator's, or a brand's picture.
  creator_id uuid constraint takedowns_creator_fk references users (id),
  merchant_id uuid constraint takedowns_merchant_fk references merchants (id),
  category text not null constraint takedowns_category_check
    check (category in ('copyright', 'court_order', 'trademark', 'privacy', 'scam', 'harmful', 'terms')),
  reason text not null,
  note text not null default '',
  report_id uuid constraint takedowns_report_fk references reports (id),
  picture_hash bytea,
  taken_down_at timestamptz not null,
  taken_down_by uuid not null constraint takedowns_taken_down_by_fk references users (id),
  lifted_at timestamptz,
  lifted_by uuid constraint takedowns_lifted_by_fk references users (id),
  lift_reason text,
  constraint takedowns_owner_check check (num_nonnulls(creator_id, merchant_id) = 1),
  constraint takedowns_lifted_check check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
select protect('takedowns', 'creator_id = scope_creator() or brand_only(merchant_id)');
create policy owner on takedowns to current_user using (true) with check (true);
grant select (id, subject_kind, subject_id, address, creator_id, merchant_id, category, reason, report_id, taken_down_at, lifted_at, lift_reason)
  on takedowns to vitrine_app;
create policy public_read on takedowns for select to vitrine_public using (lifted_at is null);
grant select (id, subject_kind, subject_id, category, reason, lifted_at) on takedowns to vitrine_public;
-- Of two operators at once, one takes down and the other is told.
create unique index takedowns_subject_key on takedowns (subject_kind, subject_id) where lifted_at is null;
create unique index takedowns_picture_hash_key on takedowns (picture_hash) where lifted_at is null and picture_hash is not null;
create index takedowns_creator_idx on takedowns (creator_id) where creator_id is not null;
create index takedowns_merchant_idx on takedowns (merchant_id) where merchant_id is not null;
create index takedowns_report_idx on takedowns (report_id) where report_id is not null;

create table counter_notices (
  takedown_id uuid primary key constraint counter_notices_takedown_fk references takedowns (id),
  report_id uuid not null constraint counter_notices_report_fk references reports (id),
  user_id uuid not null constraint counter_notices_user_fk references users (id),
  name text not null,
  postal_address text not null,
  phone text not null,
  statement text not null,
  signature text not null,
  received_at timestamptz not null,
  forwarded_at timestamptz,
  -- When the reporter told us that a court action was filed, and what they told.
  court_at timestamptz,
  court_note text
);
select protect('counter_notices', 'user_id = scope_creator()');
grant select on counter_notices to vitrine_app;
create index counter_notices_report_idx on counter_notices (report_id);

-- The redirectors learn of this as of every change of a link.
alter table links add column taken_down text constraint links_taken_down_check
  check (taken_down in ('copyright', 'court_order', 'trademark', 'privacy', 'scam', 'harmful', 'terms'));
comment on column links.taken_down is 'the category of the take-down of this link; null: it is not taken down';
-- A creator can't lift a take-down, whatever the code does.
revoke update on links from vitrine_app;
grant update (destination, title, disabled_at) on links to vitrine_app;
drop policy public_read on links;
create policy public_read on links for select to vitrine_public using (disabled_at is null and taken_down is null);

-- Set on each copy with the same bytes.
alter table pictures add column takedown_id uuid constraint pictures_takedown_fk references takedowns (id);
grant select (takedown_id) on pictures to vitrine_public;
create index pictures_takedown_idx on pictures (takedown_id) where takedown_id is not null;

-- The same picture can't be uploaded again while it is taken down, by anyone. Says only yes or no.
create function is_picture_taken_down(p_hash bytea) returns boolean language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from takedowns where picture_hash = p_hash and lifted_at is null) $$;
revoke all on function is_picture_taken_down(bytea) from public;
grant execute on function is_picture_taken_down(bytea) to vitrine_app, vitrine_system;

alter table orphan_visits drop constraint orphan_visits_reason_check;
alter table orphan_visits add constraint orphan_visits_reason_check check (reason in ('unknown', 'disabled', 'taken_down'));
