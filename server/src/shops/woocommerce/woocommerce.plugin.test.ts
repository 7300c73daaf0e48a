import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectShop, downloadWooCommercePlugin, listShopConnections } from '@vitrine/contract/connections.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { unzip } from '../../data-export.testing.ts';
import { phpText } from './woocommerce.plugin.ts';
import { sendWooCommerce } from './woocommerce.testing.ts';

const hasPhp = spawnSync('php', ['-v']).status === 0;
const stubs = fileURLToPath(new URL('../../../../integrations/woocommerce/stubs/run.php', import.meta.url));

let world: World;
let files: Map<string, Buffer>;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  const staff = await world.signIn('brand@glow.test');
  const sent: unknown = granted(await staff.call(downloadWooCommercePlugin, { params: { merchant: 'glow-lab' } }));
  if (!Buffer.isBuffer(sent)) throw new Error('the plugin is no file');
  files = unzip(sent);
  folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

test("the plugin is one folder with the brand's address and snippet, and without a secret", () => {
  const names = ['config.php', 'readme.txt', 'uninstall.php', 'vitrine-for-woocommerce.php'];
  expect([...files.keys()].toSorted()).toEqual(names.map((name) => `vitrine-for-woocommerce/${name}`));
  const config = String(files.get('vitrine-for-woocommerce/config.php'));
  const home = world.ctx.config.publicUrl;
  expect(config).toContain(`'address' => '${home}/api/v1/integrations/woocommerce/glow-lab',`);
  expect(config).toContain(`'snippet' => '<script async src="${home}/vt.js`);
  expect(config).not.toContain('secret');
});

test('nothing in a text ends the quotes of PHP', () => {
  expect(phpText(String.raw`it's \ a '; exit;`)).toBe(String.raw`'it\'s \\ a \'; exit;'`);
});

test('a brand cannot download the plugin of another', async () => {
  const other = await world.signIn('brand@northwind.test');
  const answer = await other.call(downloadWooCommercePlugin, { params: { merchant: 'glow-lab' } });
  expect(answer.status).toBe(404);
});

type Run = {
  head: string;
  settings: { address: string; secret: string; webhooks: number[] };
  clicks: (string | null)[];
  sent: { address: string; body: string; headers: Record<string, string> }[];
  webhooks: Record<string, unknown>[];
  payload: Record<string, unknown>;
  foreign: Record<string, unknown>;
  page: string;
};
const run = (status: number): Run =>
  JSON.parse(
    execFileSync('php', [stubs, join(folder, 'vitrine-for-woocommerce'), String(status)], { encoding: 'utf8' }),
  );

describe.skipIf(!hasPhp)('with PHP', () => {
  test('every file has valid syntax', () => {
    const scripts = [...files.keys()].filter((name) => name.endsWith('.php'));
    const checked = scripts.map((name) => execFileSync('php', ['-l', join(folder, name)], { encoding: 'utf8' }));
    expect(checked.filter((result) => !result.startsWith('No syntax errors'))).toEqual([]);
    expect(scripts).toHaveLength(3);
  });

  test('it writes the click of the cookie into orders of both checkouts, and nothing that is no click', () => {
    expect(run(200).clicks).toEqual(['AZq-1_x', 'AZq-1_x', null, null]);
  });

  test('it prints the snippet, and creates each webhook once with address and secret', () => {
    const { head, settings, webhooks, page } = run(200);
    expect(head).toMatch(/^<script async src=".*\/vt\.js.*><\/script>$/);
    expect(webhooks.map((webhook) => webhook['topic'])).toEqual([
      'order.created',
      'order.updated',
      'order.deleted',
      'order.restored',
    ]);
    for (const webhook of webhooks)
      expect(webhook).toMatchObject({
        delivery_url: settings.address,
        secret: settings.secret,
        status: 'active',
        api_version: 'wp_api_v3',
      });
    expect(settings.webhooks).toEqual([31, 32, 33, 34]);
    expect(page).toContain('Connected.');
  });

  test('its test is accepted as signed by the brand that saved the secret', async () => {
    const { sent, settings } = run(200);
    const [call] = sent;
    if (!call) throw new Error('no test was sent');
    expect(call.headers['X-WC-Webhook-Signature']).toBe(
      createHmac('sha256', settings.secret).update(call.body).digest('base64'),
    );
    const staff = await world.signIn('brand@glow.test');
    const params = { merchant: 'glow-lab', kind: 'woocommerce' };
    granted(await staff.call(connectShop, { params, body: { secret: settings.secret, time_zone: 'Europe/Madrid' } }));
    const { body, headers } = call;
    const signature = headers['X-WC-Webhook-Signature'] ?? '';
    expect((await sendWooCommerce(world.app, { topic: 'ping', body, signature })).statusCode).toBe(200);
    const { connections } = granted(await staff.call(listShopConnections, { params: { merchant: 'glow-lab' } }));
    expect(connections.find(({ kind }) => kind === 'woocommerce')).toMatchObject({
      state: 'connected',
      last_delivery: { topic: 'ping', outcome: 'test_event' },
    });
  });

  test('it connects nothing if the portal refuses the secret, and says what to do', () => {
    const { webhooks, page } = run(401);
    expect(webhooks).toEqual([]);
    expect(page).toContain('Save it there first');
  });

  test('it adds the lines of refunds to its own webhooks only', () => {
    const { payload, foreign } = run(200);
    expect(payload['vitrine_refunds']).toEqual([
      { id: 3161, lines: [{ line_id: 461, quantity: 1, total: '48.00', total_tax: '10.08' }], other: '5.00' },
    ]);
    expect(foreign['vitrine_refunds']).toBeUndefined();
  });
});
