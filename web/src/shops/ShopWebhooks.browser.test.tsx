import { connectShopSync, readShopSync, type ShopSync } from '@vitrine/contract/shop-sync.ts';
import { listShopConnections, type ShopConnection } from '@vitrine/contract/connections.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { ShopifySteps } from './ShopifySteps.tsx';
import { ShopWebhooks } from './ShopWebhooks.tsx';

type Webhooks = NonNullable<ShopSync['webhooks']>;
const made = (topic: string): Webhooks['topics'][number] => ({ topic, state: 'created', reason: null, detail: '' });
const refused = (
  topic: string,
  reason: NonNullable<Webhooks['topics'][number]['reason']>,
  detail = '',
): Webhooks['topics'][number] => ({ topic, state: 'refused', reason, detail });

const nothing: ShopSync = { access: null, webhooks: null, running: null, last: null, failure: null };
const showTopics = (topics: Webhooks['topics'], obstacle: Webhooks['obstacle'] = null) =>
  show(<ShopWebhooks sync={{ ...nothing, webhooks: { obstacle, topics } }} />);

test('while the webhooks are being created, the page says so', async () => {
  const running = { since: '2026-01-05T15:30:00.000Z', reads: 'webhooks' as const, seen: 0 };
  await show(<ShopWebhooks sync={{ ...nothing, running }} />);
  await expect
    .element(page.getByRole('status').first())
    .toHaveTextContent('We’re creating the webhooks in Shopify. That takes a few seconds.');
});

test('when all are set up, the owner is told to delete those made by hand', async () => {
  await showTopics([made('orders/paid'), { ...made('refunds/create'), state: 'existing' }]);
  await expect.element(page.getByRole('status').first()).toHaveTextContent('All webhooks are set up');
  await expect.element(page.getByText(/made webhooks for this address in Shopify yourself/)).toBeVisible();
  await page.getByText('View all 2 webhooks').click();
  await expect.element(page.getByText('Already there')).toBeVisible();
});

test('each reason of a refusal is said once, with its topics and what to do', async () => {
  await showTopics([
    made('orders/paid'),
    refused('disputes/create', 'scope_missing', 'read_shopify_payments_disputes'),
    refused('disputes/update', 'scope_missing', 'read_shopify_payments_disputes'),
    refused('refunds/create', 'other', 'Too many webhooks'),
  ]);
  await expect.element(page.getByRole('status').first()).toHaveTextContent('1 of 4 webhooks are set up');
  await expect
    .element(page.getByText(/lacks the permission/))
    .toHaveTextContent(
      'Dispute opened and Dispute updated: the app lacks the permission read_shopify_payments_disputes. In the Dev Dashboard, release a version with it. Then choose “Sync now”.',
    );
  await expect
    .element(page.getByText(/Too many webhooks/))
    .toHaveTextContent(
      'Refund created: Shopify refused with “Too many webhooks”. Choose “Sync now” to try again, or create the webhook by hand.',
    );
});

test('when Shopify refuses all, nothing is called set up', async () => {
  await showTopics([refused('orders/paid', 'customer_data')]);
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Shopify refused all webhooks');
  await expect.element(page.getByText(/request access to protected customer data/)).toBeVisible();
  expect(page.getByText(/yourself/).query()).toBeNull();
});

test('an obstacle names what is missing', async () => {
  await showTopics([], 'not_https');
  await expect.element(page.getByText(/Ask its operator to set up https/)).toBeVisible();
});

test('a token without its secret asks for the API secret key', async () => {
  await showTopics([], 'secret_missing');
  await expect.element(page.getByText(/together with the API secret key/)).toBeVisible();
});

const connection: ShopConnection = {
  kind: 'shopify',
  state: 'not_connected',
  address: 'https://portal.example/api/v1/integrations/shopify/glow-lab',
  time_zone: null,
  connected_at: null,
  disconnected_at: null,
  disconnected_by: null,
  secrets: [],
  last_delivery: null,
  week: { received: 0, problems: 0, wrong_signatures: 0 },
  last_wrong_signature_at: null,
  renewal_months: 12,
};

test('the steps take the access of an app once, and keep what was typed when it is refused', async () => {
  answerCalls(listShopConnections, () => ({ data: { connections: [connection], orders: [] } }));
  answerCalls(readShopSync, () => ({ data: nothing }));
  const sent = answerCalls(connectShopSync, () =>
    refusal('validation_failed', { client_secret: ['was refused by glow.myshopify.com'] }),
  );
  await show(<ShopifySteps merchant="glow-lab" connection={connection} />);
  await page.getByLabelText('Shop address').fill('glow.myshopify.com');
  await page.getByLabelText('Client ID').fill('the-client');
  await page.getByLabelText('Client secret').fill('shpss_wrong');
  await page.getByRole('button', { name: 'Save access' }).click();
  await expect.element(page.getByText('was refused by glow.myshopify.com')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { domain: 'glow.myshopify.com', client_id: 'the-client', client_secret: 'shpss_wrong' },
  ]);
  await expect.element(page.getByLabelText('Client ID')).toHaveValue('the-client');
});

test('once the access is saved, the steps don’t ask for it again', async () => {
  const access = {
    domain: 'glow.myshopify.com',
    way: 'client' as const,
    client_id: 'c',
    hint: '…cret',
    connected_at: '2026-01-05T15:30:00.000Z',
  };
  answerCalls(listShopConnections, () => ({ data: { connections: [connection], orders: [] } }));
  answerCalls(readShopSync, () => ({ data: { ...nothing, access } }));
  await show(<ShopifySteps merchant="glow-lab" connection={{ ...connection, state: 'waiting' }} />);
  await expect.element(page.getByText(/We saved the access to glow.myshopify.com/)).toBeVisible();
  expect(page.getByLabelText('Client secret').query()).toBeNull();
});
