-- When a decline was taken back after an objection: it no longer counts when the order is decided again.
alter table commissions add column decline_lifted_at timestamptz;

-- What a creator says against the decline of a commission, and the brand's answer.
create table objections (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  order_id text not null,
  line_id text not null,
  commission_id uuid not null,
  body text not null,
  created_at timestamptz not null,
  -- Without an answer until then, the objection is decided for the creator.
  due_at timestamptz not null,
  state text not null default 'open' constraint objections_state_check check (state in ('open', 'accepted', 'rejected', 'lapsed')),
  answer text,
  answered_by uuid constraint objections_answered_by_fk references users (id),
  answered_at timestamptz,
  primary key (merchant_id, id),
  constraint objections_answered_check check ((state = 'open') = (answered_at is null)),
  constraint objections_commission_fk foreign key (merchant_id, commission_id) references commissions (merchant_id, id),
  constraint objections_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id)
);
-- once for each decline; a decline that a new decision repeats is the same one
create unique index objections_once on objections (merchant_id, order_id, line_id, merchant_account_id) where state in ('open', 'rejected');
-- a brand's list, newest first
create index objections_created_idx on objections (merchant_id, created_at desc, id desc);
create index objections_due_idx on objections (due_at) where state = 'open';
create index objections_creator_idx on objections (creator_id);
create index objections_commission_idx on objections (merchant_id, commission_id);
create index objections_answered_by_idx on objections (answered_by);
select protect('objections', 'own_or_brand(merchant_id, creator_id)');
grant select, insert, update on objections to vitrine_app;

-- An order that a creator misses, what they were told at once, and the brand's answer if they asked for one. Only an
-- order with a click or code of the creator is named; any other looks as if it didn't exist.
create table claims (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  -- Named by its number, or by its day in the creator's time zone and its total.
  order_name text,
  placed_on date,
  total bigint,
  currency text not null,
  answer text not null constraint claims_answer_check check (answer in ('yours', 'on_hold', 'declined', 'reversed',
    'credited_elsewhere', 'outside_window', 'not_decided', 'not_credited', 'not_found')),
  order_id text,
  touched_at timestamptz,
  created_at timestamptz not null,
  -- `answered`: at once, and nobody was asked. `open`: the brand was asked.
  state text not null default 'answered' constraint claims_state_check check (state in ('answered', 'open', 'credited', 'rejected')),
  note text,
  sent_at timestamptz,
  reply text,
  replied_by uuid constraint claims_replied_by_fk references users (id),
  replied_at timestamptz,
  adjustment_id uuid,
  primary key (merchant_id, id),
  constraint claims_named_check check ((order_name is null) = (placed_on is not null) and (placed_on is null) = (total is null)),
  constraint claims_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id),
  constraint claims_adjustment_fk foreign key (merchant_id, adjustment_id) references adjustments (merchant_id, id)
);
-- how many a creator made today, and their list
create index claims_creator_idx on claims (creator_id, created_at desc, id desc);
-- a brand's list, newest first
create index claims_sent_idx on claims (merchant_id, sent_at desc, id desc) where sent_at is not null;
create index claims_adjustment_idx on claims (merchant_id, adjustment_id);
create index claims_replied_by_idx on claims (replied_by);
select protect('claims', 'own_or_brand(merchant_id, creator_id)');
grant select, insert, update on claims to vitrine_app;
