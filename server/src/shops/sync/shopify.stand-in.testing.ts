import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OutsideVariant = {
  id: number;
  sku?: string;
  title: string;
  price: string;
  status?: string;
  hidden?: boolean;
};
export type OutsideCode = { code: string; title: string; status: string; endsAt?: string };

export type OutsideSubscription = { id: string; topic: string; uri: string; format: string };
/** A webhook as it leaves the shop: the app's secret signs it. */
export type OutsideWebhook = { uri: string; headers: Record<string, string>; payload: string };

/** A shop at Shopify with its Admin API, on loopback. `failures` are what the next calls get instead of an answer. */
export type OutsideShop = {
  url: string;
  token: string;
  client: { id: string; secret: string };
  currency: string;
  scopes: string[];
  variants: OutsideVariant[];
  codes: OutsideCode[];
  /** The webhooks of the app. */
  subscriptions: OutsideSubscription[];
  /** Topics that the shop refuses, each with what it says. `denied`: by an error instead of a user error. */
  refused: Record<string, { message: string; denied?: boolean }>;
  /** How many variants a page has. */
  pageSize: number;
  /** What is left of the allowance after a call. */
  available: number;
  failures: ((response: ServerResponse) => void)[];
  calls: string[];
  close: () => void;
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function page<T>(all: readonly T[], after: string | null, size: number) {
  const from = after === null ? 0 : Number(after);
  const hasNextPage = from + size < all.length;
  return { from: all.slice(from, from + size), pageInfo: { hasNextPage, endCursor: String(from + size) } };
}

function variantNode({ id, sku, title, price, status = 'ACTIVE', hidden = false }: OutsideVariant) {
  const image = { preview: { image: { url: `https://cdn.shopify.example/${id}.jpg?v=1` } } };
  return {
    legacyResourceId: String(id),
    sku: sku ?? null,
    title: 'Default Title',
    price,
    compareAtPrice: null,
    availableForSale: true,
    media: { nodes: [] },
    product: {
      title,
      handle: `p-${id}`,
      status,
      description: `About ${title}`,
      productType: 'Care',
      isGiftCard: false,
      hasOnlyDefaultVariant: true,
      onlineStoreUrl: hidden ? null : `https://shop.example/products/p-${id}`,
      featuredMedia: image,
    },
  };
}

/** The scopes that subscribing to a topic needs. */
const scopesOfTopics: [prefix: string, scope: string][] = [
  ['ORDERS_', 'read_orders'],
  ['REFUNDS_', 'read_orders'],
  ['DISPUTES_', 'read_shopify_payments_disputes'],
];

/** What the shop says against a new subscription. */
function faultOf(shop: OutsideShop, topic: string, uri: string): string | undefined {
  const scope = scopesOfTopics.find(([prefix]) => topic.startsWith(prefix))?.[1];
  if (scope !== undefined && !shop.scopes.includes(scope))
    return `You do not have permission to create or update webhooks with ${topic} topic`;
  if (!uri.startsWith('https://')) return 'Address protocol http:// is not supported';
  if (shop.subscriptions.some((each) => each.topic === topic && each.uri === uri))
    return 'Address for this topic has already been taken';
  return shop.refused[topic]?.message;
}

type Variables = {
  after?: string | null;
  id?: string;
  topic?: string;
  subscription?: { uri: string; format: string };
};

function changeSubscriptions(shop: OutsideShop, { id, topic = '', subscription }: Variables): unknown {
  if (!subscription) {
    const isThere = shop.subscriptions.some((each) => each.id === id);
    shop.subscriptions = shop.subscriptions.filter((each) => each.id !== id);
    const userErrors = isThere ? [] : [{ message: 'Webhook subscription does not exist' }];
    return { webhookSubscriptionDelete: { deletedWebhookSubscriptionId: isThere ? id : null, userErrors } };
  }
  const fault = faultOf(shop, topic, subscription.uri);
  const made = { id: `gid://shopify/WebhookSubscription/${shop.calls.length}`, topic, ...subscription };
  if (fault === undefined) shop.subscriptions.push(made);
  const userErrors = fault === undefined ? [] : [{ message: fault }];
  return {
    webhookSubscriptionCreate: { webhookSubscription: fault === undefined ? { id: made.id } : null, userErrors },
  };
}

/** What the shop sends to its app's subscriptions when something happens. */
export function webhooksOf(shop: OutsideShop, topic: string, body: object): OutsideWebhook[] {
  const payload = JSON.stringify(body);
  const name = topic.toUpperCase().replace('/', '_');
  return shop.subscriptions
    .filter((each) => each.topic === name)
    .map(({ uri, format }) => ({
      uri,
      payload,
      headers: {
        'content-type': format === 'JSON' ? 'application/json' : 'application/xml',
        'x-shopify-topic': topic,
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-hmac-sha256': createHmac('sha256', shop.client.secret).update(payload).digest('base64'),
      },
    }));
}

function dataFor(shop: OutsideShop, query: string, after: string | null): unknown {
  if (query.includes('productVariants')) {
    const { from, pageInfo } = page(shop.variants, after, shop.pageSize);
    return { productVariants: { pageInfo, nodes: from.map(variantNode) } };
  }
  if (query.includes('codeDiscountNodes')) {
    const { from, pageInfo } = page(shop.codes, after, shop.pageSize);
    const nodes = from.map(({ code, ...about }) => ({ codeDiscount: { ...about, codes: { nodes: [{ code }] } } }));
    return { codeDiscountNodes: { pageInfo, nodes } };
  }
  return {
    shop: { currencyCode: shop.currency },
    webhookSubscriptions: { nodes: shop.subscriptions },
    currentAppInstallation: { accessScopes: shop.scopes.map((handle) => ({ handle })) },
  };
}

const kinds = [
  'productVariants',
  'codeDiscountNodes',
  'webhookSubscriptionCreate',
  'webhookSubscriptionDelete',
  'webhookSubscriptions',
];

function giveToken(shop: OutsideShop, form: URLSearchParams, response: ServerResponse): void {
  const isClient = form.get('client_id') === shop.client.id && form.get('client_secret') === shop.client.secret;
  const answer = isClient ? { access_token: shop.token, expires_in: 86_399 } : { error: 'invalid_client' };
  response.writeHead(isClient ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

async function answer(shop: OutsideShop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  if (request.url === '/admin/oauth/access_token') {
    shop.calls.push('token');
    return giveToken(shop, new URLSearchParams(body), response);
  }
  const { query, variables } = JSON.parse(body) as { query: string; variables: Variables };
  const kind = kinds.find((name) => query.includes(name)) ?? 'shop';
  const about = variables.after ?? variables.topic ?? variables.id ?? '';
  shop.calls.push(`${kind} ${about}`.trim());
  const failure = shop.failures.shift();
  if (failure) return failure(response);
  if (request.headers['x-shopify-access-token'] !== shop.token) return void response.writeHead(401).end('{}');
  const cost = { requestedQueryCost: 100, throttleStatus: { currentlyAvailable: shop.available, restoreRate: 10 } };
  const { topic = '' } = variables;
  const denied = shop.refused[topic]?.denied ? shop.refused[topic].message : undefined;
  const isChange = query.startsWith('mutation');
  const data = isChange ? changeSubscriptions(shop, variables) : dataFor(shop, query, variables.after ?? null);
  const content =
    denied === undefined
      ? { data, extensions: { cost } }
      : { errors: [{ message: denied, extensions: { code: 'ACCESS_DENIED' } }], extensions: { cost } };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

export async function openOutsideShop(): Promise<OutsideShop> {
  const server = createServer((request, response) => void answer(shop, request, response));
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const shop: OutsideShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'shpat_of_the_shop',
    client: { id: 'client-of-the-app', secret: 'shpss_of_the_app' },
    currency: 'EUR',
    scopes: ['read_products', 'write_discounts'],
    variants: [],
    codes: [],
    subscriptions: [],
    refused: {},
    pageSize: 2,
    available: 1_000,
    failures: [],
    calls: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return shop;
}
