// The first part of a pass: makes the brand's app send its webhooks here. Each change at Shopify is a step of its own, noted
// in the database. A process that dies between the two repeats the change, which does nothing the second time.
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { acceptsApp } from '../connections.secrets.ts';
import { queryShopify, ShopifyFailure } from '../shopify/shopify.admin.ts';
import {
  changesFor,
  createSubscription,
  deleteSubscription,
  ownSubscriptions,
  type TopicRefusal,
  refusalIn,
  subscribedTopics,
  type SubscriptionChange,
  subscriptionChange,
  subscriptionsQuery,
} from '../shopify/shopify.subscriptions.ts';
import { storableText } from '../shop.texts.ts';
import { webhookPath } from '../shop.ts';
import { withToken } from './sync.access.ts';
import { PassMoved, type Step } from './sync.pages.ts';
import { advanceSync, findSync, type SyncKey } from './sync.queries.ts';

const mostDetail = 200;

const topicResult = z.object({
  topic: z.string(),
  state: z.enum(['created', 'existing', 'refused']),
  reason: z.nullable(z.enum(['scope_missing', 'customer_data', 'other'])),
  detail: z.string(),
});
type TopicResult = z.output<typeof topicResult>;

/** What came of the subscriptions, as it is stored. */
export const subscriptionResults = z.object({
  obstacle: z.nullable(z.enum(['not_https', 'secret_missing'])),
  topics: z.array(topicResult),
});
type Results = z.output<typeof subscriptionResults>;

/** The place in this part of the pass: the changes that are left, and the permissions that the app has. */
const place = z.object({ left: z.array(subscriptionChange), given: z.array(z.string()) });
type Place = z.output<typeof place>;

const resultOf = (topic: string, state: 'created' | 'existing'): TopicResult => ({
  topic,
  state,
  reason: null,
  detail: '',
});
const refusedAs = (topic: string, { reason, detail }: TopicRefusal): TopicResult => ({
  topic,
  state: 'refused',
  reason,
  detail: storableText(detail, mostDetail),
});

/** Shopify refused this one thing; it would refuse it again. Anything else stops the pass, which is tried again. */
function isRefusal(error: unknown): error is ShopifyFailure {
  return error instanceof ShopifyFailure && (error.fault === 'scope_missing' || error.fault === 'unexpected');
}

function refusalOf(
  topic: string,
  { fault, detail }: ShopifyFailure,
  given: readonly string[],
): TopicRefusal | undefined {
  if (fault === 'scope_missing' && detail !== '') return { reason: 'scope_missing', detail };
  return refusalIn(topic, detail, given);
}

async function advance(ctx: Context, key: SyncKey, step: Step, webhooks: Results, next: Place | null): Promise<void> {
  const isDone = next === null || next.left.length === 0;
  const to = {
    phase: isDone ? 'products' : 'webhooks',
    cursor: isDone ? null : JSON.stringify(next),
    figures: JSON.stringify(step.figures),
    webhooks: JSON.stringify(webhooks),
    dueAt: step.dueAt,
  };
  const inBrand = { role: 'app', merchantId: key.merchantId } as const;
  if (!(await ctx.database.as(inBrand, (tx) => advanceSync(tx, key, step.row, to)))) throw new PassMoved();
}

type Brand = { slug: string; isAccepted: boolean };

async function brandOf(ctx: Context, key: SyncKey, { row }: Step): Promise<Brand> {
  return ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    const { slug } = await tx
      .selectFrom('merchants')
      .select('slug')
      .where('id', '=', key.merchantId)
      .executeTakeFirstOrThrow();
    const clientSecret = row.client_id === null ? null : ctx.sealer.open(row.sealed);
    return { slug, isAccepted: await acceptsApp(ctx, tx, key, clientSecret) };
  });
}

/** Compares what the app is subscribed to with what it should be. */
async function findChanges(ctx: Context, key: SyncKey, step: Step, address: string): Promise<{ waitMs: number }> {
  try {
    const { data, waitMs } = await withToken(ctx, key, step.row, (access) =>
      queryShopify(ctx, access, subscriptionsQuery),
    );
    const left = changesFor(data.webhookSubscriptions.nodes, address);
    const missing = new Set(left.flatMap((each) => (each.change === 'create' ? [each.topic] : [])));
    const topics = subscribedTopics.filter((topic) => !missing.has(topic)).map((topic) => resultOf(topic, 'existing'));
    const given = data.currentAppInstallation.accessScopes.map(({ handle }) => handle);
    await advance(ctx, key, step, { obstacle: null, topics }, { left, given });
    return { waitMs };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const refused: TopicRefusal = { reason: 'other', detail: error.detail };
    const topics = subscribedTopics.map((topic) => refusedAs(topic, refused));
    await advance(ctx, key, step, { obstacle: null, topics }, null);
    return { waitMs: 0 };
  }
}

type Answer = { refused: TopicRefusal | undefined; waitMs: number };

async function create(ctx: Context, key: SyncKey, { row }: Step, at: Place & { topic: string; address: string }) {
  const { topic, address, given } = at;
  return withToken(ctx, key, row, async (access): Promise<Answer> => {
    try {
      const { data, waitMs } = await queryShopify(ctx, access, createSubscription(topic, address));
      const [error] = data.webhookSubscriptionCreate.userErrors;
      return { refused: error && refusalIn(topic, error.message, given), waitMs };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refused: refusalOf(topic, error, given), waitMs: 0 };
    }
  });
}

/** One that Shopify doesn't delete is tried again in the next pass, because it is listed again. */
async function remove(ctx: Context, key: SyncKey, { row }: Step, id: string): Promise<number> {
  return withToken(ctx, key, row, async (access) => {
    try {
      return (await queryShopify(ctx, access, deleteSubscription(id))).waitMs;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return 0;
    }
  });
}

/** The results with that of one topic, in the order of the topics. */
function withResult({ topics }: Results, result: TopicResult): Results {
  const all = [...topics.filter(({ topic }) => topic !== result.topic), result];
  const sorted = subscribedTopics.flatMap((topic) => all.find((each) => each.topic === topic) ?? []);
  return { obstacle: null, topics: sorted };
}

async function makeChange(
  ctx: Context,
  key: SyncKey,
  step: Step,
  { change, left, given, address }: Place & { change: SubscriptionChange; address: string },
): Promise<{ waitMs: number }> {
  const so = subscriptionResults.parse(step.row.webhooks);
  const next = { left, given };
  const { topic } = change;
  if (change.change === 'delete') {
    // Without the new subscription, the old one may still reach us.
    const isRefused = so.topics.some((each) => each.topic === topic && each.state === 'refused');
    const waitMs = isRefused ? 0 : await remove(ctx, key, step, change.id);
    await advance(ctx, key, step, so, next);
    return { waitMs };
  }
  const { refused, waitMs } = await create(ctx, key, step, { ...next, topic, address });
  const result = refused ? refusedAs(topic, refused) : resultOf(topic, 'created');
  await advance(ctx, key, step, withResult(so, result), next);
  return { waitMs };
}

/** Finds what has to be changed at Shopify, or changes one thing. A topic that Shopify refuses doesn't stop the pass. */
export async function subscribe(ctx: Context, key: SyncKey, step: Step): Promise<{ waitMs: number }> {
  const { slug, isAccepted } = await brandOf(ctx, key, step);
  const address = `${ctx.config.publicUrl}${webhookPath(key.kind, slug)}`;
  // Shopify sends webhooks to nothing else, and those of an app whose secret we don't have would be refused here.
  const obstacle = !address.startsWith('https://') ? 'not_https' : isAccepted ? null : 'secret_missing';
  if (obstacle !== null) {
    await advance(ctx, key, step, { obstacle, topics: [] }, null);
    return { waitMs: 0 };
  }
  if (step.row.cursor === null) return findChanges(ctx, key, step, address);
  const { left, given } = place.parse(JSON.parse(step.row.cursor));
  const [change, ...rest] = left;
  if (!change) throw new Error('a place without a change was stored');
  return makeChange(ctx, key, step, { change, left: rest, given, address });
}

/**
 * Deletes the app's subscriptions to this brand, before the access is. If Shopify doesn't answer or the access is no longer
 * valid, they stay: their webhooks are refused from then on, and Shopify gives them up after eight failures.
 */
export async function endSubscriptions(ctx: Context, key: SyncKey, path: string): Promise<void> {
  const row = await ctx.database.as({ role: 'app', merchantId: key.merchantId }, (tx) => findSync(tx, key));
  if (!row) return;
  try {
    await withToken(ctx, key, row, async (access) => {
      const { data } = await queryShopify(ctx, access, subscriptionsQuery);
      for (const { id } of ownSubscriptions(data.webhookSubscriptions.nodes, path))
        await queryShopify(ctx, access, deleteSubscription(id));
    });
  } catch (error) {
    if (!(error instanceof ShopifyFailure)) throw error;
    ctx.log.info({ merchant_id: key.merchantId, fault: error.fault }, 'could not delete the webhooks of a shop’s app');
  }
}
