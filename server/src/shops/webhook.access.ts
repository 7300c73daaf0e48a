import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { countRefused } from '../deliveries/refused.counter.ts';
import { isId } from '../platform/ids.ts';
import { isRefusedSecret } from '../platform/demo.secrets.ts';
import { Refusal } from '../platform/refusal.ts';
import { countDelivery } from '../deliveries/deliveries.metrics.ts';
import { validSecrets } from './connections.queries.ts';
import type { SentWebhook, WebhookBrand, ShopKind } from './shop.ts';

/**
 * Deliveries for an unknown brand are checked with this secret, so that they look and take as long as a wrong
 * signature.
 */
const decoySecret = randomBytes(32).toString('hex');

async function findMerchant(ctx: Context, merchant: string): Promise<WebhookBrand | undefined> {
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

async function liveSecrets(ctx: Context, merchantId: string, source: string): Promise<string[]> {
  const rows = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    validSecrets(tx, { merchantId, source, at: ctx.clock.now() }),
  );
  const secrets = rows.map((row) => ctx.sealer.open(row.sealed));
  return secrets.filter((secret) => !isRefusedSecret(ctx.config, secret));
}

/**
 * The brand that a delivery is signed for. During a rotation, either of two secrets is valid. A refused one is counted,
 * whether there is such a brand or not.
 */
export async function accessSignedWebhook(
  ctx: Context,
  { source, isSigned }: ShopKind,
  merchant: string,
  sent: SentWebhook,
): Promise<WebhookBrand> {
  const found = await findMerchant(ctx, merchant);
  const secrets = found ? await liveSecrets(ctx, found.merchantId, source) : [];
  const matches = [...secrets, decoySecret].filter((secret) => isSigned(secret, sent, ctx.clock.now()));
  if (!found || matches.length === 0) {
    countDelivery(ctx, source, found ? 'signature_invalid' : 'unknown_brand');
    await countRefused(ctx, { merchantId: found?.merchantId ?? null, source, requestId: sent.requestId });
    throw new Refusal('signature_invalid');
  }
  return found;
}
