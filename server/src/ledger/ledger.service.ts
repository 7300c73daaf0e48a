// The ledger says what a merchant owes a creator, in minor units of one currency.
//  - pending: in the return window; current: can be cashed out; processing: requested; paid: sent.
//  - The merchant's account is the other side of each. Every transaction sums to zero; nothing is ever changed or
//    deleted, a correction is a new transaction.
//  - pending, processing and paid are never negative. current can be, after a refund of paid money; that is carried
//    forward, and no payout can be requested until it is made up.
// Lock order everywhere: the commission's row, then ledger accounts (post_transaction orders those itself).
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { Balance, readEarnings } from '@vitrine/contract/commissions.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { UnsentStatement } from '../platform/database/together.ts';
import { newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Posting, postingStatement, postTransactions } from './ledger.queries.ts';

export type { Posting };
import { balancesOf } from './ledger.views.ts';

/**
 * The only way money moves. The scope must include the posting's merchant. Returns the id of the transaction with this
 * key.
 */
export async function post(tx: Tx, posting: Posting, id: string = newId(posting.occurredAt)): Promise<string> {
  const [posted] = await postTransactions(tx, [{ posting, id }]);
  if (posted === undefined) throw new Error('post_transaction returned nothing');
  return posted;
}

/** The same for many postings in one round trip. */
export async function postAll(tx: Tx, postings: readonly Posting[]): Promise<void> {
  await postTransactions(
    tx,
    postings.map((posting) => ({ posting, id: newId(posting.occurredAt) })),
  );
}

/** The same as a statement for the end of a transaction, so that the accounts are locked as shortly as possible. */
export function postingOf(postings: readonly Posting[]): UnsentStatement {
  return postingStatement(postings.map((posting) => ({ posting, id: newId(posting.occurredAt) })));
}

/** A creator's balances at each storefront, and what blocks a payout. */
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
