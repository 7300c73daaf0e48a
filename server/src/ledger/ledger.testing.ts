import pg from 'pg';
import type { Context } from '../context.ts';
import { newId } from '../platform/ids.ts';
import { post } from './ledger.service.ts';

// Shared by the ledger's tests: a commission without a full order, and a connection without policies.

export type TestEarner = { merchantId: string; merchantAccountId: string; creatorId: string; currency: string };

/** A pending commission with its order, terms and posting, as a decision creates them. */
export async function earn(
  ctx: Context,
  of: TestEarner,
  commission: { amount: bigint; maturesAt: Date; held?: string },
): Promise<{ id: string; orderId: string }> {
  const now = ctx.clock.now();
  const id = newId(now);
  const orderId = `order-${id}`;
  await ctx.database.as({ role: 'system', merchantId: of.merchantId }, async (tx) => {
    const terms = { merchant_id: of.merchantId, version: 9_000 };
    await tx
      .insertInto('terms_versions')
      .values({ ...terms, created_at: now, effective_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('terms_rules')
      .values({ ...terms, position: 1, kind: 'percentage', rate: 1_000 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const order = { merchant_id: of.merchantId, order_id: orderId };
    await tx
      .insertInto('orders')
      .values({
        ...order,
        source: 'api',
        currency: of.currency,
        placed_at: now,
        received_at: now,
        body: '{}',
        body_hash: Buffer.from(orderId),
        state: 'decided',
      })
      .execute();
    const base = commission.amount * 10n;
    await tx
      .insertInto('order_lines')
      .values({ ...order, line_id: '1', position: 1, sku: 'A', title: 'A', quantity: 1, unit_price: base, net: base })
      .execute();
    await tx
      .insertInto('commissions')
      .values({
        ...order,
        id,
        merchant_account_id: of.merchantAccountId,
        creator_id: of.creatorId,
        line_id: '1',
        terms_version: 9_000,
        rule_position: 1,
        base,
        rate: 1_000,
        amount: commission.amount,
        currency: of.currency,
        held_reason: commission.held ?? null,
        hold_expires_at: commission.held ? new Date(commission.maturesAt.getTime() + 365 * 86_400_000) : null,
        earned_at: now,
        matures_at: commission.maturesAt,
      })
      .execute();
    await post(tx, {
      ...of,
      key: `commission:${id}`,
      kind: 'commission',
      reference: id,
      occurredAt: now,
      entries: [
        { account: 'pending', amount: commission.amount },
        { account: 'merchant', amount: -commission.amount },
      ],
    });
  });
  return { id, orderId };
}

/** Connects as the database's owner: without scopes and policies, but with triggers. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
