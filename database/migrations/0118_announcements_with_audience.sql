-- Announcements with rich text, a picture, products and an audience. Those from before stay plain text for everyone.
--
-- `content` is the text in the form that screens show (contract/src/values/rich-text.ts); null: `body` is all there is.
alter table announcements
  add column content jsonb,
  add column picture jsonb,
  add column product_ids uuid[] not null default '{}',
  add column audience jsonb not null default '{"kind": "all"}',
  add column is_targeted boolean not null default false,
  add constraint announcements_audience_check check (is_targeted = (audience ->> 'kind' <> 'all'));

-- Whom an announcement for some creators went to, fixed when it was published. There are no rows for one that went to
-- all. No foreign keys: 20,000 rows are written while somebody waits, and what they refer to was read by the same
-- statement.
create table announcement_recipients (
  merchant_id uuid not null,
  announcement_id uuid not null,
  creator_id uuid not null,
  primary key (merchant_id, announcement_id, creator_id)
);
create index announcement_recipients_creator_idx on announcement_recipients (creator_id);
select protect('announcement_recipients', 'creator_id = scope_creator() or brand_only(merchant_id)');
grant select, insert on announcement_recipients to vitrine_app;

-- Whoever isn't in the audience doesn't see that the announcement exists, in any list or count.
do $$ declare v_condition text := asked_once('(in_merchant(merchant_id) or (scope_merchant() is null and exists (
    select from merchant_accounts a where a.merchant_id = announcements.merchant_id and a.creator_id = scope_creator())))
  and (scope_creator() is null or not is_targeted or exists (
    select from announcement_recipients r where r.merchant_id = announcements.merchant_id
      and r.announcement_id = announcements.id and r.creator_id = scope_creator()))');
begin
  execute format('alter policy app on announcements using (%s) with check (%s)', v_condition, v_condition);
end $$;

-- What staff write before it is published. A draft becomes the announcement with its id, in one transaction, so it can't
-- be published twice. `problem`: why it was not published at its time.
create table announcement_drafts (
  merchant_id uuid not null constraint announcement_drafts_merchant_fk references merchants (id),
  id uuid not null,
  revision integer not null default 1,
  title text not null,
  body text not null,
  picture jsonb,
  product_ids uuid[] not null default '{}',
  audience jsonb not null,
  pinned boolean not null default false,
  created_at timestamptz not null,
  saved_at timestamptz not null,
  saved_by uuid not null constraint announcement_drafts_saved_by_fk references users (id),
  scheduled_for timestamptz,
  problem text constraint announcement_drafts_problem_check
    check (problem in ('brand_paused', 'brand_closed', 'incomplete', 'audience_empty')),
  primary key (merchant_id, id)
);
create index announcement_drafts_saved_idx on announcement_drafts (merchant_id, saved_at desc, id desc);
create index announcement_drafts_saved_by_idx on announcement_drafts (saved_by);
create index announcement_drafts_due_idx on announcement_drafts (scheduled_for) where scheduled_for is not null;
select protect('announcement_drafts', 'brand_only(merchant_id)');
grant select, insert, update, delete on announcement_drafts to vitrine_app;

-- For the list of who has not read an announcement: a page of the creators, by when they joined.
create index merchant_accounts_joined_id_idx on merchant_accounts (merchant_id, joined_at desc, id desc);
