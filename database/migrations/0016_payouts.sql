-- A payout keeps whom it was asked for and of how many commissions: details that change later are not its own. `carried` is what refunds after an
-- earlier payout had left below zero; amount = the commissions of the payout + carried.
alter table payouts
  add column carried bigint not null default 0,
  add column method_id uuid,
  add column hint text not null default '',
  add column sealed bytea,
  add column reference text,
  add column sent_at timestamptz,
  add column ended_at timestamptz,
  -- the month whose monthly request it is; a creator who cancels one is not asked again for that month
  add column for_month date,
  add column lines integer not null default 0;
create unique index payouts_month_once on payouts (merchant_id, merchant_account_id, currency, for_month) where for_month is not null;
create index payouts_account_idx on payouts (merchant_account_id, requested_at desc);
create index payouts_state_idx on payouts (merchant_id, state, requested_at);
create index commissions_payout_idx on commissions (merchant_id, payout_id) where payout_id is not null;

alter table payout_methods
  add column holder text not null default '',
  add column country text not null default '' constraint payout_methods_country_check check (country ~ '^([A-Z]{2})?$');
-- one at a time: whoever loses the race is told so
create unique index payout_methods_one on payout_methods (creator_id) where replaced_at is null;

-- A month ends at an entry, not at an instant: the next month begins with the entry after it, so that none is in two
-- months or in none.
alter table statements add column last_seq bigint not null default 0;

-- That the password was given a moment ago, in this session. Only the SHA-256 of the proof is kept.
create table step_ups (
  proof_hash bytea primary key,
  user_id uuid not null constraint step_ups_user_fk references users (id),
  session_id uuid not null constraint step_ups_session_fk references sessions (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
select protect('step_ups', 'false');
