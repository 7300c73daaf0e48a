// The ledger says what is owed to a creator at a merchant, in minor units of one currency.
//  - pending: in the return window; current: can be cashed out; processing: asked for; paid: sent.
//  - Against them stands the merchant. Every transaction sums to zero; nothing is ever changed or removed, a
//    correction is a new transaction.
//  - pending, processing and paid never fall below zero. current may, by a refund after payout; that is carried
//    forward, and no payout can be asked for until it is made up.
// Lock order everywhere: the commission's row, then ledger accounts (post_transaction orders those itself).
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { Balance, readEarnings } from '@vitrine/contract/commissions.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  type DueAccount,
  findDueAccounts,
  lockDueCommissions,
  markAvailable,
  type Posting,
  postTransaction,
} from './ledger.queries.ts';
import { balancesOf } from './ledger.views.ts';

/** So many commissions move in one transaction. */
const batch = 100;

/** The only way money moves. The scope must name the posting's merchant. Answers the id of the transaction of this key. */
export async function post(tx: Tx, posting: Posting, id: string = newId(posting.occurredAt)): Promise<string> {
  return postTransaction(tx, posting, id);
}

/**
 * Moves every commission whose return window is over, and that is not held, from pending to current. Any number of
 * nodes may run it at once: each commission moves once. Which merchants have some is read with the system role,
 * because that is a question across all of them. Answers how many moved.
 */
export async function matureCommissions(ctx: Context): Promise<number> {
  const accounts = await ctx.database.as({ role: 'system' }, (tx) => findDueAccounts(tx, ctx.clock.now()));
  let moved = 0;
  for (const account of accounts) {
    let last = batch;
    while (last === batch) {
      last = await matureBatch(ctx, account);
      moved += last;
    }
  }
  return moved;
}

async function matureBatch(ctx: Context, account: DueAccount): Promise<number> {
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', merchantId: account.merchant_id }, async (tx) => {
    const due = await lockDueCommissions(tx, account, now, batch);
    if (due.length === 0) return 0;
    for (const commission of due) {
      const net = commission.amount - commission.reversed;
      await post(tx, {
        merchantId: account.merchant_id,
        merchantAccountId: account.merchant_account_id,
        key: `maturity:${commission.id}`,
        kind: 'maturity',
        reference: commission.id,
        currency: commission.currency,
        occurredAt: now,
        entries: [
          { account: 'pending', amount: -net },
          { account: 'current', amount: net },
        ],
      });
    }
    await markAvailable(
      tx,
      account.merchant_id,
      due.map((commission) => commission.id),
      now,
    );
    for (const orderId of new Set(due.map((commission) => commission.order_id))) {
      await record(
        ctx,
        tx,
        { userId: account.creator_id },
        { kind: 'commission-update', merchant_account_id: account.merchant_account_id, order_id: orderId },
      );
    }
    return due.length;
  });
}

/** What a creator has at each storefront, and what stands between it and a payout. */
export async function readEarningsOf(ctx: Context, actor: Actor): Promise<DataOf<typeof readEarnings>> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const balances = await ctx.database.as({ role: 'app', creatorId: actor.userId }, (tx) =>
    balancesIn(tx, actor.userId),
  );
  return { balances, as_of: ctx.clock.now().toISOString() };
}

/** The same within a transaction in the creator's scope. */
export async function balancesIn(tx: Tx, creatorId: string): Promise<Balance[]> {
  return balancesOf(tx, creatorId);
}
