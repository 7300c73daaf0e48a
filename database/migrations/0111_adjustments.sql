-- Bonuses and corrections: money that a brand adds to or takes from the available balance of a creator, with a reason.
-- A row is never changed, except that a payout takes it. A mistake is undone by an opposite correction.
create table adjustments (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  kind text not null constraint adjustments_kind_check check (kind in ('bonus', 'correction')),
  amount bigint not null constraint adjustments_amount_check check (amount <> 0 and (kind = 'correction' or amount > 0)),
  currency text not null,
  -- The creator reads it.
  reason text not null,
  given_by uuid constraint adjustments_given_by_fk references users (id),
  given_at timestamptz not null,
  -- The payout that has it; null: none yet.
  payout_id uuid,
  primary key (merchant_id, id),
  constraint adjustments_account_fk foreign key (merchant_id, merchant_account_id, creator_id)
    references merchant_accounts (merchant_id, id, creator_id),
  constraint adjustments_payout_fk foreign key (merchant_id, payout_id) references payouts (merchant_id, id)
);
-- a brand's list, newest first
create index adjustments_given_idx on adjustments (merchant_id, given_at desc, id desc);
-- a creator's list, newest first
create index adjustments_creator_idx on adjustments (creator_id, given_at desc, id desc);
-- what the next payout of an account takes
create index adjustments_open_idx on adjustments (merchant_account_id, currency) where payout_id is null;
create index adjustments_payout_idx on adjustments (merchant_id, payout_id);
create index adjustments_given_by_idx on adjustments (given_by);
select protect('adjustments', 'own_or_brand(merchant_id, creator_id)');
grant select, insert, update (payout_id) on adjustments to vitrine_app;

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('commission', 'reversal', 'maturity', 'payout_request', 'payout_cancel', 'payout_paid', 'adjustment', 'bonus', 'correction'))
  not valid;
alter table ledger_transactions validate constraint ledger_transactions_kind_check;
