import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { changeNotificationSettings } from '@vitrine/contract/notifications.settings.ts';
import { listNotifications, type Notice, readNotifications } from '@vitrine/contract/notifications.ts';
import type { BatchedName } from '@vitrine/contract/values/preferences.ts';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { notify } from '../platform/events/notify.ts';
import { mailNotifications, nextDaily } from './batches.jobs.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const address = 'ava@creators.test';

let world: World;
let ava: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(new Date(world.clock.now().getTime() + 30 * 24 * hourMs));
  ava = await world.signIn(address);
  granted(await ava.call(changeProfile, { body: { locale: 'en', time_zone: 'UTC' } }));
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.updateTable('users').set({ notifications: '{}' }).execute();
    for (const table of ['notifications', 'notification_mails', 'mails'] as const) await tx.deleteFrom(table).execute();
  });
});

async function ring(notice: Notice, merchant: 'glow' | 'northwind' = 'glow', isMailed = false): Promise<void> {
  world.clock.advance(1_000);
  const to = { users: [world.people.users.ava], merchantId: world.people.merchants[merchant] };
  await world.ctx.database.as({ role: 'system' }, (tx) => notify(world.ctx, tx, to, notice, undefined, { isMailed }));
}

const sale = (order: string, amount = '450', currency = 'USD'): Notice => ({
  kind: 'sale',
  order_id: order,
  amount: { amount, currency },
  held: false,
});
const reversal = (order: string): Notice => ({
  kind: 'reversal',
  order_id: order,
  amount: { amount: '100', currency: 'USD' },
});
const choose = async (topic: BatchedName, email: 'now' | 'daily' | 'off') =>
  granted(await ava.call(changeNotificationSettings, { body: { topic, email } }));
async function after(ms: number) {
  world.clock.advance(ms);
  await mailNotifications(world.ctx);
  return subjects();
}
const subjects = async () => (await mailsAsSent(world.ctx, address)).map(({ subject }) => subject);
const newest = async () => {
  const found = (await mailsAsSent(world.ctx, address)).at(-1);
  if (!found) throw new Error('nothing was emailed');
  return found;
};
async function readAll() {
  ava = await world.signIn(address);
  granted(await ava.call(readNotifications, { body: { all: true } }));
}

describe('at once', () => {
  beforeEach(async () => {
    await choose('sale', 'now');
    await choose('reversal', 'now');
  });

  test('the first goes after five minutes, and what follows at most once an hour', async () => {
    await ring(sale('1001'));
    expect(await after(4 * minuteMs)).toEqual([]);
    expect(await after(2 * minuteMs)).toEqual(['You earned $4.50 with order 1001']);
    for (let n = 0; n < 12; n += 1) await ring(sale(`20${n}`, '702'));
    await ring(reversal('1001'));
    expect(await after(30 * minuteMs)).toHaveLength(1);
    expect(await after(30 * minuteMs)).toEqual([
      'You earned $4.50 with order 1001',
      '12 sales, $84.24 · 1 reversal, $1.00',
    ]);
    expect(await after(2 * hourMs)).toHaveLength(2);
  });

  test('what comes within the five minutes is in the same email', async () => {
    await ring(sale('1001'));
    await after(4 * minuteMs);
    await ring(sale('1002'));
    expect(await after(minuteMs)).toEqual(['2 sales, $9.00']);
    const { text, topic, kind } = await newest();
    expect([topic, kind]).toEqual(['sale', 'notifications']);
    expect(text).toContain('You earned $4.50 with order 1001\n\nYou earned $4.50 with order 1002');
    expect(text).toContain('/earnings');
  });

  test('what was read on the bell isn’t emailed', async () => {
    await ring(sale('1001'));
    await readAll();
    await ring(sale('1002'));
    expect(await after(6 * minuteMs)).toEqual(['You earned $4.50 with order 1002']);
    await ring(sale('1003'));
    await readAll();
    expect(await after(2 * hourMs)).toHaveLength(1);
  });

  test('several currencies and brands are apart', async () => {
    await ring(sale('1001'));
    await ring(sale('77', '900', 'EUR'), 'northwind');
    expect(await after(6 * minuteMs)).toEqual(['2 sales, $4.50, €9.00']);
    const { text } = await newest();
    expect(text).toContain('Glow Lab: You earned $4.50 with order 1001');
    expect(text).toContain('Northwind Outfitters: You earned €9.00 with order 77');
  });

  test('two runs at the same time send one email', async () => {
    await ring(sale('1001'));
    world.clock.advance(6 * minuteMs);
    await Promise.all([mailNotifications(world.ctx), mailNotifications(world.ctx), mailNotifications(world.ctx)]);
    expect(await subjects()).toHaveLength(1);
  });
});

describe('once a day', () => {
  test('goes at 8:00 in the reader’s time zone, with what came since the last one', async () => {
    granted(await ava.call(changeProfile, { body: { time_zone: 'America/New_York' } }));
    world.clock.set(new Date('2027-02-01T20:00:00Z'));
    for (let n = 0; n < 11; n += 1) await ring(sale(`10${n}`));
    await ring({ kind: 'hold', order_id: '7', outcome: 'held' });
    expect(await after(hourMs)).toEqual([]);
    world.clock.set(new Date('2027-02-02T12:59:00Z'));
    expect(await after(0)).toEqual([]);
    world.clock.set(new Date('2027-02-02T13:00:00Z'));
    expect(await after(0)).toEqual(['11 sales, $49.50 · 1 update on an order on hold']);
    expect((await newest()).topic).toBe('sale-hold');
    // Nothing new: no email on the next day.
    expect(await after(24 * hourMs)).toHaveLength(1);
    await ring(sale('2000'));
    expect(await after(24 * hourMs)).toHaveLength(2);
  });

  test('a hold that was declined is left to its own email, and so is what is corrected later', async () => {
    await ring({ kind: 'hold', order_id: '7', outcome: 'declined' });
    await ring(sale('8'), 'glow', true);
    expect(await after(48 * hourMs)).toEqual([]);
  });

  test('what is turned off isn’t emailed, also if it already waits', async () => {
    await ring(sale('1001'));
    await ring(reversal('1001'));
    await choose('sale', 'off');
    await after(24 * hourMs);
    expect(await after(24 * hourMs)).toEqual(['$1.00 of your commission on order 1001 was reversed']);
    await choose('sale', 'now');
    expect(await after(24 * hourMs)).toHaveLength(1);
  });

  test('what no worker emailed for three days is left to the bell', async () => {
    await ring(sale('1001'));
    expect(await after(73 * hourMs)).toEqual([]);
    await ring(sale('1002'));
    expect(await after(24 * hourMs)).toEqual(['You earned $4.50 with order 1002']);
  });

  test('the clock change moves the instant, not the hour', () => {
    const at = (text: string) => nextDaily(new Date(text), 'Europe/Berlin').toISOString();
    expect(at('2027-03-27T10:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
    expect(at('2027-10-30T10:00:00Z')).toBe('2027-10-31T07:00:00.000Z');
    expect(at('2027-03-28T06:00:00Z')).toBe('2027-03-29T06:00:00.000Z');
    expect(at('2027-03-28T05:59:59Z')).toBe('2027-03-28T06:00:00.000Z');
  });
});

test('is in the reader’s language', async () => {
  granted(await ava.call(changeProfile, { body: { locale: 'es' } }));
  await choose('sale', 'now');
  await ring(sale('1001'));
  await ring(sale('1002'));
  expect(await after(6 * minuteMs)).toEqual([expect.stringMatching(/^2 ventas, 9,00/)]);
});

test('what nobody can read any more is forgotten', async () => {
  await ring(sale('1001'));
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('users').set({ user_status: 200 }).where('id', '=', world.people.users.ava).execute(),
  );
  await after(48 * hourMs);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('users').set({ user_status: 100 }).where('id', '=', world.people.users.ava).execute(),
  );
  expect(await after(48 * hourMs)).toEqual([]);
  ava = await world.signIn(address);
  const kinds = granted(await ava.call(listNotifications, { query: {} })).map(({ notice }) => notice.kind);
  expect(kinds).toContain('sale');
});
