import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { changeNotificationSettings, readNotificationSettings } from '@vitrine/contract/notifications.settings.ts';
import { readSettings } from '@vitrine/contract/settings.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;
let ava: Client;
let glow: Client;
let operator: Client;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  glow = await world.signIn('brand@glow.test');
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('users').set({ notifications: '{}' }).execute(),
  );
});

const settingsOf = async (who: Client) => granted(await who.call(readNotificationSettings));
const topicOf = async (who: Client, topic: string) => (await settingsOf(who)).find((each) => each.topic === topic);
const topicsOf = async (who: Client) => (await settingsOf(who)).map(({ topic }) => topic);

test('lists what a creator can be notified of, all of it on, and what can be many once a day', async () => {
  expect(await settingsOf(ava)).toEqual([
    { topic: 'sale', email: 'daily', batched: true, push: true },
    { topic: 'reversal', email: 'daily', batched: true, push: true },
    { topic: 'hold', email: 'daily', batched: true, push: true },
    { topic: 'payout', email: 'now', batched: false, push: true },
    { topic: 'rate_change', email: 'now', batched: false, push: true },
    { topic: 'message', email: 'now', batched: false, push: true },
    { topic: 'announcement', email: 'now', batched: false, push: true },
    { topic: 'social', email: 'now', batched: false, push: null },
  ]);
});

test('lists for staff what their role lets them do, and nothing for operators', async () => {
  expect(await topicsOf(glow)).toEqual(['payout', 'message', 'application', 'claim', 'delivery', 'staff']);
  const role = async (next: string) => {
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .updateTable('merchant_staff')
        .set({ role: next })
        .where('user_id', '=', world.people.users.glowStaff)
        .execute(),
    );
    return topicsOf(glow);
  };
  expect(await role('analyst')).toEqual(['staff']);
  expect(await role('support')).toEqual(['message', 'staff']);
  expect(await role('finance')).toEqual(['payout', 'claim', 'staff']);
  await role('owner');
  expect(await topicsOf(operator)).toEqual([]);
});

test('changes one switch, and leaves the others', async () => {
  const change = (body: Parameters<typeof save>[0]) => save(body);
  const save = async (body: { topic: 'sale' | 'payout'; email?: 'now' | 'daily' | 'off'; push?: boolean }) =>
    granted(await ava.call(changeNotificationSettings, { body }));
  const answer = await change({ topic: 'sale', email: 'now' });
  expect(answer).toEqual(await settingsOf(ava));
  await change({ topic: 'payout', push: false });
  expect(await topicOf(ava, 'sale')).toMatchObject({ email: 'now', push: true });
  expect(await topicOf(ava, 'payout')).toMatchObject({ email: 'now', push: false });
  await change({ topic: 'sale', email: 'off' });
  expect(await topicOf(ava, 'sale')).toMatchObject({ email: 'off', push: true });
  await change({ topic: 'sale', email: 'daily' });
  expect(await topicOf(ava, 'sale')).toMatchObject({ email: 'daily' });
});

test('is the same as the switches of the settings, which know only on and off', async () => {
  granted(await ava.call(changeNotificationSettings, { body: { topic: 'hold', email: 'now' } }));
  granted(await ava.call(changeProfile, { body: { notifications: { hold: false } } }));
  expect(await topicOf(ava, 'hold')).toMatchObject({ email: 'off' });
  granted(await ava.call(changeProfile, { body: { notifications: { hold: true } } }));
  // As it was before.
  expect(await topicOf(ava, 'hold')).toMatchObject({ email: 'now' });
  granted(await ava.call(changeNotificationSettings, { body: { topic: 'message', email: 'off' } }));
  expect(granted(await ava.call(readSettings)).notifications).toMatchObject({ message: false, hold: true });
});

test.each([
  [{ topic: 'payout', email: 'daily' }, 'email', 'must be now or off for payout, not daily'],
  [{ topic: 'social', push: true }, 'push', 'must be left out for social, which is only emailed'],
] as const)('refuses %j', async (body, field, text) => {
  const { status, problem } = await ava.call(changeNotificationSettings, { body });
  expect(status).toBe(422);
  expect(problem.errors).toEqual({ [field]: [expect.stringContaining(text)] });
});

test('what was turned off before there were more switches stays off', async () => {
  // As the migration finds them.
  const migrated = { payout: false, sale: false, reversal: false, hold: false, claim: false };
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('users')
      .set({ notifications: JSON.stringify(migrated) })
      .where('id', '=', world.people.users.ava)
      .execute(),
  );
  const off = (await settingsOf(ava)).filter(({ email }) => email === 'off').map(({ topic }) => topic);
  expect(off).toEqual(['sale', 'reversal', 'hold', 'payout']);
});
