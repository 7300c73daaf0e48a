// What a brand does about a delivery that went wrong. A replay applies the stored webhook again with today's code: the
// natural keys (the webhook, the order, the refund) make sure that nothing has a second effect.
import type { Delivery } from '@vitrine/contract/deliveries.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { dismissDeliveries, replayDeliveries } from '@vitrine/contract/repairs.ts';
import type { Context } from '../context.ts';
import { readDeliveryOf } from '../deliveries/deliveries.service.ts';
import { isProblem, type WebhookKey } from '../deliveries/delivery.log.ts';
import {
  countOpenEntries,
  dismissEntries,
  lockEntry,
  lockOpenEntries,
  type LogEntry,
  reopenEntry,
} from '../deliveries/delivery.repairs.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { processWebhook } from './webhook.apply.ts';
import { reopenWebhook } from './webhook.queries.ts';

const mostReplayed = 500;
/** Of a replay of all, so many are applied before the answer; the sweep applies the rest. */
const mostAtOnce = 50;
/** The sweep leaves what was reopened to the call for five seconds. */
const sweepAfterMs = 6_000;
const mostDismissed = 1_000;

/** The webhook that an entry is the first call of. One whose body isn't JSON was never stored, and the API has none. */
export function storedKeyOf(entry: LogEntry): WebhookKey | undefined {
  const { merchant_id: merchantId, source, webhook_id: webhookId, outcome } = entry;
  if (merchantId === null || webhookId === null || source === 'api' || outcome === 'malformed_body') return undefined;
  return { merchantId, source, webhookId };
}

/** The id of the person; only staff get this far. */
export function staffOf(actor: Actor): string {
  if (actor.kind !== 'person') throw new Refusal('not_found');
  return actor.userId;
}

export async function lockedEntry(tx: Tx, merchantId: string, id: string): Promise<LogEntry> {
  const entry = isId(id) ? await lockEntry(tx, merchantId, id) : undefined;
  if (!entry) throw new Refusal('not_found');
  return entry;
}

/** Returns undefined if there is nothing to replay: it is being applied, or what came of it is no problem. */
async function reopen(ctx: Context, tx: Tx, actor: Actor, entry: LogEntry): Promise<WebhookKey | undefined> {
  if (entry.outcome === null || !isProblem(entry.outcome)) return undefined;
  if (entry.closed_as === 'fixed') throw new Refusal('delivery_closed');
  const key = storedKeyOf(entry);
  const at = ctx.clock.now();
  if (!key || !(await reopenWebhook(tx, key, at))) throw new Refusal('delivery_without_body');
  await reopenEntry(tx, key.merchantId, entry.id, at);
  await audit(ctx, tx, actor, {
    action: 'delivery.replayed',
    merchantId: key.merchantId,
    subject: { kind: 'delivery', id: entry.id },
    details: { reference: key.webhookId, ...(entry.order_id !== null && { order_id: entry.order_id }) },
  });
  return key;
}

export async function replayDeliveryOf(ctx: Context, actor: Actor, merchant: string, id: string): Promise<Delivery> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const key = await ctx.database.as({ role: 'app', merchantId }, async (tx) =>
    reopen(ctx, tx, actor, await lockedEntry(tx, merchantId, id)),
  );
  if (key) await processWebhook(ctx, key);
  return readDeliveryOf(ctx, actor, merchant, id);
}

/** Reopens all of them before the first is applied, so that a crash leaves none behind. */
export async function replayDeliveriesOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  filter: BodyOf<typeof replayDeliveries>,
): Promise<DataOf<typeof replayDeliveries>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const at = ctx.clock.now();
  const inBrand = <T>(work: (tx: Tx) => Promise<T>) => ctx.database.as({ role: 'app', merchantId }, work);
  const { keys, left } = await inBrand(async (tx) => {
    const reopened: WebhookKey[] = [];
    for (const entry of await lockOpenEntries(tx, merchantId, filter, { most: mostReplayed, stored: true })) {
      const key = storedKeyOf(entry);
      if (!key || !(await reopenWebhook(tx, key, at))) continue;
      await reopenEntry(tx, merchantId, entry.id, at);
      reopened.push(key);
    }
    if (reopened.length > 0)
      await audit(ctx, tx, actor, {
        action: 'deliveries.replayed',
        merchantId,
        subject: { kind: 'merchant', id: merchantId },
        details: { deliveries: reopened.length },
      });
    return { keys: reopened, left: await countOpenEntries(tx, merchantId, filter, { stored: true }) };
  });
  for (const key of keys.slice(0, mostAtOnce)) await processWebhook(ctx, key);
  if (keys.length > mostAtOnce) await ctx.jobs.soon('process_deliveries', sweepAfterMs);
  return { replayed: keys.length, left };
}

export async function dismissDeliveryOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  id: string,
  reason: string,
): Promise<Delivery> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const entry = await lockedEntry(tx, merchantId, id);
    if (!entry.is_open) throw new Refusal('delivery_closed');
    await dismissEntries(tx, merchantId, [id], { by: staffOf(actor), reason, at: ctx.clock.now() });
    await audit(ctx, tx, actor, {
      action: 'delivery.dismissed',
      merchantId,
      subject: { kind: 'delivery', id },
      details: { reason, ...(entry.order_id !== null && { order_id: entry.order_id }) },
    });
  });
  return readDeliveryOf(ctx, actor, merchant, id);
}

export async function dismissDeliveriesOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { reason, ...filter }: BodyOf<typeof dismissDeliveries>,
): Promise<DataOf<typeof dismissDeliveries>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const entries = await lockOpenEntries(tx, merchantId, filter, { most: mostDismissed, stored: false });
    const ids = entries.map(({ id }) => id);
    await dismissEntries(tx, merchantId, ids, { by: staffOf(actor), reason, at: ctx.clock.now() });
    if (ids.length > 0)
      await audit(ctx, tx, actor, {
        action: 'deliveries.dismissed',
        merchantId,
        subject: { kind: 'merchant', id: merchantId },
        details: { reason, deliveries: ids.length },
      });
    return { dismissed: ids.length, left: await countOpenEntries(tx, merchantId, filter, { stored: false }) };
  });
}
