// At the start of a month, statements are closed and monthly payouts are requested. Due chains and creators are read with
// the system role, because the query covers all merchants.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import { anonymous } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Month, monthOf, nextMonth, startOf } from './months.ts';
import { statementMail } from './payouts.mails.ts';
import { addresseesOf } from './payouts.news.ts';
import { requestPayoutFor } from './payouts.service.ts';
import { besideOf } from './statements.views.ts';

/** Transactions that started before midnight have ended by then. */
const graceMs = 10 * 60_000;
/** Payouts can still be requested on later days, in case of an outage on the first. */
const daysToAsk = 3;

type DueChain = {
  account_id: string;
  merchant_id: string;
  merchant_account_id: string;
  creator_id: string;
  currency: string;
  brand: string;
  first_at: Date;
  month: string | null;
  closing: bigint | null;
  last_seq: bigint | null;
  head_hash: Buffer;
};

async function findDue(tx: Tx, until: Month): Promise<DueChain[]> {
  const { rows } = await sql<DueChain>`
    select a.id as account_id, a.merchant_id, a.merchant_account_id, a.creator_id, a.currency, m.display_name as brand, t.occurred_at as first_at,
      to_char(s.month, 'YYYY-MM') as month, s.closing, s.last_seq,
      coalesce(s.head_hash, ledger_genesis(a.merchant_account_id, a.currency, a.kind)) as head_hash
    from ledger_accounts a join merchants m on m.id = a.merchant_id
    join ledger_entries e on e.account_id = a.id and e.account_seq = 1
    join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
    left join lateral (
      select month, closing, last_seq, head_hash from statements s
      where s.merchant_id = a.merchant_id and s.merchant_account_id = a.merchant_account_id and s.currency = a.currency
      order by s.month desc limit 1
    ) s on true
    where a.kind = 'current' and t.occurred_at < ${startOf(until)}
      and (s.month is null or s.month + interval '1 month' < ${startOf(until).toISOString().slice(0, 10)}::date)`.execute(
    tx,
  );
  return rows;
}

type End = { closing: bigint; last_seq: bigint; head_hash: Buffer };

async function endOf(tx: Tx, chain: DueChain, before: End, month: Month): Promise<End> {
  const { rows } = await sql<{ sum: bigint; last_seq: bigint; hash: Buffer | null }>`
    with upto as (
      select coalesce(max(e.account_seq), ${before.last_seq})::bigint as seq from ledger_entries e
      join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
      where e.account_id = ${chain.account_id} and e.account_seq > ${before.last_seq} and t.occurred_at < ${startOf(nextMonth(month))}
    )
    select upto.seq as last_seq,
      coalesce((select sum(amount) from ledger_entries where account_id = ${chain.account_id} and account_seq > ${before.last_seq} and account_seq <= upto.seq), 0)::bigint as sum,
      (select hash from ledger_entries where account_id = ${chain.account_id} and account_seq = upto.seq) as hash
    from upto`.execute(tx);
  const [row] = rows;
  if (!row) return before;
  return {
    closing: before.closing + row.sum,
    last_seq: row.last_seq,
    head_hash: row.hash ?? before.head_hash,
  };
}

/** Emails the creator once about the month that just ended, unless it had no entries. */
async function closeChain(ctx: Context, chain: DueChain, until: Month): Promise<number> {
  const creator = await mailboxOf(ctx, chain.creator_id);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    let before: End = {
      closing: chain.closing ?? 0n,
      last_seq: chain.last_seq ?? 0n,
      head_hash: chain.head_hash,
    };
    const of = {
      merchantId: chain.merchant_id,
      merchantAccountId: chain.merchant_account_id,
      currency: chain.currency,
    };
    let closed = 0;
    for (
      let month = chain.month ? nextMonth(chain.month) : monthOf(chain.first_at);
      month < until;
      month = nextMonth(month)
    ) {
      const end = await endOf(tx, chain, before, month);
      const isNew = await tx
        .insertInto('statements')
        .values({
          merchant_id: chain.merchant_id,
          merchant_account_id: chain.merchant_account_id,
          creator_id: chain.creator_id,
          month: `${month}-01`,
          currency: chain.currency,
          opening: before.closing,
          ...end,
          ...(await besideOf(tx, of, month)),
          created_at: ctx.clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('month')
        .executeTakeFirst();
      if (creator && isNew && nextMonth(month) === until && end.last_seq > before.last_seq) {
        const { currency, brand } = chain;
        const ended = { month, currency, opening: before.closing, closing: end.closing, brand };
        await queueMail(ctx, tx, statementMail(ctx, creator, ended));
      }
      before = end;
      closed += 1;
    }
    return closed;
  });
}

/** Closes every past month of every chain; safe to run on several nodes at once. Returns the number of months. */
export async function closeStatements(ctx: Context): Promise<number> {
  const until = monthOf(new Date(ctx.clock.now().getTime() - graceMs));
  const due = await ctx.database.as({ role: 'system' }, (tx) => findDue(tx, until));
  let closed = 0;
  for (const chain of due) closed += await closeChain(ctx, chain, until);
  return closed;
}

type DueCreator = {
  merchant_id: string;
  merchant_account_id: string;
  creator_id: string;
  currency: string;
  brand: string;
  slug: string;
};

async function findDueCreators(tx: Tx, now: Date, month: string): Promise<DueCreator[]> {
  const { rows } = await sql<DueCreator>`
    select l.merchant_id, l.merchant_account_id, l.creator_id, l.currency, m.display_name as brand, m.slug
    from merchants m
    join ledger_accounts l on l.merchant_id = m.id and l.kind = 'current' and l.currency = m.currency
      and l.balance >= greatest(m.payout_minimum, 1)
    join payout_methods p on p.creator_id = l.creator_id and p.replaced_at is null and p.usable_from <= ${now}
    where m.payout_schedule = 'monthly'
      and not exists (select from payouts d where d.merchant_id = l.merchant_id and d.merchant_account_id = l.merchant_account_id
        and d.currency = l.currency and d.for_month = ${month}::date)
    order by l.merchant_id, l.merchant_account_id`.execute(tx);
  return rows;
}

/** In the first days of a month, requests the available balance from brands that pay monthly, once per month. */
export async function requestMonthlyPayouts(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  if (now.getUTCDate() > daysToAsk) return 0;
  const forMonth = `${monthOf(now)}-01`;
  const due = await ctx.database.as({ role: 'system' }, (tx) => findDueCreators(tx, now, forMonth));
  let requested = 0;
  for (const creator of due) {
    const of = {
      merchantId: creator.merchant_id,
      merchantAccountId: creator.merchant_account_id,
      creatorId: creator.creator_id,
    };
    const to = await addresseesOf(ctx, { ...of, brand: creator.brand, slug: creator.slug });
    try {
      const id = await ctx.database.as({ role: 'app', merchantId: of.merchantId, creatorId: of.creatorId }, (tx) =>
        requestPayoutFor(ctx, tx, of, { currency: creator.currency, forMonth }, { actor: anonymous, to }),
      );
      if (id !== undefined) requested += 1;
    } catch (error) {
      // The balance may have been requested or reversed in the meantime.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return requested;
}

/** The monthly job; safe to run at any time. */
export async function turnOfMonth(ctx: Context): Promise<void> {
  await closeStatements(ctx);
  await requestMonthlyPayouts(ctx);
}
