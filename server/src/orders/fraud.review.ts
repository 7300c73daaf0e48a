// Fraud review in hindsight. Some patterns are visible only when complete: the first orders of a click, a code before
// it leaked, a ring of creators. Every account with new data is reviewed with the same rules, and orders in a pattern
// are held unless they are in a payout. The accounts are read with the system role, because the query covers all
// brands.
import { sql } from 'kysely';
import { holdInHindsight } from '../commissions/commissions.hindsight.ts';
import type { Context } from '../context.ts';
import { record } from '../platform/events/record.ts';
import { findCreatorPatterns } from './fraud.creators.review.ts';
import { dayMs, type Finding } from './fraud.facts.ts';
import { flagsOf, hasFlag, flagsStatement } from './fraud.flags.ts';
import { type SuspectAccount, brandNames, codeUsage, recentOrders } from './fraud.queries.ts';
import { findPatterns } from './fraud.rules.ts';
import { lockOrder } from './orders.queries.ts';

/** As far back as any pattern reaches. */
const lookBackMs = 60 * dayMs;
/** Accounts are reviewed again for a while, because data written during a review is only visible to the next one. */
const overlapMs = 10 * 60_000;
const mostAccounts = 1_000;

async function accountsWithNews(ctx: Context, now: Date): Promise<SuspectAccount[]> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const mark = await tx.selectFrom('fraud_reviews').select('reviewed_until').executeTakeFirst();
    const since = new Date(Math.max((mark?.reviewed_until.getTime() ?? 0) - overlapMs, now.getTime() - lookBackMs));
    const { rows } = await sql<{ merchant_id: string; id: string; creator_id: string }>`
      select a.merchant_id, a.id, a.creator_id from merchant_accounts a join (
        select merchant_id, merchant_account_id from decisions where decided_at > ${since} and merchant_account_id is not null
        union
        select c.merchant_id, c.merchant_account_id from refunds r
          join commissions c on c.merchant_id = r.merchant_id and c.order_id = r.order_id where r.received_at > ${since}
      ) news on news.merchant_id = a.merchant_id and news.merchant_account_id = a.id
      order by a.merchant_id, a.id limit ${mostAccounts}`.execute(tx);
    return rows.map((row) => ({ merchantId: row.merchant_id, merchantAccountId: row.id, creatorId: row.creator_id }));
  });
}

async function patternsOf(ctx: Context, of: SuspectAccount, now: Date): Promise<Finding[]> {
  return ctx.database.as({ role: 'app', merchantId: of.merchantId }, async (tx) => {
    const orders = await recentOrders(tx, of, new Date(now.getTime() - lookBackMs), now);
    const last = orders.at(-1)?.placedAt;
    if (!last) return [];
    const inUse = new Set(
      orders.filter(({ placedAt }) => placedAt.getTime() > last.getTime() - dayMs).map(({ code }) => code),
    );
    const codes = [];
    for (const code of inUse) if (code !== null) codes.push(...(await codeUsage(tx, of, code, last)));
    return findPatterns({ brandNames: await brandNames(tx, of.merchantId), orders, codes, bursts: [] });
  });
}

/** Flags an order, and holds what can be held. Returns whether the flag is new. */
async function flagOrder(ctx: Context, merchantId: string, orderId: string, finding: Finding): Promise<boolean> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await lockOrder(tx, merchantId, orderId);
    if (order?.state !== 'decided' || (await hasFlag(tx, order, finding.rule))) return false;
    const held = await holdInHindsight(ctx, tx, order, finding.rule);
    await flagsStatement(tx, order, [finding], { at: ctx.clock.now(), inHindsight: true, held: held > 0 }).execute();
    await record(ctx, tx, { merchantId }, { kind: 'order-decided', order_id: orderId });
    return true;
  });
}

async function flagAll(ctx: Context, merchantId: string, findings: readonly Finding[]): Promise<number> {
  const named = findings.flatMap((finding) => finding.orderIds.map((orderId) => ({ orderId, finding })));
  const known = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    flagsOf(tx, merchantId, [...new Set(named.map(({ orderId }) => orderId))]),
  );
  let flagged = 0;
  for (const { orderId, finding } of named) {
    if (known.has(`${orderId} ${finding.rule}`)) continue;
    if (await flagOrder(ctx, merchantId, orderId, finding)) flagged += 1;
  }
  return flagged;
}

/**
 * Reviews the accounts with data since the last run. A flag is stored once per order and rule, so any number of runs
 * and nodes have the same effect as one. Returns how many orders were flagged.
 */
export async function reviewFraud(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const accounts = await accountsWithNews(ctx, now);
  let flagged = 0;
  const attempt = async (merchantId: string, find: () => Promise<Finding[]>): Promise<void> => {
    try {
      flagged += await flagAll(ctx, merchantId, await find());
    } catch (error) {
      ctx.log.error({ err: error, merchant_id: merchantId }, 'could not review orders for fraud');
    }
  };
  for (const account of accounts) await attempt(account.merchantId, () => patternsOf(ctx, account, now));
  for (const merchantId of new Set(accounts.map((account) => account.merchantId)))
    await attempt(merchantId, () => findCreatorPatterns(ctx, merchantId, new Date(now.getTime() - lookBackMs)));
  await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('fraud_reviews')
      .values({ reviewed_until: now })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ reviewed_until: now }))
      .execute(),
  );
  return flagged;
}
