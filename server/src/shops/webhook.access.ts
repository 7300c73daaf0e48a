import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { countRefused } from '../deliveries/refused.counter.ts';
import { formerParametersOf } from '../merchants/settings.ts';
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
const noBrand: FoundBrand = { id: '00000000-0000-0000-0000-000000000000', current: '', windowDays: 0 };
const noSlug = '';

type FoundBrand = { id: string; current: string; windowDays: number };

async function findMerchant(ctx: Context, merchant: string): Promise<FoundBrand | undefined> {
  const slug = /^[a-z0-9-]+$/.test(merchant) ? merchant : noSlug;
  return ctx.database.as({ role: 'public' }, (tx) =>
    tx
      .selectFrom('merchants')
      .select(['id', 'click_parameter as current', 'window_days as windowDays'])
      .where(isId(merchant) ? 'id' : 'slug', '=', isId(merchant) ? merchant : slug)
      .executeTakeFirst(),
  );
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

/** The valid secrets of a brand's shops, and under which names their orders can have the click. */
async function readBrand(
  ctx: Context,
  brand: FoundBrand,
  { source, isAfterRemoval }: { source: string; isAfterRemoval: boolean },
): Promise<{ secrets: string[]; clickParameters: string[] }> {
  const { id: merchantId, current } = brand;
  const of = { merchantId, source, at: ctx.clock.now() };
  const { rows, former } = await ctx.database.as({ role: 'app', merchantId }, async (tx) => ({
    rows: [...(await validSecrets(tx, of)), ...(isAfterRemoval ? await validAfterRemoval(tx, of) : [])],
    former: await formerParametersOf(tx, brand, of.at),
  }));
  const secrets = rows.flatMap((row) => opened(ctx, row.sealed) ?? []);
  return {
    secrets: secrets.filter((secret) => !isRefusedSecret(ctx.config, secret)),
    clickParameters: [current, ...former.map(({ name }) => name)],
  };
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
  const { secrets, clickParameters } = await readBrand(ctx, found ?? noBrand, { source, isAfterRemoval });
  const checked = [...secrets, ...decoySecrets.slice(secrets.length)];
  const matches = checked.filter((secret) => isSigned(secret, sent, ctx.clock.now()));
  if (!found || matches.length === 0) {
    countDelivery(ctx, source, found ? 'signature_invalid' : 'unknown_brand');
    await countRefused(ctx, { merchantId: found?.id ?? null, source, requestId: sent.requestId });
    throw new Refusal('signature_invalid');
  }
  return { merchantId: found.id, clickParameters };
}
