// A creator works with a brand through a merchant account: their storefront there, their terms, their ledger.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordAll } from '../platform/events/record.ts';
import { newId } from '../platform/ids.ts';
import { beginPeriod, endPeriod, type LockedAccount, lockAccount } from './account.periods.ts';

/**
 * Whether an operator suspends the creator. Whoever suspends locks the user, and a new account refers to that row, so one
 * of the two sees the other.
 */
async function isSuspended(tx: Tx, creatorId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select is_suspended(${creatorId}::uuid) as found`.execute(tx);
  return rows[0]?.found === true;
}

/**
 * Opens a creator's account at a brand in the caller's transaction and returns its id. The database refuses a second
 * one.
 */
export async function addMerchantAccount(ctx: Context, tx: Tx, merchantId: string, creatorId: string): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  await tx
    .insertInto('merchant_accounts')
    .values({ merchant_id: merchantId, id, creator_id: creatorId, joined_at: now })
    .execute();
  if (await isSuspended(tx, creatorId)) await suspendAccountsOf(ctx, tx, creatorId, null);
  return id;
}

export async function openMerchantAccount(ctx: Context, merchantId: string, creatorId: string): Promise<string> {
  return ctx.database.as({ role: 'system' }, (tx) => addMerchantAccount(ctx, tx, merchantId, creatorId));
}

const closedReason = 'The creator closed their account.';

/** From now on, clicks earn this creator nothing at any brand; what they have earned stays theirs. */
export async function pauseAccountsOf(ctx: Context, tx: Tx, creatorId: string): Promise<void> {
  const accounts = await tx.selectFrom('merchant_accounts').selectAll().where('creator_id', '=', creatorId).execute();
  for (const { merchant_id: merchantId, id } of accounts) {
    const account = await lockAccount(tx, merchantId, id);
    if (account && !account.pause)
      await beginPeriod(ctx, tx, account, {
        kind: 'paused',
        reason: closedReason,
        startedAt: ctx.clock.now(),
        by: creatorId,
      });
  }
}

/** The accounts of a creator at all brands, locked in one order. */
async function lockAccountsOf(tx: Tx, creatorId: string): Promise<LockedAccount[]> {
  const accounts = await tx
    .selectFrom('merchant_accounts')
    .select(['merchant_id', 'id'])
    .where('creator_id', '=', creatorId)
    .orderBy('id')
    .execute();
  const locked: LockedAccount[] = [];
  for (const { merchant_id: merchantId, id } of accounts) {
    const account = await lockAccount(tx, merchantId, id);
    if (account) locked.push(account);
  }
  return locked;
}

/** From now on, an operator suspends a creator at every brand. Why is only in the suspension itself. */
export async function suspendAccountsOf(ctx: Context, tx: Tx, creatorId: string, by: string | null): Promise<void> {
  for (const account of await lockAccountsOf(tx, creatorId))
    if (!account.suspension)
      await beginPeriod(ctx, tx, account, { kind: 'suspended', reason: '', startedAt: ctx.clock.now(), by });
}

/** Ends that. What the brands themselves have paused or ended stays so. */
export async function resumeAccountsOf(ctx: Context, tx: Tx, creatorId: string, by: string | null): Promise<void> {
  for (const account of await lockAccountsOf(tx, creatorId))
    if (account.suspension) await endPeriod(ctx, tx, account, account.suspension, by);
}

/** Sets the status of accounts whose last day is over. Uses the system role, because it is about all brands. */
export async function endDueAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const ended = await tx
      .updateTable('merchant_accounts as a')
      .set({ status: 'ended' })
      .from('account_periods as p')
      .whereRef('p.merchant_account_id', '=', 'a.id')
      .where('p.kind', '=', 'ended')
      .where('p.ended_at', 'is', null)
      .where('p.started_at', '<=', now)
      .where('a.status', '<>', 'ended')
      .returning('a.creator_id')
      .execute();
    await recordAll(
      ctx,
      tx,
      ended.map(({ creator_id: userId }) => ({ audience: { userId }, event: { kind: 'user-update' as const } })),
    );
  });
}
