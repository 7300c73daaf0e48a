// Outgoing webhooks. An event is written by the database in the transaction of its change (0059_webhooks.sql), with a
// delivery for each endpoint of the brand that wants it. webhooks.send.ts sends them. An endpoint that was turned off
// because it failed keeps getting deliveries in the state `missed`, so that nothing is lost for a replay.
import type {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listOutgoingDeliveries,
  OutgoingDelivery,
  OutgoingDeliveryDetails,
  replayFailedDeliveries,
  WebhookEndpoint,
} from '@vitrine/contract/webhooks.ts';
import type { BodyOf, DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { urlFault } from '../platform/outbound/outbound.url.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointKey,
  type EndpointRecord,
  findEndpoint,
  insertEndpoint,
  insertTestEvent,
  listEndpointRecords,
  lockEndpoint,
  replayDelivery,
  replayFailed,
  saveEndpoint,
} from './webhooks.queries.ts';
import { newSigningSecret, overlapMs } from './webhooks.secrets.ts';
import { findOutgoing, findOutgoingDetails, pageOfOutgoing, presentEndpoint } from './webhooks.views.ts';

const mostEndpoints = 10;
const mostReplayed = 10_000;

type At = { merchant: string; endpointId: string };
type WithSecret = DataOf<typeof createWebhookEndpoint>;

function requireUrl(ctx: Context, url: string): string {
  const fault = urlFault(url, ctx.config.outbound);
  if (fault !== undefined) throw invalid('url', fault);
  return new URL(url).href;
}

type EndpointWork<Result> = (tx: Tx, endpoint: EndpointRecord, key: EndpointKey) => Promise<Result>;

/** Does something about an endpoint for its brand's staff, in a transaction. */
async function atEndpoint<Result>(
  ctx: Context,
  actor: Actor,
  { merchant, endpointId }: At,
  { load, work }: { load: typeof findEndpoint; work: EndpointWork<Result> },
): Promise<Result> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(endpointId)) throw new Refusal('not_found');
  const key = { merchantId, endpointId };
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const endpoint = await load(tx, key);
    if (!endpoint) throw new Refusal('not_found');
    return work(tx, endpoint, key);
  });
}

/** Locks an endpoint for a change. */
function withEndpoint<Result>(ctx: Context, actor: Actor, at: At, work: EndpointWork<Result>): Promise<Result> {
  return atEndpoint(ctx, actor, at, { load: lockEndpoint, work });
}

/** Reads about an endpoint, without a lock: open pages read its log often, and sending must not wait for them. */
function ofEndpoint<Result>(ctx: Context, actor: Actor, at: At, work: EndpointWork<Result>): Promise<Result> {
  return atEndpoint(ctx, actor, at, { load: findEndpoint, work });
}

async function note(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { key, action, url }: { key: EndpointKey; action: string; url: string },
): Promise<void> {
  const { merchantId, endpointId } = key;
  await audit(ctx, tx, actor, {
    action,
    merchantId,
    subject: { kind: 'webhook_endpoint', id: endpointId },
    details: { destination: url },
  });
}

export async function listEndpointsOf(ctx: Context, actor: Actor, merchant: string): Promise<WebhookEndpoint[]> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const rows = await ctx.database.as({ role: 'app', merchantId }, (tx) => listEndpointRecords(tx, merchantId));
  return rows.map((row) => presentEndpoint(row, ctx.clock.now()));
}

export async function createEndpointFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  input: BodyOf<typeof createWebhookEndpoint>,
): Promise<WithSecret> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const url = requireUrl(ctx, input.url);
  const now = ctx.clock.now();
  const key = { merchantId, endpointId: newId(now) };
  const secret = newSigningSecret();
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    if ((await countEndpoints(tx, merchantId)) >= mostEndpoints)
      throw new Refusal('conflict', {
        message: `A brand can have at most ${mostEndpoints} endpoints; delete one first`,
      });
    const row = await insertEndpoint(tx, {
      merchant_id: merchantId,
      id: key.endpointId,
      url,
      description: input.description ?? '',
      events: [...input.events],
      sealed: ctx.sealer.seal(secret),
      created_at: now,
    });
    await note(ctx, tx, actor, { key, action: 'webhook.created', url });
    return { secret, endpoint: presentEndpoint(row, now) };
  });
}

/** What turning an endpoint on or off changes. */
function switched(endpoint: EndpointRecord, state: 'on' | 'off' | undefined, now: Date) {
  if (state === undefined || state === endpoint.state) return {};
  if (state === 'off') return { state, off_reason: 'by_brand', off_at: now };
  return { state, off_reason: null, off_at: null, failing_since: null };
}

export async function changeEndpointOf(
  ctx: Context,
  actor: Actor,
  at: At,
  input: BodyOf<typeof changeWebhookEndpoint>,
): Promise<WebhookEndpoint> {
  return withEndpoint(ctx, actor, at, async (tx, endpoint, key) => {
    const url = input.url === undefined ? endpoint.url : requireUrl(ctx, input.url);
    const now = ctx.clock.now();
    const row = await saveEndpoint(tx, key, {
      url,
      ...(input.description !== undefined && { description: input.description }),
      ...(input.events && { events: [...input.events] }),
      ...switched(endpoint, input.state, now),
    });
    const turned = row.state === endpoint.state ? 'changed' : `turned_${row.state}`;
    await note(ctx, tx, actor, { key, action: `webhook.${turned}`, url });
    if (turned === 'turned_on') ctx.database.afterCommit('send_webhooks', () => ctx.jobs.soon('send_webhooks'));
    return presentEndpoint(row, now);
  });
}

export async function deleteEndpointOf(ctx: Context, actor: Actor, at: At): Promise<{ deleted: true }> {
  return withEndpoint(ctx, actor, at, async (tx, { url }, key) => {
    await deleteEndpoint(tx, key);
    await note(ctx, tx, actor, { key, action: 'webhook.deleted', url });
    return { deleted: true };
  });
}

/** A second rotation within the overlap ends the first secret at once, which is the way out if it leaked. */
export async function rotateSecretOf(ctx: Context, actor: Actor, at: At): Promise<WithSecret> {
  return withEndpoint(ctx, actor, at, async (tx, endpoint, key) => {
    const secret = newSigningSecret();
    const now = ctx.clock.now();
    const row = await saveEndpoint(tx, key, {
      sealed: ctx.sealer.seal(secret),
      previous_sealed: endpoint.sealed,
      previous_until: new Date(now.getTime() + overlapMs),
    });
    await note(ctx, tx, actor, { key, action: 'webhook.secret_rotated', url: endpoint.url });
    return { secret, endpoint: presentEndpoint(row, now) };
  });
}

function requireOn({ state }: EndpointRecord): void {
  if (state !== 'on') throw new Refusal('conflict', { message: 'The endpoint is off; turn it on first' });
}

export async function testEndpointOf(ctx: Context, actor: Actor, at: At): Promise<OutgoingDelivery> {
  return withEndpoint(ctx, actor, at, async (tx, endpoint, key) => {
    requireOn(endpoint);
    const now = ctx.clock.now();
    const deliveryId = newId(now);
    await insertTestEvent(tx, key, { eventId: newId(now), deliveryId, at: now });
    ctx.database.afterCommit('send_webhooks', () => ctx.jobs.soon('send_webhooks'));
    return required(await findOutgoing(tx, { ...key, deliveryId }));
  });
}

function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

export async function listOutgoingOf(
  ctx: Context,
  actor: Actor,
  at: At,
  query: QueryOf<typeof listOutgoingDeliveries>,
): Promise<{ data: OutgoingDelivery[]; meta: MetaOf<typeof listOutgoingDeliveries> }> {
  return ofEndpoint(ctx, actor, at, (tx, _endpoint, key) => pageOfOutgoing(tx, key, query));
}

export async function readOutgoingOf(
  ctx: Context,
  actor: Actor,
  at: At & { deliveryId: string },
): Promise<OutgoingDeliveryDetails> {
  const { deliveryId } = at;
  if (!isId(deliveryId)) throw new Refusal('not_found');
  return ofEndpoint(ctx, actor, at, async (tx, _endpoint, key) =>
    required(await findOutgoingDetails(tx, { ...key, deliveryId })),
  );
}

export async function replayOutgoingOf(
  ctx: Context,
  actor: Actor,
  at: At & { deliveryId: string },
): Promise<OutgoingDelivery> {
  const { deliveryId } = at;
  if (!isId(deliveryId)) throw new Refusal('not_found');
  return withEndpoint(ctx, actor, at, async (tx, endpoint, key) => {
    required(await findOutgoing(tx, { ...key, deliveryId }));
    requireOn(endpoint);
    await replayDelivery(tx, { ...key, deliveryId }, ctx.clock.now());
    ctx.database.afterCommit('send_webhooks', () => ctx.jobs.soon('send_webhooks'));
    return required(await findOutgoing(tx, { ...key, deliveryId }));
  });
}

export async function replayFailedOf(
  ctx: Context,
  actor: Actor,
  at: At,
  { since }: BodyOf<typeof replayFailedDeliveries>,
): Promise<DataOf<typeof replayFailedDeliveries>> {
  return withEndpoint(ctx, actor, at, async (tx, endpoint, key) => {
    requireOn(endpoint);
    const done = await replayFailed(tx, key, { since: new Date(since), most: mostReplayed });
    ctx.database.afterCommit('send_webhooks', () => ctx.jobs.soon('send_webhooks'));
    return done;
  });
}
