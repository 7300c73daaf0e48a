// The shops that a brand connects: for each kind the secrets with which it signs, and whether its webhooks arrive. While
// a secret is replaced, the shop may still send webhooks that were signed with the one before, so that one stays valid
// for two days.
import {
  type changeShopConnection,
  type connectShop,
  type listShopConnections,
  shopSource,
  type ShopConnection,
  type ShopSource,
} from '@vitrine/contract/connections.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isTimeZone } from '../platform/days.ts';
import { isRefusedSecret } from '../platform/demo.secrets.ts';
import { isId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { disconnectByBrand } from './connections.end.ts';
import { storeSecret, textOfSecret } from './connections.secrets.ts';
import {
  closeConnection,
  isSecretOf,
  lockConnections,
  revokeSecrets,
  saveTimeZone,
  setRenewalMonths,
  validSecrets,
} from './connections.queries.ts';
import { endSubscriptions } from './sync/sync.subscriptions.ts';
import { webhookPath } from './shop.ts';
import { type ConnectionRow, deliveryFigures, findShopConnection, ordersBySourceOf } from './connections.views.ts';

const dayMs = 86_400_000;
/** Of a connection that doesn't exist yet; the default of the column. */
const usualRenewalMonths = 12;

type Brand = { merchantId: string; slug: string };

function kindNamed(kind: string): ShopSource {
  const named = shopSource.safeParse(kind);
  if (!named.success) throw new Refusal('not_found');
  return named.data;
}

function stateOf(row: ConnectionRow | undefined, lastAt: Date | undefined): ShopConnection['state'] {
  if (!row) return 'not_connected';
  if (row.disconnected_at) return 'disconnected';
  return lastAt && lastAt >= row.connected_at ? 'connected' : 'waiting';
}

async function present(ctx: Context, tx: Tx, { merchantId, slug }: Brand, kind: ShopSource): Promise<ShopConnection> {
  const now = ctx.clock.now();
  const row = await findShopConnection(tx, merchantId, kind);
  const figures = await deliveryFigures(tx, { merchantId, kind, since: new Date(now.getTime() - 7 * dayMs) });
  const secrets = await validSecrets(tx, { merchantId, source: kind, at: now });
  const { last } = figures;
  return {
    kind,
    state: stateOf(row, last?.receivedAt),
    address: `${ctx.config.publicUrl}${webhookPath(kind, slug)}`,
    time_zone: row?.time_zone ?? null,
    connected_at: row?.connected_at.toISOString() ?? null,
    disconnected_at: row?.disconnected_at?.toISOString() ?? null,
    disconnected_by: row?.disconnected_by ?? null,
    secrets: secrets.map((secret) => ({
      id: secret.id,
      hint: `…${textOfSecret(ctx, secret)?.slice(-4) ?? ''}`,
      created_at: secret.created_at.toISOString(),
      expires_at: secret.expires_at?.toISOString() ?? null,
      of_app: secret.of_app,
    })),
    last_delivery: last && {
      id: last.id,
      topic: last.topic,
      outcome: last.outcome,
      received_at: last.receivedAt.toISOString(),
    },
    week: { received: figures.received, problems: figures.problems, wrong_signatures: figures.wrongSignatures },
    last_wrong_signature_at: figures.lastWrongSignatureAt?.toISOString() ?? null,
    renewal_months: row?.renewal_months ?? usualRenewalMonths,
  };
}

export async function listShopConnectionsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
): Promise<DataOf<typeof listShopConnections>> {
  const brand = await accessBrand(ctx, actor, merchant);
  const since = new Date(ctx.clock.now().getTime() - 30 * dayMs);
  return ctx.database.as({ role: 'app', merchantId: brand.merchantId }, async (tx) => {
    const connections: ShopConnection[] = [];
    for (const kind of shopSource.options) connections.push(await present(ctx, tx, brand, kind));
    const rows = await ordersBySourceOf(tx, brand.merchantId, since);
    return {
      connections,
      orders: rows.map((row) => ({ ...row, last_received_at: row.last_received_at.toISOString() })),
    };
  });
}

/** Connects a shop without a caller, for the demo. */
export async function addConnection(ctx: Context, merchantId: string, kind: ShopSource, secret: string): Promise<void> {
  await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    storeSecret(ctx, tx, { merchantId, kind }, { secret, isOfApp: false }),
  );
}

/** Shops have other secrets with beginnings of their own, which open their API and sign no webhooks. */
const foreignSecrets: Partial<Record<ShopSource, { pattern: RegExp; fault: string }>> = {
  shopify: {
    pattern: /^shp(?:at|ca|pa|ua)_/,
    fault: 'is an access token of an app at Shopify. Enter the secret with which Shopify signs its webhooks',
  },
  woocommerce: {
    pattern: /^c[ks]_[0-9a-f]{40}$/,
    fault:
      'is a key of WooCommerce’s REST API. Enter the secret that the plugin shows, or that you chose for the webhooks',
  },
};

/** Each kind of secret of Stripe has its own beginning; only one of them signs webhooks. */
function checkSecret(kind: ShopSource, secret: string): void {
  if (/^https?:\/\//.test(secret))
    throw invalid('secret', 'is an address. Enter the secret with which your shop signs its webhooks');
  const foreign = foreignSecrets[kind];
  if (foreign?.pattern.test(secret)) throw invalid('secret', foreign.fault);
  if (kind !== 'stripe' || secret.startsWith('whsec_')) return;
  const isKey = /^[a-z]{2}_(?:live|test)_/.test(secret);
  throw invalid(
    'secret',
    isKey
      ? 'is one of your Stripe API keys. Enter the signing secret of the webhook endpoint, which begins with whsec_'
      : 'must be the signing secret of the webhook endpoint at Stripe, which begins with whsec_',
  );
}

export async function connectShopFor(
  ctx: Context,
  actor: Actor,
  { merchant, kind: named }: { merchant: string; kind: string },
  { secret, time_zone: timeZone }: BodyOf<typeof connectShop>,
): Promise<ShopConnection> {
  const brand = await accessBrand(ctx, actor, merchant);
  const kind = kindNamed(named);
  if (isRefusedSecret(ctx.config, secret))
    throw invalid('secret', 'is the secret of the demo, which is public. Use the one that your shop shows');
  checkSecret(kind, secret);
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalid('time_zone', 'must be a time zone, like Europe/Madrid');
  const { merchantId } = brand;
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    await storeSecret(ctx, tx, { merchantId, kind }, { secret, isOfApp: false });
    if (timeZone !== undefined) await saveTimeZone(tx, merchantId, kind, timeZone);
    await audit(ctx, tx, actor, { action: 'shop.connected', merchantId, subject: { kind: 'shop', id: kind } });
    return present(ctx, tx, brand, kind);
  });
}

export async function changeShopConnectionOf(
  ctx: Context,
  actor: Actor,
  { merchant, kind: named }: { merchant: string; kind: string },
  { renewal_months: renewalMonths }: BodyOf<typeof changeShopConnection>,
): Promise<ShopConnection> {
  const brand = await accessBrand(ctx, actor, merchant);
  const kind = kindNamed(named);
  const { merchantId } = brand;
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    if (!(await setRenewalMonths(tx, merchantId, kind, renewalMonths))) throw new Refusal('not_found');
    const details = { renewal_months: renewalMonths };
    await audit(ctx, tx, actor, { action: 'shop.changed', merchantId, subject: { kind: 'shop', id: kind }, details });
    return present(ctx, tx, brand, kind);
  });
}

export async function revokeConnectionSecretOf(
  ctx: Context,
  actor: Actor,
  { merchant, kind: named, secret_id: secretId }: { merchant: string; kind: string; secret_id: string },
): Promise<ShopConnection> {
  const brand = await accessBrand(ctx, actor, merchant);
  const kind = kindNamed(named);
  const { merchantId } = brand;
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const now = ctx.clock.now();
    await lockConnections(tx, merchantId);
    if (!isId(secretId) || !(await isSecretOf(tx, { merchantId, source: kind, id: secretId })))
      throw new Refusal('not_found');
    await revokeSecrets(tx, merchantId, [secretId], now);
    const left = await validSecrets(tx, { merchantId, source: kind, at: now });
    if (left.length === 0) await closeConnection(tx, merchantId, kind, { by: 'brand', at: now });
    await audit(ctx, tx, actor, { action: 'shop.secret_revoked', merchantId, subject: { kind: 'shop', id: kind } });
    return present(ctx, tx, brand, kind);
  });
}

export async function disconnectShopOf(
  ctx: Context,
  actor: Actor,
  { merchant, kind: named }: { merchant: string; kind: string },
): Promise<ShopConnection> {
  const brand = await accessBrand(ctx, actor, merchant);
  const kind = kindNamed(named);
  const { merchantId } = brand;
  if (kind === 'shopify') await endSubscriptions(ctx, { merchantId, kind }, webhookPath(kind, brand.slug));
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    if (!(await findShopConnection(tx, merchantId, kind))) throw new Refusal('not_found');
    if (await disconnectByBrand(ctx, tx, merchantId, kind))
      await audit(ctx, tx, actor, { action: 'shop.disconnected', merchantId, subject: { kind: 'shop', id: kind } });
    return present(ctx, tx, brand, kind);
  });
}
