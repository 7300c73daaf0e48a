import pg from 'pg';

// A check reports the first difference, in words that identify the row. Nothing is repaired.

type Check = { about: string; sql: string };

const entriesOfAccounts = `ledger_entries e
  join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
  join ledger_accounts a on a.merchant_id = e.merchant_id and a.id = e.account_id`;

/** Each returns at most one row `found`: the actual value and the expected one. */
const checks: readonly Check[] = [
  {
    about: 'transactions sum to zero in each currency',
    sql: `select format('transaction %s sums to %s %s', transaction_id, sum(amount), currency) as found
      from ledger_entries group by merchant_id, transaction_id, currency having sum(amount) <> 0 order by transaction_id limit 1`,
  },
  {
    about: 'entries of a transaction are numbered 1, 2, …',
    sql: `select format('transaction %s has %s entries, numbered up to %s', t.id, count(e.*), max(e.position)) as found
      from ledger_transactions t left join ledger_entries e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
      group by t.merchant_id, t.id having count(e.*) = 0 or min(e.position) <> 1 or max(e.position) <> count(e.*) order by t.id limit 1`,
  },
  {
    about: 'entries belong to a transaction and an account of the same creator and currency',
    sql: `select format('entry %s of transaction %s does not match its account', e.position, e.transaction_id) as found
      from ledger_entries e
      left join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
      left join ledger_accounts a on a.merchant_id = e.merchant_id and a.id = e.account_id
      where t.id is null or a.id is null or e.creator_id <> a.creator_id or e.currency <> a.currency
        or t.merchant_account_id <> a.merchant_account_id or t.creator_id <> a.creator_id
      order by e.transaction_id, e.position limit 1`,
  },
  {
    about: 'every account belongs to a merchant account',
    sql: `select format('account %s belongs to no merchant account', a.id) as found
      from ledger_accounts a left join merchant_accounts m on m.merchant_id = a.merchant_id and m.id = a.merchant_account_id and m.creator_id = a.creator_id
      where m.id is null order by a.id limit 1`,
  },
  {
    about: 'balances are the sums of their entries, which are numbered without gaps',
    sql: `select format('account %s (%s) has balance %s after %s entries; its entries sum to %s, there are %s, and the last has number %s',
        a.id, a.kind, a.balance, a.last_seq, coalesce(e.total, 0), coalesce(e.lines, 0), coalesce(e.last, 0)) as found
      from ledger_accounts a left join (
        select account_id, sum(amount) as total, count(*) as lines, min(account_seq) as first, max(account_seq) as last from ledger_entries group by account_id
      ) e on e.account_id = a.id
      where a.balance <> coalesce(e.total, 0) or a.last_seq <> coalesce(e.lines, 0) or coalesce(e.last, 0) <> coalesce(e.lines, 0) or coalesce(e.first, 1) <> 1
      order by a.id limit 1`,
  },
  {
    about: 'each entry continues the hash chain of its account',
    sql: `select format('entry %s of account %s does not continue the hash chain', account_seq, account_id) as found from (
        select e.account_id, e.account_seq, e.hash,
          sha256(coalesce(lag(e.hash) over (partition by e.account_id order by e.account_seq), ledger_genesis(a.merchant_account_id, a.currency, a.kind))
            || convert_to(ledger_line(e.account_seq, t.id, t.kind, t.key, t.reference, t.occurred_at, t.recorded_at, e.amount, e.currency), 'UTF8')) as expected
        from ${entriesOfAccounts}
      ) chained where hash <> expected order by account_id, account_seq limit 1`,
  },
  {
    about: 'accounts store the last hash of their chain',
    sql: `select format('account %s does not store the last hash of its chain', a.id) as found
      from ledger_accounts a left join ledger_entries e on e.account_id = a.id and e.account_seq = a.last_seq
      where a.last_hash <> coalesce(e.hash, ledger_genesis(a.merchant_account_id, a.currency, a.kind)) order by a.id limit 1`,
  },
  {
    about: 'only available balances (current) are ever below zero',
    sql: `select format('account %s (%s) was at %s after entry %s', account_id, kind, balance, account_seq) as found from (
        select e.account_id, a.kind, e.account_seq, sum(e.amount) over (partition by e.account_id order by e.account_seq) as balance
        from ${entriesOfAccounts} where a.kind in ('pending', 'processing', 'paid')
      ) run where balance < 0 order by account_id, account_seq limit 1`,
  },
  {
    about: 'reversals add up to the reversed amount of their commission',
    sql: `select format('commission %s has %s reversed; its reversals sum to %s', c.id, c.reversed, coalesce(sum(r.amount), 0)) as found
      from commissions c left join commission_reversals r on r.merchant_id = c.merchant_id and r.commission_id = c.id
      group by c.merchant_id, c.id having c.reversed <> coalesce(sum(r.amount), 0) order by c.id limit 1`,
  },
  {
    about: 'accounts add up to commissions and adjustments',
    sql: `select format('merchant account %s has %s %s; commissions minus reversals, plus adjustments, sum to %s', merchant_account_id, coalesce(held, 0), currency, coalesce(earned, 0) + coalesce(adjusted, 0)) as found
      from (select merchant_account_id, currency, sum(balance) as held from ledger_accounts where kind <> 'merchant' group by 1, 2) l
      full join (select merchant_account_id, currency, sum(amount - reversed) as earned from commissions group by 1, 2) c using (merchant_account_id, currency)
      full join (
        select a.merchant_account_id, a.currency, sum(e.amount) as adjusted from ${entriesOfAccounts}
        where t.kind in ('adjustment', 'bonus', 'correction') and a.kind <> 'merchant' group by 1, 2
      ) j using (merchant_account_id, currency)
      where coalesce(held, 0) <> coalesce(earned, 0) + coalesce(adjusted, 0) order by merchant_account_id limit 1`,
  },
  {
    about: 'bonuses and corrections have moved exactly their amount',
    sql: `select format('%s %s has amount %s; its entries have %s available', coalesce(j.kind, m.kind), coalesce(j.id::text, m.reference), coalesce(j.amount, 0), coalesce(m.moved, 0)) as found
      from adjustments j full join (
        select t.merchant_id, t.kind, t.reference, a.currency, sum(e.amount) as moved
        from ${entriesOfAccounts} where t.kind in ('bonus', 'correction') and a.kind = 'current' group by 1, 2, 3, 4
      ) m on m.merchant_id = j.merchant_id and m.kind = j.kind and m.reference = j.id::text and m.currency = j.currency
      where coalesce(j.amount, 0) <> coalesce(m.moved, 0)
      order by coalesce(j.id::text, m.reference) limit 1`,
  },
  {
    about: 'bonuses and corrections are only in a payout of their account that did not fail',
    sql: `select format('adjustment %s belongs to payout %s, which is %s', j.id, p.id, p.state) as found
      from adjustments j join payouts p on p.merchant_id = j.merchant_id and p.id = j.payout_id
      where p.state in ('failed', 'cancelled') or p.currency <> j.currency or p.merchant_account_id <> j.merchant_account_id
      order by j.id limit 1`,
  },
  {
    about: 'pending balances are the sums of commissions in their return window',
    sql: `select format('merchant account %s has %s %s pending; its pending commissions sum to %s', merchant_account_id, coalesce(held, 0), currency, coalesce(worth, 0)) as found
      from (select merchant_account_id, currency, balance as held from ledger_accounts where kind = 'pending') l
      full join (select merchant_account_id, currency, sum(amount - reversed) as worth from commissions where state = 'pending' group by 1, 2) c using (merchant_account_id, currency)
      where coalesce(held, 0) <> coalesce(worth, 0) order by merchant_account_id limit 1`,
  },
  {
    about: 'payouts have moved exactly their amount',
    sql: `select format('payout %s (%s) has amount %s; its entries have %s processing and %s paid', p.id, p.state, p.amount, coalesce(m.processing, 0), coalesce(m.paid, 0)) as found
      from payouts p left join (
        select t.merchant_id, t.reference, sum(e.amount) filter (where a.kind = 'processing') as processing, sum(e.amount) filter (where a.kind = 'paid') as paid
        from ${entriesOfAccounts} where t.kind in ('payout_request', 'payout_cancel', 'payout_paid') group by 1, 2
      ) m on m.merchant_id = p.merchant_id and m.reference = p.id::text
      where coalesce(m.processing, 0) <> case when p.state in ('requested', 'approved', 'sent', 'unknown') then p.amount else 0 end
        or coalesce(m.paid, 0) <> case when p.state = 'paid' then p.amount else 0 end
      order by p.id limit 1`,
  },
  {
    about: 'payouts contain their number of commissions',
    sql: `select format('payout %s should contain %s commissions and contains %s', p.id, p.lines, count(c.id)) as found
      from payouts p left join commissions c on c.merchant_id = p.merchant_id and c.payout_id = p.id
      where p.state not in ('failed', 'cancelled')
      group by p.merchant_id, p.id having count(c.id) <> p.lines order by p.id limit 1`,
  },
  {
    about: 'commissions are in the state of their payout',
    sql: `select format('commission %s is %s; its payout is %s', c.id, c.state, coalesce(p.state, 'none')) as found
      from commissions c left join payouts p on p.merchant_id = c.merchant_id and p.id = c.payout_id
      where (c.state in ('processing', 'paid') or c.payout_id is not null) and c.state <> case
        when p.state = 'paid' then 'paid' when p.state in ('requested', 'approved', 'sent', 'unknown') then 'processing' else 'of no payout' end
      order by c.id limit 1`,
  },
];

export type LedgerVerdict =
  | { agrees: true; accounts: number; transactions: number; entries: number }
  | { agrees: false; about: string; found: string };

/**
 * Recomputes the ledger of all merchants from its entries alone, with the system role, in one snapshot, on a connection
 * without the time limits of requests.
 */
export async function verifyLedger(url: string): Promise<LedgerVerdict> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine verify' });
  // A lost connection fails the current statement. Without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      "begin isolation level repeatable read read only; set local role vitrine_system; set local work_mem = '64MB'",
    );
    for (const { about, sql } of checks) {
      const { rows } = await client.query<{ found: string }>(sql);
      if (rows[0]) return { agrees: false, about, found: rows[0].found };
    }
    const {
      rows: [counts],
    } = await client.query<Record<'accounts' | 'transactions' | 'entries', string>>(
      'select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_transactions) as transactions, (select count(*) from ledger_entries) as entries',
    );
    if (!counts) throw new Error('could not count the ledger');
    return {
      agrees: true,
      accounts: Number(counts.accounts),
      transactions: Number(counts.transactions),
      entries: Number(counts.entries),
    };
  } finally {
    await client.end();
  }
}
