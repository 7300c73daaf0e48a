-- Double entry in minor units of one currency. For each creator at a merchant there are four accounts: pending (in
-- the return window), current (can be cashed out), processing (asked for), paid. Against them stands one account of
-- the merchant, whose balance is a sum and never a stored row, so that no posting waits for another creator's.
-- A positive balance is owed to the creator.
create table ledger_accounts (
  merchant_id uuid not null constraint ledger_accounts_merchant_fk references merchants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null constraint ledger_accounts_kind_check check (kind in ('merchant', 'pending', 'current', 'processing', 'paid')),
  merchant_account_id uuid,
  creator_id uuid,
  currency text not null,
  balance bigint not null default 0,
  last_seq bigint not null default 0,
  last_hash bytea not null default sha256(''),
  primary key (merchant_id, id),
  constraint ledger_accounts_once unique nulls not distinct (merchant_id, merchant_account_id, kind, currency),
  constraint ledger_accounts_owner check ((kind = 'merchant') = (merchant_account_id is null) and (kind = 'merchant') = (creator_id is null)),
  constraint ledger_accounts_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);
create index ledger_accounts_creator_idx on ledger_accounts (creator_id) where creator_id is not null;

create table ledger_transactions (
  merchant_id uuid not null,
  id uuid not null,
  key text not null,
  kind text not null constraint ledger_transactions_kind_check check (kind in
    ('commission', 'reversal', 'maturity', 'payout_request', 'payout_cancel', 'payout_paid', 'adjustment')),
  reference text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  constraint ledger_transactions_key_once unique (merchant_id, key)
);

-- Entries of a creator's account are numbered and chained: hash = sha256(previous hash ‖ the line as text).
create table ledger_entries (
  merchant_id uuid not null,
  transaction_id uuid not null,
  position integer not null,
  account_id uuid not null,
  creator_id uuid,
  amount bigint not null constraint ledger_entries_amount_check check (amount <> 0),
  currency text not null,
  account_seq bigint,
  hash bytea,
  primary key (merchant_id, transaction_id, position),
  constraint ledger_entries_transaction_fk foreign key (merchant_id, transaction_id) references ledger_transactions (merchant_id, id),
  constraint ledger_entries_account_fk foreign key (merchant_id, account_id) references ledger_accounts (merchant_id, id),
  constraint ledger_entries_chained check ((account_seq is null) = (hash is null))
);
create unique index ledger_entries_account_seq_key on ledger_entries (account_id, account_seq) where account_seq is not null;

-- The line an entry's hash is taken over; the same text is written to statements, so that anyone can check one.
create function ledger_line(seq bigint, transaction_id uuid, kind text, reference text, occurred_at timestamptz, amount bigint, currency text)
  returns text language sql stable parallel safe
  as $$ select concat_ws('|', seq, transaction_id, kind, reference, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), amount, currency) $$;

-- Checked at commit, whatever wrote the entries: each transaction sums to zero in each currency.
create function ledger_balanced() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from ledger_entries e where e.merchant_id = new.merchant_id and e.transaction_id = new.transaction_id
    group by e.currency having sum(e.amount) <> 0
  ) then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = 'VT002';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row when (new.position = 1) execute function ledger_balanced();

-- The only way money moves. entries: [{"account": kind, "amount": minor units as text}], all of one creator's
-- account and the merchant's, in one currency. The same key again posts nothing and answers the first transaction.
-- Accounts are locked in id order; a balance of pending or processing never falls below zero, one of current may
-- (a refund after payout, carried forward).
create function post_transaction(
  p_merchant uuid, p_merchant_account uuid, p_id uuid, p_key text, p_kind text, p_reference text,
  p_currency text, p_occurred_at timestamptz, p_entries jsonb
) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_creator uuid;
  v_first uuid;
  v_account ledger_accounts;
  v_entry record;
  v_sum bigint := 0;
  v_hash bytea;
begin
  if p_merchant is distinct from scope_merchant() then
    raise exception 'posting outside the scope of the merchant' using errcode = 'VT003';
  end if;
  insert into ledger_transactions (merchant_id, id, key, kind, reference, occurred_at)
    values (p_merchant, p_id, p_key, p_kind, p_reference, p_occurred_at)
    on conflict (merchant_id, key) do nothing;
  if not found then
    select id into v_first from ledger_transactions where merchant_id = p_merchant and key = p_key;
    return v_first;
  end if;
  select creator_id into strict v_creator from merchant_accounts where merchant_id = p_merchant and id = p_merchant_account;

  insert into ledger_accounts (merchant_id, kind, merchant_account_id, creator_id, currency)
    select p_merchant, e.account, case when e.account <> 'merchant' then p_merchant_account end,
           case when e.account <> 'merchant' then v_creator end, p_currency
    from jsonb_to_recordset(p_entries) as e(account text, amount bigint)
    where not exists (
      select from ledger_accounts a where a.merchant_id = p_merchant and a.kind = e.account and a.currency = p_currency
        and a.merchant_account_id is not distinct from case when e.account <> 'merchant' then p_merchant_account end)
    on conflict on constraint ledger_accounts_once do nothing;

  -- Locks first, in id order and on rows of this creator alone; only then are balances read.
  perform from ledger_accounts a
    where a.merchant_id = p_merchant and a.merchant_account_id = p_merchant_account and a.currency = p_currency
      and a.kind in (select e.account from jsonb_to_recordset(p_entries) as e(account text))
    order by a.id for no key update;

  for v_entry in
    select e.ordinality::integer as position, (e.value ->> 'account') as account, (e.value ->> 'amount')::bigint as amount
    from jsonb_array_elements(p_entries) with ordinality as e
  loop
    v_sum := v_sum + v_entry.amount;
    if v_entry.account = 'merchant' then
      insert into ledger_entries (merchant_id, transaction_id, position, account_id, creator_id, amount, currency)
        select p_merchant, p_id, v_entry.position, a.id, v_creator, v_entry.amount, p_currency
        from ledger_accounts a where a.merchant_id = p_merchant and a.kind = 'merchant' and a.currency = p_currency;
    else
      select * into strict v_account from ledger_accounts a
        where a.merchant_id = p_merchant and a.merchant_account_id = p_merchant_account
          and a.kind = v_entry.account and a.currency = p_currency;
      if v_account.kind in ('pending', 'processing') and v_account.balance + v_entry.amount < 0 then
        raise exception 'ledger account % would fall below zero', v_account.kind using errcode = 'VT004';
      end if;
      v_hash := sha256(v_account.last_hash || convert_to(ledger_line(v_account.last_seq + 1, p_id, p_kind, p_reference, p_occurred_at, v_entry.amount, p_currency), 'UTF8'));
      insert into ledger_entries (merchant_id, transaction_id, position, account_id, creator_id, amount, currency, account_seq, hash)
        values (p_merchant, p_id, v_entry.position, v_account.id, v_creator, v_entry.amount, p_currency, v_account.last_seq + 1, v_hash);
      update ledger_accounts set balance = balance + v_entry.amount, last_seq = last_seq + 1, last_hash = v_hash
        where merchant_id = p_merchant and id = v_account.id;
    end if;
  end loop;
  if v_sum <> 0 then
    raise exception 'ledger transaction % does not sum to zero', p_id using errcode = 'VT002';
  end if;
  return p_id;
end $$;
revoke all on function post_transaction(uuid, uuid, uuid, text, text, text, text, timestamptz, jsonb) from public;
grant execute on function post_transaction(uuid, uuid, uuid, text, text, text, text, timestamptz, jsonb) to vitrine_app, vitrine_system;

create table payouts (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  amount bigint not null constraint payouts_amount_check check (amount > 0),
  currency text not null,
  state text not null constraint payouts_state_check check (state in ('requested', 'approved', 'sent', 'paid', 'unknown', 'failed', 'cancelled')),
  method text not null default 'manual',
  requested_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  paid_at timestamptz,
  failure text,
  primary key (merchant_id, id),
  constraint payouts_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);
alter table commissions add constraint commissions_payout_fk foreign key (merchant_id, payout_id) references payouts (merchant_id, id);

-- Where a creator wants to be paid; details are sealed, the hint is what a screen may show.
create table payout_methods (
  creator_id uuid not null constraint payout_methods_creator_fk references users (id),
  id uuid not null,
  kind text not null constraint payout_methods_kind_check check (kind in ('bank')),
  hint text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  replaced_at timestamptz,
  primary key (creator_id, id)
);

create table statements (
  merchant_id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  month date not null,
  currency text not null,
  opening bigint not null,
  closing bigint not null,
  head_hash bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, merchant_account_id, currency, month),
  constraint statements_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);

select protect('ledger_accounts', 'own_or_brand(merchant_id, creator_id)');
select protect('ledger_transactions', 'in_merchant(merchant_id)');
select protect('ledger_entries', 'own_or_brand(merchant_id, creator_id)');
select protect('payouts', 'own_or_brand(merchant_id, creator_id)');
select protect('payout_methods', 'creator_id = scope_creator()');
select protect('statements', 'own_or_brand(merchant_id, creator_id)');
revoke insert, update, delete on ledger_accounts, ledger_transactions, ledger_entries from vitrine_system;
grant select on ledger_accounts, ledger_transactions, ledger_entries, statements to vitrine_app;
grant select, insert, update on payouts, payout_methods to vitrine_app;
-- post_transaction runs as the owner of these tables, who is under the policies as well.
create policy owner on ledger_accounts to current_user using (merchant_id = scope_merchant()) with check (merchant_id = scope_merchant());
create policy owner on ledger_transactions to current_user using (merchant_id = scope_merchant()) with check (merchant_id = scope_merchant());
create policy owner on ledger_entries to current_user using (merchant_id = scope_merchant()) with check (merchant_id = scope_merchant());
create policy owner on merchant_accounts for select to current_user using (merchant_id = scope_merchant());
create policy owner on links to current_user using (true) with check (true);
select append_only('ledger_transactions');
select append_only('ledger_entries');
select append_only('statements');
