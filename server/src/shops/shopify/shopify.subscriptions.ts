// The webhook subscriptions of a brand's app. The Admin API lists, creates and deletes only those of the app that calls, and
// not those that were made in the shop's settings. Source: Shopify's documentation of `webhookSubscriptions`,
// `webhookSubscriptionCreate` and `webhookSubscriptionDelete`; since 2025-10 the address is `uri`.
import * as z from 'zod/mini';

/**
 * The topics that say something about orders or the app, each with the permission that it needs. `orders/edited` is not
 * among them: `orders/updated` follows it with the state of the order.
 */
const needed: Record<string, string | undefined> = {
  'orders/create': 'read_orders',
  'orders/paid': 'read_orders',
  'orders/updated': 'read_orders',
  'orders/cancelled': 'read_orders',
  'refunds/create': 'read_orders',
  'disputes/create': 'read_shopify_payments_disputes',
  'disputes/update': 'read_shopify_payments_disputes',
  'app/uninstalled': undefined,
};
export const subscribedTopics: readonly string[] = Object.keys(needed);

/** As the Admin API writes a topic: `ORDERS_CREATE`. */
const nameOf = (topic: string) => topic.toUpperCase().replace('/', '_');

const userErrors = z.array(z.object({ message: z.string() }));
const node = z.object({ id: z.string(), topic: z.string(), uri: z.string(), format: z.string() });
export type AppSubscription = z.output<typeof node>;

export const subscriptionsQuery = {
  query: `{
    webhookSubscriptions(first: 250) { nodes { id topic uri format } }
    currentAppInstallation { accessScopes { handle } }
  }`,
  variables: {},
  schema: z.object({
    webhookSubscriptions: z.object({ nodes: z.array(node) }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
};

export const createSubscription = (topic: string, uri: string) => ({
  query: `mutation ($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
      webhookSubscription { id }
      userErrors { message }
    }
  }`,
  variables: { topic: nameOf(topic), subscription: { uri, format: 'JSON' } },
  schema: z.object({ webhookSubscriptionCreate: z.object({ userErrors }) }),
});

export const deleteSubscription = (id: string) => ({
  query: `mutation ($id: ID!) {
    webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } }
  }`,
  variables: { id },
  schema: z.object({ webhookSubscriptionDelete: z.object({ userErrors }) }),
});

/** A change that makes the subscriptions right. */
export const subscriptionChange = z.discriminatedUnion('change', [
  z.object({ change: z.literal('create'), topic: z.string() }),
  z.object({ change: z.literal('delete'), topic: z.string(), id: z.string() }),
]);
export type SubscriptionChange = z.output<typeof subscriptionChange>;

/**
 * What makes an app send every topic to `address` exactly once. One that sends to an earlier address of this brand is
 * deleted after the new one was created, and one that doesn't send JSON before.
 */
export function changesFor(found: readonly AppSubscription[], address: string): SubscriptionChange[] {
  const earlier = ownSubscriptions(found, new URL(address).pathname).filter(({ uri }) => uri !== address);
  return subscribedTopics.flatMap((topic): SubscriptionChange[] => {
    const ofTopic = found.filter((each) => each.topic === nameOf(topic));
    const here = ofTopic.filter(({ uri }) => uri === address);
    const kept = here.find(({ format }) => format === 'JSON');
    const deleting = (some: AppSubscription[]) => some.map(({ id }) => ({ change: 'delete' as const, topic, id }));
    return [
      ...deleting(here.filter((each) => each !== kept)),
      ...(kept ? [] : [{ change: 'create' as const, topic }]),
      ...deleting(ofTopic.filter((each) => earlier.includes(each))),
    ];
  });
}

/** Those that send to this brand here or at an earlier address. */
export function ownSubscriptions(found: readonly AppSubscription[], path: string): AppSubscription[] {
  return found.filter(({ uri }) => URL.canParse(uri) && new URL(uri).pathname.endsWith(path));
}

export type TopicRefusal = { reason: 'scope_missing' | 'customer_data' | 'other'; detail: string };

/**
 * Why Shopify refused a topic, or undefined if it is subscribed already. Shopify says it in English only: without the
 * permission it says that the topic doesn't exist or isn't allowed, so the permissions of the app are compared first.
 */
export function refusalIn(topic: string, message: string, given: readonly string[]): TopicRefusal | undefined {
  if (/already been taken/i.test(message)) return undefined;
  const scope = needed[topic];
  if (scope !== undefined && !given.includes(scope) && !given.includes(scope.replace('read_', 'write_')))
    return { reason: 'scope_missing', detail: scope };
  if (/protected customer data/i.test(message)) return { reason: 'customer_data', detail: '' };
  return { reason: 'other', detail: message };
}
