import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { OrderBody } from '@vitrine/contract/orders.ts';
import { demoShopifySecret } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { newId } from '../platform/ids.ts';

export type MadeHit = { hitId: string; clickId: string };

/** Stores a hit like the redirector's drain, and returns its click id. */
export async function makeHit(
  world: World,
  of: 'avaGlow' | 'avaMaison' | 'noorNorthwind' | { merchantAccountId: string },
  hit: {
    at?: Date;
    class?: string;
    browser?: string;
    browserMark?: 'signed' | 'unsigned';
    hitId?: string;
    visitor?: string;
    purpose?: string;
    country?: string;
    utm?: Record<string, string>;
  } = {},
): Promise<MadeHit> {
  const at = hit.at ?? world.clock.now();
  const hitId = hit.hitId ?? newId(at);
  const merchantAccountId = typeof of === 'string' ? world.people.accounts[of] : of.merchantAccountId;
  await world.ctx.database.as({ role: 'redirect' }, async (tx) => {
    const account = await tx
      .selectFrom('merchant_accounts')
      .selectAll()
      .where('id', '=', merchantAccountId)
      .executeTakeFirstOrThrow();
    await sql`select prepare_hits(${at})`.execute(tx);
    await tx
      .insertInto('hits')
      .values({
        id: hitId,
        at,
        merchant_id: account.merchant_id,
        merchant_account_id: account.id,
        creator_id: account.creator_id,
        link_id: newId(at),
        class: hit.class ?? 'human',
        reason: 'test',
        counted: (hit.class ?? 'human') === 'human',
        rules_version: 1,
        method: 'GET',
        purpose: hit.purpose ?? '',
        country: hit.country ?? '',
        utm: JSON.stringify(hit.utm ?? {}),
        visitor: Buffer.from(hit.visitor ?? hitId),
        browser: hit.browser ? Buffer.from(hit.browser) : null,
        browser_mark: hit.browser ? (hit.browserMark ?? 'signed') : null,
        node: 'node-1',
      })
      .execute();
  });
  return { hitId, clickId: clickOfUuid(hitId) };
}

export function usd(amount: string): { amount: string; currency: string } {
  return { amount, currency: 'USD' };
}

/** One Dew Serum at 48.00, placed now. */
export function orderOf(world: World, orderId: string, more: Partial<OrderBody> = {}): OrderBody {
  return {
    order_id: orderId,
    currency: 'USD',
    placed_at: world.clock.now().toISOString(),
    lines: [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd('4800') }],
    ...more,
  };
}

/** Commissions and balances of a brand as in the database. */
export async function readBooks(world: World, merchant: 'glow' | 'northwind' | 'maison' = 'glow') {
  const merchantId = world.people.merchants[merchant];
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const commissions = await tx
      .selectFrom('commissions')
      .select(['order_id', 'line_id', 'amount', 'reversed', 'state', 'held_reason'])
      .where('merchant_id', '=', merchantId)
      .orderBy('order_id')
      .orderBy('line_id')
      .execute();
    const balances = await tx
      .selectFrom('ledger_accounts')
      .select(['kind', 'currency', 'balance'])
      .where('merchant_id', '=', merchantId)
      .where('kind', '<>', 'merchant')
      .orderBy('kind')
      .execute();
    const { sum } = await tx
      .selectFrom('ledger_entries')
      .select((of) => of.fn.sum<string | null>('amount').as('sum'))
      .where('merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow();
    return { commissions, balances: balances.filter((row) => row.balance !== 0n), sum: String(sum ?? 0) };
  });
}

export async function countRows(
  world: World,
  table:
    | 'orders'
    | 'order_lines'
    | 'refunds'
    | 'refund_lines'
    | 'commissions'
    | 'ledger_transactions'
    | 'decisions'
    | 'webhook_deliveries'
    | 'commission_reversals',
): Promise<number> {
  const { count } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom(table)
      .select((of) => of.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

export type Webhook = {
  topic: string;
  body: unknown;
  id: string;
  secret?: string;
  signature?: string;
  merchant?: string;
  /** The sender's address. */
  from?: string;
  /** When what it reports happened, as the shop says. */
  triggeredAt?: Date;
};

/** Sends a webhook like Shopify: bytes and their signature. */
export async function sendWebhook(app: FastifyInstance, webhook: Webhook): Promise<number> {
  const raw = typeof webhook.body === 'string' ? webhook.body : JSON.stringify(webhook.body);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/integrations/shopify/${webhook.merchant ?? 'glow-lab'}`,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': webhook.topic,
      'x-shopify-webhook-id': webhook.id,
      ...(webhook.triggeredAt ? { 'x-shopify-triggered-at': webhook.triggeredAt.toISOString() } : {}),
      'x-shopify-hmac-sha256':
        webhook.signature ??
        createHmac('sha256', webhook.secret ?? demoShopifySecret)
          .update(raw)
          .digest('base64'),
    },
    payload: raw,
    ...(webhook.from ? { remoteAddress: webhook.from } : {}),
  });
  return answer.statusCode;
}

/** The brand Glow Lab accepts these currencies besides its own. */
export async function acceptCurrencies(world: World, currencies: string[]): Promise<void> {
  await world.ctx.database.as({ role: 'app', merchantId: world.people.merchants.glow }, (tx) =>
    tx
      .updateTable('merchants')
      .set({ accepted_currencies: currencies })
      .where('id', '=', world.people.merchants.glow)
      .execute(),
  );
}
