import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { countRefused } from '../deliveries/refused.counter.ts';
import { isId } from '../platform/ids.ts';
import { isRefusedSecret } from '../platform/demo.secrets.ts';
import { Refusal } from '../platform/refusal.ts';
import { countDelivery } from '../deliveries/deliveries.metrics.ts';
import { validSecrets, validAfterRemoval } from './connections.queries.ts';
import type { SentWebhook, WebhookBrand, ShopKind } from './shop.ts';

/**
 * A shop has at most five valid secrets (connections.service.ts), and one that is left after its app was removed. Every
 * delivery is checked against so many.
 */
const checkedSecrets = 6;
/**
 * In place of secrets that a shop doesn't have. With these and `noBrand`, a delivery for an unknown brand costs the same
 * queries and signatures as one with a wrong signature, so that no answer or its time says which brands and shops exist.
 */
const decoySecrets = Array.from({ length: checkedSecrets }, () => randomBytes(32).toString('hex'));
const noBrand = '00000000-0000-0000-0000-000000000000';
const noSlug = '';

async function findMerchant(ctx: Context, merchant: string): Promise<WebhookBrand | undefined> {
  const slug = /^[a-z0-9-]+$/.test(merchant) ? merchant : noSlug;
  const row = await ctx.database.as({ role: 'public' }, (tx) =>
    tx
      .selectFrom('merchants')
      .select(['id', 'click_parameter'])
      .where(isId(merchant) ? 'id' : 'slug', '=', isId(merchant) ? merchant : slug)
      .executeTakeFirst(),
  );
  return row && { merchantId: row.id, clickParameter: row.click_parameter };
}

/** Undefined if it was sealed with a key that this installation no longer has: the shop's other secrets still count. */
function opened(ctx: Context, sealed: Buffer): string | undefined {
  try {
    return ctx.sealer.open(sealed);
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not open the secret of a shop; the brand has to enter it again');
    return undefined;
  }
}

async function liveSecrets(
  ctx: Context,
  merchantId: string,
  { source, isAfterRemoval }: { source: string; isAfterRemoval: boolean },
): Promise<string[]> {
  const of = { merchantId, source, at: ctx.clock.now() };
  const rows = await ctx.database.as({ role: 'app', merchantId }, async (tx) => [
    ...(await validSecrets(tx, of)),
    ...(isAfterRemoval ? await validAfterRemoval(tx, of) : []),
  ]);
  const secrets = rows.flatMap((row) => opened(ctx, row.sealed) ?? []);
  return secrets.filter((secret) => !isRefusedSecret(ctx.config, secret));
}

/**
 * The brand that a delivery is signed for. During a rotation, either of two secrets is valid. A refused one is counted,
 * whether there is such a brand or not.
 */
export async function accessSignedWebhook(
  ctx: Context,
  { source, isSigned, namesOf, topicsAfterRemoval }: ShopKind,
  merchant: string,
  sent: SentWebhook,
): Promise<WebhookBrand> {
  const found = await findMerchant(ctx, merchant);
  const isAfterRemoval = topicsAfterRemoval?.has(namesOf(sent).topic) === true;
  const secrets = await liveSecrets(ctx, found?.merchantId ?? noBrand, { source, isAfterRemoval });
  const checked = [...secrets, ...decoySecrets.slice(secrets.length)];
  const matches = checked.filter((secret) => isSigned(secret, sent, ctx.clock.now()));
  if (!found || matches.length === 0) {
    countDelivery(ctx, source, found ? 'signature_invalid' : 'unknown_brand');
    await countRefused(ctx, { merchantId: found?.merchantId ?? null, source, requestId: sent.requestId });
    throw new Refusal('signature_invalid');
  }
  return found;
}
