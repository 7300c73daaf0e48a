import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeAnnouncement, publishAnnouncement, readAnnouncements } from '@vitrine/contract/announcements.ts';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import {
  countNotifications,
  listNotifications,
  type Notice,
  type Notification,
  readNotifications,
} from '@vitrine/contract/notifications.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { changePassword, login, stepUp } from '@vitrine/contract/passwords.ts';
import { changeStaff, inviteStaff } from '@vitrine/contract/team.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey, demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { mailAnnouncements } from '../announcements/announcements.jobs.ts';
import { brandSide, creatorSide, type TestSide } from '../conversations/conversations.testing.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import { notify, type Recipients } from '../platform/events/notify.ts';
import { deleteOldData } from '../retention/retention.jobs.ts';

let world: World;
let ava: Client;
let noor: Client;
let glow: Client;
let operator: Client;
let side: { creator: TestSide; brand: TestSide };
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
  glow = await world.signIn('brand@glow.test');
  operator = await world.signIn('operator@vitrine.test');
  side = {
    creator: creatorSide(ava, world.people.accounts.avaGlow),
    brand: brandSide(glow, 'glow-lab', world.people.accounts.avaGlow),
  };
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) => tx.deleteFrom('notifications').execute());
});

const bellOf = async (who: Client) => granted(await who.call(listNotifications, { query: {} }));
const unreadOf = async (who: Client) => granted(await who.call(countNotifications)).unread_count;
const read = async (who: Client, ids: readonly string[] | 'all') =>
  granted(await who.call(readNotifications, { body: ids === 'all' ? { all: true } : { notification_ids: [...ids] } }));
const noticesOf = (list: readonly Notification[]) => list.map(({ notice }) => notice);
async function put(to: Recipients, notice: Notice, about?: string): Promise<void> {
  // The order is that of their times.
  world.clock.advance(1_000);
  await world.ctx.database.as({ role: 'system' }, (tx) => notify(world.ctx, tx, to, notice, about));
}

async function ring(user: keyof World['people']['users'], times: number): Promise<void> {
  for (let n = 1; n <= times; n += 1) {
    const notice: Notice = { kind: 'hold', order_id: `#${n}`, outcome: 'held' };
    await put({ users: [world.people.users[user]], merchantId: world.people.merchants.glow }, notice);
  }
}
const orderIds = (list: readonly Notification[]) =>
  list.map(({ notice }) => ('order_id' in notice ? notice.order_id : undefined));

describe('the list', () => {
  test('is empty at first, for creators, staff and operators', async () => {
    for (const who of [ava, glow, operator]) {
      expect(await bellOf(who)).toEqual([]);
      expect(await unreadOf(who)).toBe(0);
    }
  });

  test('has the newest first, page by page, with the brand', async () => {
    await ring('ava', 5);
    const first = await ava.call(listNotifications, { query: { limit: 2 } });
    expect(orderIds(first.data)).toEqual(['#5', '#4']);
    expect(first.data[0]).toMatchObject({
      brand: { slug: 'glow-lab', display_name: 'Glow Lab' },
      read: false,
      created_at: world.clock.now().toISOString(),
    });
    const second = await ava.call(listNotifications, { query: { limit: 2, cursor: first.meta.next_cursor ?? '' } });
    const third = await ava.call(listNotifications, { query: { limit: 2, cursor: second.meta.next_cursor ?? '' } });
    expect([orderIds(second.data), orderIds(third.data), third.meta.next_cursor]).toEqual([['#3', '#2'], ['#1'], null]);
  });

  test('is read one by one, or at once', async () => {
    await ring('ava', 3);
    const [newest] = await bellOf(ava);
    expect(await read(ava, [newest?.id ?? ''])).toEqual({ unread_count: 2 });
    expect((await bellOf(ava)).map((each) => each.read)).toEqual([true, false, false]);
    expect(await read(ava, 'all')).toEqual({ unread_count: 0 });
  });

  test('is only the user’s own: ids of others look like ids of nothing', async () => {
    await ring('ava', 1);
    await ring('noor', 1);
    const [own] = await bellOf(noor);
    expect(await read(ava, [own?.id ?? '', '00000000-0000-7000-8000-000000000000', 'none'])).toEqual({
      unread_count: 1,
    });
    await read(ava, 'all');
    expect([await unreadOf(ava), await unreadOf(noor)]).toEqual([0, 1]);
    expect(await bellOf(noor)).toHaveLength(1);
  });

  test('leaves out kinds that this release doesn’t know', async () => {
    await ring('ava', 1);
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.updateTable('notifications').set({ kind: 'of_tomorrow' }).execute(),
    );
    expect(await bellOf(ava)).toEqual([]);
  });

  test('loses what is older than 180 days', async () => {
    await ring('ava', 2);
    const at = new Date(world.clock.now().getTime() - 181 * 86_400_000);
    const [, older] = await bellOf(ava);
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .updateTable('notifications')
        .set({ created_at: at })
        .where('id', '=', older?.id ?? '')
        .execute(),
    );
    await deleteOldData(world.ctx);
    expect(orderIds(await bellOf(ava))).toEqual(['#2']);
  });
});

describe('a notice', () => {
  const glowLab = () => world.people.merchants.glow;

  test('reaches all creators of a brand, some of them, or the staff with a right', async () => {
    const notice: Notice = { kind: 'rate_change', effective_at: '2026-12-24T00:00:00.000Z', note: '' };
    await put({ merchantId: glowLab(), creators: 'all' }, notice);
    await put({ merchantId: glowLab(), creators: [world.people.accounts.avaGlow] }, notice);
    // An account at another brand is none of this one's.
    await put({ merchantId: glowLab(), creators: [world.people.accounts.noorNorthwind] }, notice);
    expect([await unreadOf(ava), await unreadOf(noor), await unreadOf(glow)]).toEqual([2, 0, 0]);
    await put({ merchantId: glowLab(), staffWith: 'shop' }, { kind: 'delivery_failed', what: 'deliveries' });
    expect([await unreadOf(ava), await unreadOf(glow)]).toEqual([2, 1]);
  });

  test('replaces an unread one about the same, and comes again after that was read', async () => {
    const to = { users: [world.people.users.glowStaff], merchantId: glowLab() };
    const notice: Notice = { kind: 'message', account: world.people.accounts.avaGlow };
    for (let n = 0; n < 2; n += 1) await put(to, notice, 'a conversation');
    expect(await bellOf(glow)).toHaveLength(1);
    await read(glow, 'all');
    await put(to, notice, 'a conversation');
    expect((await bellOf(glow)).map((each) => each.read)).toEqual([false, true]);
  });
});

describe('messages and announcements', () => {
  test('unread messages are one notification, which is read with the conversation', async () => {
    await side.brand.send('Hello');
    await side.brand.send('Are you there?');
    const account = world.people.accounts.avaGlow;
    expect(await bellOf(ava)).toMatchObject([
      { brand: { slug: 'glow-lab' }, creator: null, notice: { kind: 'message', account }, read: false },
    ]);
    // A creator's messages have a count of their own.
    expect(await unreadOf(ava)).toBe(0);
    const { seq } = (await side.creator.send('Yes')).data;
    await side.creator.markRead(seq);
    expect((await bellOf(ava)).map((each) => each.read)).toEqual([true]);

    expect(await bellOf(glow)).toMatchObject([{ creator: 'Ava Lindqvist', notice: { kind: 'message' }, read: false }]);
    expect(await unreadOf(glow)).toBe(1);
    await side.brand.markRead(seq);
    expect(await unreadOf(glow)).toBe(0);
  });

  test('an announcement is read with the announcements, and disappears when it is withdrawn', async () => {
    const params = { merchant: 'glow-lab' };
    const publish = async (title: string) => {
      const body = { title, body: 'On Fridays.', pinned: false };
      const { id } = granted(await glow.call(publishAnnouncement, { params, body }));
      await mailAnnouncements(world.ctx);
      return id;
    };
    const first = await publish('How we pay');
    world.clock.advance(1_000);
    const second = await publish('Winter');
    expect(noticesOf(await bellOf(ava))).toEqual([
      { kind: 'announcement', announcement_id: second, title: 'Winter' },
      { kind: 'announcement', announcement_id: first, title: 'How we pay' },
    ]);
    granted(await ava.call(readAnnouncements, { body: { announcement_ids: [first] } }));
    expect((await bellOf(ava)).map((each) => each.read)).toEqual([false, true]);
    const change = { params: { ...params, announcement_id: second }, body: { withdrawn: true as const } };
    granted(await glow.call(changeAnnouncement, change));
    expect(noticesOf(await bellOf(ava))).toEqual([
      { kind: 'announcement', announcement_id: first, title: 'How we pay' },
    ]);
    expect(await bellOf(noor)).toEqual([]);
  });

  test('§43: all at once leaves announcements unread, because nobody has seen them (S08)', async () => {
    const countOf = async () =>
      granted(await ava.call(getMerchantList)).reduce((sum, entry) => sum + entry.unread_announcement_count, 0);
    const before = await countOf();
    const body = { title: 'Not seen yet', body: 'On Fridays.', pinned: false };
    granted(await glow.call(publishAnnouncement, { params: { merchant: 'glow-lab' }, body }));
    await mailAnnouncements(world.ctx);
    expect(await read(ava, 'all')).toEqual({ unread_count: 0 });
    expect((await bellOf(ava)).map((each) => each.read)).toEqual([true]);
    expect(await countOf()).toBe(before + 1);
  });

  test('all at once reads everything that the bell lists', async () => {
    const body = { title: 'On the bell', body: 'On Fridays.', pinned: false };
    granted(await glow.call(publishAnnouncement, { params: { merchant: 'glow-lab' }, body }));
    await mailAnnouncements(world.ctx);
    await ring('ava', 1);
    await side.brand.send('Hello again');
    expect((await bellOf(ava)).map((each) => each.read)).toEqual([false, false, false]);
    expect(await read(ava, 'all')).toEqual({ unread_count: 0 });
    expect((await bellOf(ava)).map((each) => each.read)).toEqual([true, true, true]);
    expect(await unreadOf(ava)).toBe(0);
  });
});

test('an order that earns rings, and so does its refund, with the amounts', async () => {
  const { clickId } = await makeHit(world, 'avaGlow', { browser: 'of the bell' });
  const body = orderOf(world, 'bell-1', { customer: { email: 'shopper@mail.test' }, click_id: clickId });
  const shop = world.shop(demoApiKey);
  const order = granted(await shop.call(receiveOrder, { body }));
  const earned = order.decision?.lines.reduce((sum, line) => sum + BigInt(line.commission?.amount ?? '0'), 0n) ?? 0n;
  expect(earned).toBeGreaterThan(0n);
  const amount = { amount: earned.toString(), currency: 'USD' };
  expect(noticesOf(await bellOf(ava))).toEqual([{ kind: 'sale', order_id: 'bell-1', amount, held: false }]);
  world.clock.advance(1_000);
  // The same order again is no second sale.
  granted(await shop.call(receiveOrder, { body }));
  granted(
    await shop.call(receiveRefund, {
      params: { order_id: 'bell-1' },
      body: { refund_id: 'r-1', lines: body.lines.map(({ line_id, quantity }) => ({ line_id, quantity })) },
    }),
  );
  expect(noticesOf(await bellOf(ava))[0]).toEqual({ kind: 'reversal', order_id: 'bell-1', amount });
  expect(await bellOf(ava)).toHaveLength(2);
});

test('a new password, another browser and a new role ring', async () => {
  const { member, link } = granted(
    await glow.call(inviteStaff, {
      params: { merchant: 'glow-lab' },
      body: { email: 'bell@glow.test', display_name: 'Nora Berg', role: 'analyst' },
    }),
  );
  expect(link).not.toBeNull();
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const { id } = await tx.selectFrom('users').select('id').where('uid', '=', member.uid).executeTakeFirstOrThrow();
    const rows = await tx.selectFrom('notifications').select(['kind', 'payload']).where('user_id', '=', id).execute();
    expect(rows).toEqual([{ kind: 'staff', payload: { change: 'added', role: 'analyst' } }]);
  });
  granted(
    await glow.call(changeStaff, { params: { merchant: 'glow-lab', uid: member.uid }, body: { role: 'support' } }),
  );
  const { proof } = granted(await noor.call(stepUp, { body: { password: demoPassword } }));
  granted(await noor.call(changePassword, { body: { new_password: 'seven grey herons', proof } }));
  world.clock.advance(1_000);
  granted(await world.anonymous.call(login, { body: { email: 'noor@creators.test', password: 'seven grey herons' } }));
  expect(noticesOf(await bellOf(noor))).toEqual([
    { kind: 'security', action: 'new_device' },
    { kind: 'security', action: 'password_changed' },
  ]);
});
