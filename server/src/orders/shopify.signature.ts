import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import { countRefused } from '../deliveries/refused.counter.ts';
import { isId } from '../platform/ids.ts';
import { isRefusedSecret } from '../platform/demo.secrets.ts';
import { Refusal } from '../platform/refusal.ts';
import { countDelivery } from './orders.metrics.ts';

export type ShopifyMerchant = { merchantId: string; clickParameter: string };
/** A webhook call as it came. */
export type SentDelivery = { headers: IncomingHttpHeaders; raw: Buffer; requestId: string };

/**
 * Deliveries for an unknown brand are checked with this secret, so that they look and take as long as a wrong
 * signature.
 */
const decoySecret = randomBytes(32).toString('hex');

export function sign(secret: string, raw: Buffer): string {
  return createHmac('sha256', secret).update(raw).digest('base64');
}

/**
 * The header must have the signature's exact text: base64 has many spellings of the same bytes, and only one is
 * Shopify's.
 */
export function fits(secret: string, raw: Buffer, given: string): boolean {
  const expected = Buffer.from(sign(secret, raw));
  const received = Buffer.from(given);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

async function findMerchant(ctx: Context, merchant: string): Promise<ShopifyMerchant | undefined> {
  if (!isId(merchant) && !/^[a-z0-9-]+$/.test(merchant)) return undefined;
  const row = await ctx.database.as({ role: 'public' }, (tx) =>
    tx
      .selectFrom('merchants')
      .select(['id', 'click_parameter'])
      .where(isId(merchant) ? 'id' : 'slug', '=', merchant)
      .executeTakeFirst(),
  );
  return row && { merchantId: row.id, clickParameter: row.click_parameter };
}

async function liveSecrets(ctx: Context, merchantId: string): Promise<string[]> {
  const rows = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    tx
      .selectFrom('webhook_secrets')
      .select('sealed')
      .where('merchant_id', '=', merchantId)
      .where('source', '=', 'shopify')
      .where('revoked_at', 'is', null)
      .execute(),
  );
  const secrets = rows.map((row) => ctx.sealer.open(row.sealed));
  return secrets.filter((secret) => !isRefusedSecret(ctx.config, secret));
}

/**
 * The brand that a delivery is signed for. During a rotation, either of two secrets is valid. A refused one is counted,
 * whether there is such a brand or not.
 */
export async function accessSignedDelivery(
  ctx: Context,
  merchant: string,
  { headers, raw, requestId }: SentDelivery,
): Promise<ShopifyMerchant> {
  const signature = headers['x-shopify-hmac-sha256'];
  const found = await findMerchant(ctx, merchant);
  const secrets = found ? await liveSecrets(ctx, found.merchantId) : [];
  const given = typeof signature === 'string' ? signature : '';
  const matches = [...secrets, decoySecret].filter((secret) => fits(secret, raw, given));
  if (!found || matches.length === 0) {
    const source = 'shopify';
    countDelivery(ctx, source, found ? 'signature_invalid' : 'unknown_brand');
    await countRefused(ctx, { merchantId: found?.merchantId ?? null, source, requestId });
    throw new Refusal('signature_invalid');
  }
  return found;
}
