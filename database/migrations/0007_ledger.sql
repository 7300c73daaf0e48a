-- Double entry in minor units of one currency. For each creator at a merchant there are five accounts: pending (in
-- the return window), current (can be cashed out), processing (asked for), paid; and merchant, which stands against
-- them. A positive balance is owed to the creator, or was. No account is shared by two creators, so that no posting
-- waits for another creator's; what a merchant owes in all is a sum and never a stored row.
create table ledger_accounts (
  merchant_id uuid not null constraint ledger_accounts_merchant_fk references merchants (id),
  id uuid not null default gen_random_uuid(),
  merchant_account_id uuid not null,
  creator_id uuid not null,
  currency text not null,
  kind text not null constraint ledger_accounts_kind_check check (kind in ('merchant', 'pending', 'current', 'processing', 'paid')),
  balance bigint not null default 0,
  last_seq bigint not null default 0,
  last_hash bytea not null,
  primary key (merchant_id, id),
  constraint ledger_accounts_once unique (merchant_id, merchant_account_id, currency, kind),
  -- current may fall below zero, by a refund after payout; that is carried forward
  constraint ledger_accounts_owed_check check (balance >= 0 or kind in ('merchant', 'current')),
  constraint ledger_accounts_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
) with (fillfactor = 50);
create index ledger_accounts_creator_idx on ledger_accounts (creator_id);

create table ledger_transactions (
  merchant_id uuid not null,
  id uuid not null,
  merchant_account_id uuid not null,
  creator_id uuid not null,
  key text not null,
  kind text not null constraint ledger_transactions_kind_check check (kind in
    ('commission', 'reversal', 'maturity', 'payout_request', 'payout_cancel', 'payout_paid', 'adjustment')),
  reference text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (merchant_id, id),
  constraint ledger_transactions_key_once unique (merchant_id, key),
  constraint ledger_transactions_account_fk foreign key (merchant_id, merchant_account_id, creator_id) references merchant_accounts (merchant_id, id, creator_id)
);

-- Entries of an account are numbered and chained: hash = sha256(previous hash ‖ the line as text), and the first
-- previous hash is taken over what the account is.
create table ledger_entries (
  merchant_id uuid not null,
  transaction_id uuid not null,
  position integer not null,
  account_id uuid not null,
  creator_id uuid not null,
  amount bigint not null constraint ledger_entries_amount_check check (amount <> 0),
  currency text not null,
  account_seq bigint not null,
  hash bytea not null,
  primary key (merchant_id, transaction_id, position),
  constraint ledger_entries_transaction_fk foreign key (merchant_id, transaction_id) references ledger_transactions (merchant_id, id),
  constraint ledger_entries_account_fk foreign key (merchant_id, account_id) references ledger_accounts (merchant_id, id)
);
create unique index ledger_entries_account_seq_key on ledger_entries (account_id, account_seq);

-- what becomes current next, of one account
create index commissions_next_idx on commissions (merchant_account_id, matures_at) where state = 'pending' and held_reason is null;

create function ledger_genesis(merchant_account_id uuid, currency text, kind text) returns bytea language sql stable parallel safe
  as $$ select sha256(convert_to(concat_ws('|', merchant_account_id, currency, kind), 'UTF8')) $$;

-- The line an entry's hash is taken over; the same text is written to statements, so that anyone can check one. The
-- two free texts stand last and as JSON strings, so that no two entries share a line.
create function ledger_line(seq bigint, transaction_id uuid, kind text, key text, reference text, occurred_at timestamptz,
  recorded_at timestamptz, amount bigint, currency text)
  returns text language sql stable parallel safe
  as $$ select concat_ws('|', seq, transaction_id, kind, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), amount, currency, to_json(key), to_json(reference)) $$;

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
  deferrable initially deferred for each row execute function ledger_balanced();

-- The only way money moves. entries: [{"account": kind, "amount": minor units as text}], all of one creator's
-- accounts, in one currency. The same key again posts nothing and answers the first transaction; a key that stands
-- for something else is refused. Accounts are locked in the order of their kinds. pending, processing and paid never
-- fall below zero; current may, but not to pay out.
create function post_transaction(
  p_merchant uuid, p_merchant_account uuid, p_id uuid, p_key text, p_kind text, p_reference text,
  p_currency text, p_occurred_at timestamptz, p_entries jsonb
) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_creator uuid;
  v_first ledger_transactions;
  v_account record;
  v_entry record;
  v_sum bigint;
  v_recorded_at timestamptz := clock_timestamp();
begin
  if p_merchant is distinct from scope_merchant() then
    raise exception 'posting outside the scope of the merchant' using errcode = 'VT003';
  end if;
  select creator_id into strict v_creator from merchant_accounts where merchant_id = p_merchant and id = p_merchant_account;
  if v_creator <> scope_creator() then
    raise exception 'posting outside the scope of the creator' using errcode = 'VT003';
  end if;

  insert into ledger_transactions (merchant_id, id, merchant_account_id, creator_id, key, kind, reference, occurred_at, recorded_at)
    values (p_merchant, p_id, p_merchant_account, v_creator, p_key, p_kind, p_reference, p_occurred_at, v_recorded_at)
    on conflict (merchant_id, key) do nothing;
  if not found then
    select * into strict v_first from ledger_transactions where merchant_id = p_merchant and key = p_key;
    if (v_first.merchant_account_id, v_first.kind, v_first.reference) is distinct from (p_merchant_account, p_kind, p_reference) then
      raise exception 'ledger key % stands for another posting', p_key using errcode = 'VT005';
    end if;
    return v_first.id;
  end if;

  if not exists (select from ledger_accounts a where a.merchant_id = p_merchant and a.merchant_account_id = p_merchant_account
    and a.currency = p_currency and a.kind = 'paid') then
    insert into ledger_accounts (merchant_id, merchant_account_id, creator_id, currency, kind, last_hash)
      select p_merchant, p_merchant_account, v_creator, p_currency, k, ledger_genesis(p_merchant_account, p_currency, k)
      from unnest(array['current', 'merchant', 'paid', 'pending', 'processing']) k
      on conflict on constraint ledger_accounts_once do nothing;
  end if;

  for v_entry in
    select e.position::integer as position, e.value ->> 'account' as account, (e.value ->> 'amount')::bigint as amount
    from jsonb_array_elements(p_entries) with ordinality as e(value, position)
    order by e.value ->> 'account' collate "C", e.position
  loop
    v_sum := coalesce(v_sum, 0) + v_entry.amount;
    update ledger_accounts a set balance = a.balance + v_entry.amount, last_seq = a.last_seq + 1,
        last_hash = sha256(a.last_hash || convert_to(ledger_line(a.last_seq + 1, p_id, p_kind, p_key, p_reference,
          p_occurred_at, v_recorded_at, v_entry.amount, p_currency), 'UTF8'))
      where a.merchant_id = p_merchant and a.merchant_account_id = p_merchant_account and a.currency = p_currency and a.kind = v_entry.account
      returning a.id, a.balance, a.last_seq, a.last_hash into strict v_account;
    if p_kind = 'payout_request' and v_entry.account = 'current' and v_account.balance < 0 then
      raise exception 'ledger account current would fall below zero' using errcode = 'VT004';
    end if;
    insert into ledger_entries (merchant_id, transaction_id, position, account_id, creator_id, amount, currency, account_seq, hash)
      values (p_merchant, p_id, v_entry.position, v_account.id, v_creator, v_entry.amount, p_currency, v_account.last_seq, v_account.last_hash);
  end loop;
  if v_sum is distinct from 0 then
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
select protect('ledger_transactions', 'own_or_brand(merchant_id, creator_id)');
select protect('ledger_entries', 'own_or_brand(merchant_id, creator_id)');
select protect('payouts', 'own_or_brand(merchant_id, creator_id)');
select protect('payout_methods', 'creator_id = scope_creator()');
select protect('statements', 'own_or_brand(merchant_id, creator_id)');
-- Of an order a creator may read the lines that earned them something.
create policy creator_read on order_lines for select to vitrine_app using ((select scope_creator()) is not null and exists (
  select from commissions c where c.merchant_id = order_lines.merchant_id and c.order_id = order_lines.order_id and c.line_id = order_lines.line_id and c.creator_id = (select scope_creator())));
revoke insert, update, delete on ledger_accounts, ledger_transactions, ledger_entries from vitrine_system;
grant select on ledger_accounts, ledger_transactions, ledger_entries, statements to vitrine_app;
grant select, insert, update on payouts, payout_methods to vitrine_app;
-- post_transaction runs as the owner of these tables, who is under the policies as well.
create policy owner on ledger_accounts to current_user using (merchant_id = scope_merchant()) with check (merchant_id = scope_merchant());
create policy owner on ledger_transactions to current_user using (merchant_id = scope_merchant()) with check (merchant_id = scope_merchant());
-- The check at commit must see whatever was written, also under another scope before.
create policy owner on ledger_entries to current_user using (true) with check (merchant_id = scope_merchant());
create policy owner on merchant_accounts for select to current_user using (merchant_id = scope_merchant());
create policy owner on links to current_user using (true) with check (true);
select append_only('ledger_transactions');
select append_only('ledger_entries');
select append_only('statements');
-- also for sessions that replay another database's changes
alter table ledger_transactions enable always trigger append_only;
alter table ledger_transactions enable always trigger append_only_truncate;
alter table ledger_entries enable always trigger append_only;
alter table ledger_entries enable always trigger append_only_truncate;
alter table ledger_entries enable always trigger ledger_entries_balanced;
