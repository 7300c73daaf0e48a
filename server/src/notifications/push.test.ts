import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { changeNotificationSettings } from '@vitrine/contract/notifications.settings.ts';
import { type Notice, readNotifications } from '@vitrine/contract/notifications.ts';
import { changePassword, stepUp } from '@vitrine/contract/passwords.ts';
import { addPushDevice, readPushDevices, removePushDevice } from '@vitrine/contract/notifications.push.ts';
import { logout } from '@vitrine/contract/sessions.ts';
import { type Client, client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { notify } from '../platform/events/notify.ts';
import { createSealer } from '../platform/seal.ts';
import { allowLoopback } from '../webhooks/webhooks.testing.ts';
import { sendPushes } from './push.send.ts';
import {
  addDevice,
  openPushBrowser,
  openPushService,
  type PushBrowser,
  type PushService,
  readVapid,
} from './push.testing.ts';

const minuteMs = 60_000;

let world: World;
let service: PushService;
let ava: Client;
let browser: PushBrowser;
beforeAll(async () => {
  world = await openWorld();
  allowLoopback(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  service = await openPushService();
  ava = await world.signIn('ava@creators.test');
  browser = openPushBrowser(service, 'phone');
});
afterEach(async () => {
  service[Symbol.dispose]();
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    for (const table of ['push_devices', 'notifications'] as const) await tx.deleteFrom(table).execute();
    await tx.updateTable('users').set({ notifications: '{}', locale: 'en' }).execute();
  });
});

const sale: Notice = { kind: 'sale', order_id: '1001', amount: { amount: '450', currency: 'USD' }, held: false };
async function ring(notice: Notice = sale, about?: string, user: 'ava' | 'noor' = 'ava'): Promise<void> {
  world.clock.advance(1_000);
  const to = { users: [world.people.users[user]], merchantId: world.people.merchants.glow };
  await world.ctx.database.as({ role: 'system' }, (tx) => notify(world.ctx, tx, to, notice, about));
}
async function sent(): Promise<number> {
  await sendPushes(world.ctx);
  return service.received.length;
}
const devicesOf = async (who: Client) => granted(await who.call(readPushDevices)).devices;
const waiting = () =>
  world.ctx.database.as({ role: 'system' }, (tx) => tx.selectFrom('push_deliveries').selectAll().execute());

describe('a notification', () => {
  test('reaches the device, readable only there, signed with the key that browsers subscribe with', async () => {
    await addDevice(ava, browser);
    await ring();
    expect(await sent()).toBe(1);
    const [push] = service.received;
    expect(push?.path).toBe('/phone');
    expect(push?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      'user-agent': 'Vitrine-Push',
    });
    expect(push?.body.toString('latin1')).not.toContain('1001');
    const message = browser.read(push?.body ?? Buffer.alloc(0));
    expect(message).toEqual({
      title: 'Glow Lab',
      body: 'You earned $4.50 with order 1001',
      url: '/earnings?order=1001&merchant=glow-lab',
      tag: expect.any(String),
    });
    const { public_key: publicKey } = granted(await ava.call(readPushDevices));
    const stated = readVapid(push?.headers.authorization);
    expect(stated).toMatchObject({ aud: service.origin, key: publicKey });
    expect(stated.sub).toBe(`mailto:${world.ctx.config.operator.email}`);
    expect(await waiting()).toEqual([]);
    expect(await sent()).toBe(1);
  });

  test('reaches every device of the user, and nobody else’s', async () => {
    const other = await world.signIn('ava@creators.test');
    const tablet = openPushBrowser(service, 'tablet');
    await addDevice(ava, browser);
    await addDevice(other, tablet);
    await addDevice(await world.signIn('noor@creators.test'), openPushBrowser(service, 'noor'));
    await ring();
    await sent();
    expect(service.received.map(({ path }) => path).sort()).toEqual(['/phone', '/tablet']);
  });

  test('is in the reader’s language', async () => {
    granted(await ava.call(changeProfile, { body: { locale: 'es' } }));
    await addDevice(ava, browser);
    await ring({ kind: 'settings_changed' });
    await sent();
    expect(browser.read(service.received[0]?.body ?? Buffer.alloc(0)).body).toBe(
      'La marca ha cambiado cómo cuenta o paga los pedidos',
    );
  });

  test('isn’t sent if it was read meanwhile, or is turned off', async () => {
    await addDevice(ava, browser);
    await ring();
    granted(await ava.call(readNotifications, { body: { all: true } }));
    granted(await ava.call(changeNotificationSettings, { body: { topic: 'hold', push: false } }));
    await ring({ kind: 'hold', order_id: '7', outcome: 'held' });
    expect(await sent()).toBe(0);
    expect(await waiting()).toEqual([]);
    // What is about the account itself always comes.
    await ring({ kind: 'security', action: 'new_device' });
    expect(await sent()).toBe(1);
  });

  test('about the same has the same tag, so the device shows only the newest', async () => {
    await addDevice(ava, browser);
    const message: Notice = { kind: 'message', account: world.people.accounts.avaGlow };
    await ring(message, 'a conversation');
    await sent();
    await ring(message, 'a conversation');
    await sent();
    const tags = service.received.map(({ body }) => browser.read(body).tag);
    expect(tags).toEqual(['message a conversation', 'message a conversation']);
  });
});

describe('a push service', () => {
  test.each([404, 410, 401, 403])('that answers %i ends the subscription', async (status) => {
    await addDevice(ava, browser);
    service.answer.status = status;
    await ring();
    expect(await sent()).toBe(1);
    expect(await devicesOf(ava)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test.each([500, 429])('that answers %i is asked again, after longer and longer pauses', async (status) => {
    await addDevice(ava, browser);
    service.answer.status = status;
    await ring();
    expect(await sent()).toBe(1);
    expect(await sent()).toBe(1);
    world.clock.advance(minuteMs);
    expect(await sent()).toBe(2);
    world.clock.advance(minuteMs);
    expect(await sent()).toBe(2);
    world.clock.advance(minuteMs);
    expect(await sent()).toBe(3);
    service.answer.status = 201;
    world.clock.advance(4 * minuteMs);
    expect(await sent()).toBe(4);
    expect(await waiting()).toEqual([]);
    expect(await devicesOf(ava)).toHaveLength(1);
  });

  test('that asks for a pause gets it, and what is a day old isn’t sent any more', async () => {
    await addDevice(ava, browser);
    Object.assign(service.answer, { status: 429, headers: { 'retry-after': '600' } });
    await ring();
    await sent();
    world.clock.advance(9 * minuteMs);
    expect(await sent()).toBe(1);
    world.clock.advance(minuteMs);
    expect(await sent()).toBe(2);
    world.clock.advance(25 * 60 * minuteMs);
    expect(await sent()).toBe(2);
    expect(await waiting()).toEqual([]);
  });

  test('that is away keeps no other device waiting', async () => {
    const gone = await openPushService();
    const other = await world.signIn('ava@creators.test');
    await addDevice(ava, openPushBrowser(gone, 'away'));
    gone[Symbol.dispose]();
    await addDevice(other, browser);
    await ring();
    expect(await sent()).toBe(1);
    expect(await waiting()).toHaveLength(1);
  });
});

describe('a device', () => {
  test('is listed by its browser, once for each session', async () => {
    const other = await world.signIn('ava@creators.test');
    await addDevice(ava, browser);
    const again = await addDevice(ava, openPushBrowser(service, 'renewed'));
    await addDevice(other, openPushBrowser(service, 'other'));
    const list = await devicesOf(ava);
    expect(list).toHaveLength(2);
    expect(list.find(({ current }) => current)).toEqual({ ...again, current: true });
    await ring();
    await sent();
    expect(service.received.map(({ path }) => path).sort()).toEqual(['/other', '/renewed']);
  });

  test('belongs to whoever logged in last with that browser', async () => {
    await addDevice(ava, browser);
    await addDevice(await world.signIn('noor@creators.test'), browser);
    expect(await devicesOf(ava)).toEqual([]);
    await ring();
    expect(await sent()).toBe(0);
  });

  test('gets nothing any more after it is turned off, by its owner only', async () => {
    const { id } = await addDevice(ava, browser);
    const noor = await world.signIn('noor@creators.test');
    const params = { device_id: id };
    expect((await noor.call(removePushDevice, { params })).status).toBe(404);
    expect((await noor.call(removePushDevice, { params: { device_id: 'none' } })).status).toBe(404);
    granted(await ava.call(removePushDevice, { params }));
    expect((await ava.call(removePushDevice, { params })).status).toBe(404);
    await ring();
    expect(await sent()).toBe(0);
  });

  test('gets nothing any more after its session ends', async () => {
    await addDevice(ava, browser);
    const other = await world.signIn('ava@creators.test');
    await addDevice(other, openPushBrowser(service, 'other'));
    granted(await ava.call(logout));
    await ring();
    await sent();
    expect(service.received.map(({ path }) => path)).toEqual(['/other']);
    expect(await devicesOf(other)).toHaveLength(1);
  });

  test.each([
    ['http://push.example/x', 'endpoint', 'must begin with https://'],
    ['https://user:secret@push.example/x', 'endpoint', 'must not contain a user name'],
    ['https://10.0.0.8/x', 'endpoint', 'must not lead to a private network'],
    ['https://push.example:6379/x', 'endpoint', 'must use port 443 or 8443'],
    ['push', 'endpoint', 'must be an address'],
  ])('with the address %s is refused', async (endpoint, field, text) => {
    const body = { ...browser.subscription, endpoint };
    const { status, problem } = await ava.call(addPushDevice, { body });
    expect(status).toBe(422);
    expect(problem.errors).toEqual({ [field]: [expect.stringContaining(text)] });
  });

  test('with keys that nothing can be encrypted for is refused', async () => {
    const keys = { ...browser.subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
    expect((await ava.call(addPushDevice, { body: { ...browser.subscription, keys } })).status).toBe(422);
    const short = { ...browser.subscription.keys, auth: 'short' };
    expect((await ava.call(addPushDevice, { body: { ...browser.subscription, keys: short } })).status).toBe(422);
  });
});

test('the key of the installation is made once and stored sealed', async () => {
  const first = granted(await ava.call(readPushDevices)).public_key;
  const glow = await world.signIn('brand@glow.test');
  expect(granted(await glow.call(readPushDevices)).public_key).toBe(first);
  expect(Buffer.from(first, 'base64url')).toHaveLength(65);
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('push_keys').selectAll().execute(),
  );
  expect(rows).toHaveLength(1);
  expect(Buffer.from(world.ctx.sealer.open(rows[0]?.sealed ?? Buffer.alloc(0)), 'base64url')).toHaveLength(32);
});

test('the worker is at the root, where it serves all pages, and never out of date', async () => {
  const { statusCode, headers, body } = await world.app.inject({ url: '/push-worker.js' });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  expect(body).toContain('showNotification');
});

test('the portal can be put on a home screen, where iPhones allow notifications', async () => {
  const { headers, body } = await world.app.inject({ url: '/manifest.webmanifest' });
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const { name, display, icons } = JSON.parse(body);
  expect([name, display, icons.length]).toEqual(['Vitrine', 'standalone', 2]);
  for (const { src } of icons) expect((await world.app.inject({ url: src })).headers['content-type']).toBe('image/png');
});

test('new keys of the installation end the subscriptions that nothing can be sent to any more', async () => {
  await addDevice(ava, browser);
  const before = granted(await ava.call(readPushDevices)).public_key;
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('push_keys')
      .set({ sealed: createSealer('another secret').seal('lost') })
      .execute(),
  );
  const second = await world.secondNode();
  const answer = await client(second.app, await world.token('ava@creators.test')).call(readPushDevices);
  expect(granted(answer).devices).toEqual([]);
  expect(granted(answer).public_key).not.toBe(before);
});

test('a device gets nothing any more after the password was changed elsewhere', async () => {
  const [lost, own] = [await world.signIn('noor@creators.test'), await world.signIn('noor@creators.test')];
  await addDevice(lost, browser);
  const { proof } = granted(await own.call(stepUp, { body: { password: demoPassword } }));
  granted(await own.call(changePassword, { body: { new_password: 'seven grey herons', proof } }));
  await ring(sale, undefined, 'noor');
  expect(await sent()).toBe(0);
  expect(await devicesOf(own)).toEqual([]);
});
