import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { openNewBrand } from './brands.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

type Received = { headers: IncomingHttpHeaders; body: string };

/** A brand's own server: it keeps what it receives and answers with `status`. */
async function openReceiver() {
  const state = { status: 204, received: [] as Received[] };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      state.received.push({ headers: request.headers, body });
      response.writeHead(state.status).end(state.status === 204 ? undefined : 'the till is closed');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return Object.assign(state, { url, close: () => server.close() });
}

test('a brand creates a webhook, receives signed events, and replays one that failed', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const receiver = await openReceiver();
  const { slug, token, call } = await openNewBrand(request);
  await signInWith(page, token);
  await page.goto(`/brand/${slug}/settings`);
  await page.getByRole('link', { name: 'Manage webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const drawer = page.getByRole('dialog', { name: 'Create webhook' });
  await drawer.getByLabel('Address').fill('https://10.0.0.1/hooks');
  await drawer.getByRole('button', { name: 'Create webhook' }).click();
  await expect(drawer).toContainText('must not lead to a private network, like 10.0.0.1');
  await drawer.getByLabel('Address').fill(receiver.url);
  await drawer.getByRole('button', { name: 'Create webhook' }).click();
  await expect(drawer).toContainText('You won’t see it again.');
  const secret = (await drawer.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await drawer.getByRole('link', { name: 'Open this webhook' }).click();

  await page.getByRole('button', { name: 'Send test event' }).click();
  const log = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem');
  await expect(log.first()).toContainText('Delivered');
  await expect(log.first()).toContainText('Test event');
  const verified = ({ body, headers }: Received) => new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(receiver.received.map(verified)).toMatchObject([{ type: 'webhook.test' }]);

  receiver.status = 500;
  await call('post', `/brand/${slug}/terms`, { note: 'News', rules: [{ kind: 'percentage', rate: 1500 }] });
  await expect.poll(() => receiver.received.length).toBe(2);
  await page.reload();
  await expect(log).toHaveCount(2);
  await expect(log.first()).toContainText('Waiting');
  await log.first().getByText('Terms published').click();
  await expect(log.first()).toContainText('Answered with 500');
  await expect(log.first()).toContainText('the till is closed');
  await expect(log.first()).toContainText('"note": "News"');
  await expectNoSidewaysScroll(page);
  receiver.status = 204;
  await log.first().getByRole('button', { name: 'Send now' }).click();
  await expect(log.first()).toContainText('Delivered');
  expect(receiver.received.slice(1).map(verified)).toMatchObject([
    { type: 'terms.published', data: { note: 'News' } },
    { type: 'terms.published', data: { note: 'News' } },
  ]);
  expect(receiver.received[2]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id']);

  await page.getByRole('switch', { name: 'Send events' }).click();
  await expect(page.getByText('You turned this webhook off.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('button', { name: 'Delete it with its log' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  receiver.close();
  expect(faults).toEqual([]);
});
