-- When a creator's account at a brand was paused, and from when it has ended. The rows are kept: a click is judged by
-- what the account was when the click was made, also long afterwards. `merchant_accounts.status` follows them.
create table account_periods (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  id uuid not null,
  kind text not null constraint account_periods_kind_check check (kind in ('paused', 'ended')),
  -- The creator reads it.
  reason text not null,
  created_at timestamptz not null,
  -- Of an ending: a later day, which the creator was told.
  started_at timestamptz not null,
  started_by uuid constraint account_periods_started_by_fk references users (id),
  -- An ending that was withdrawn before its day has no length.
  ended_at timestamptz,
  closed_at timestamptz,
  ended_by uuid constraint account_periods_ended_by_fk references users (id),
  primary key (merchant_id, id),
  constraint account_periods_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id),
  constraint account_periods_ended_at_check check (ended_at >= started_at),
  constraint account_periods_closed_at_check check ((closed_at is null) = (ended_at is null))
);
create index account_periods_account_idx on account_periods (merchant_account_id, started_at);
create unique index account_periods_open_key on account_periods (merchant_account_id, kind) where ended_at is null;
create index account_periods_creator_idx on account_periods (creator_id);
select protect('account_periods', 'own_or_brand(merchant_id, creator_id)');
grant select, insert, update on account_periods to vitrine_app;

-- Accounts of users who closed theirs. Where it is not known since when, all their clicks stay without a commission.
insert into account_periods (merchant_id, merchant_account_id, creator_id, id, kind, reason, created_at, started_at)
select a.merchant_id, a.id, a.creator_id, gen_random_uuid(), a.status, 'The creator closed their account.',
  coalesce(c.stopped_at, a.joined_at), coalesce(c.stopped_at, a.joined_at)
from merchant_accounts a left join closures c on c.user_id = a.creator_id where a.status in ('paused', 'ended');

-- What staff note about a creator. Only staff read it.
create table creator_notes (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  id uuid not null,
  body text not null constraint creator_notes_body_check check (body <> ''),
  written_at timestamptz not null,
  written_by uuid not null constraint creator_notes_written_by_fk references users (id),
  primary key (merchant_id, id),
  constraint creator_notes_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id)
);
create index creator_notes_account_idx on creator_notes (merchant_account_id, written_at desc);
create index creator_notes_creator_idx on creator_notes (creator_id);
create index creator_notes_written_by_idx on creator_notes (written_by);
select protect('creator_notes', 'brand_only(merchant_id)');
grant select, insert, delete on creator_notes to vitrine_app;

-- Words by which staff find creators, in lower case.
create table creator_tags (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  tag text not null constraint creator_tags_tag_check check (tag = lower(btrim(tag)) and tag <> ''),
  added_at timestamptz not null,
  added_by uuid constraint creator_tags_added_by_fk references users (id),
  primary key (merchant_account_id, tag),
  constraint creator_tags_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id)
);
create index creator_tags_tag_idx on creator_tags (merchant_id, tag);
create index creator_tags_creator_idx on creator_tags (creator_id);
select protect('creator_tags', 'brand_only(merchant_id)');
grant select, insert, delete on creator_tags to vitrine_app;

-- The figures of all creators of a brand over months, without the rows themselves, which have long arrays.
create index account_months_brand_idx on account_months (merchant_id, month)
  include (merchant_account_id, creator_id, is_open, clicks, views);
