import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { countNotifications, listNotifications, notice, type Notice } from '@vitrine/contract/notifications.ts';
import { type BrandRole, brandRoles } from '@vitrine/contract/values/brand-roles.ts';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { creatorSide } from '../conversations/conversations.testing.ts';
import { notify } from '../platform/events/notify.ts';
import { mailNotifications } from './batches.jobs.ts';
import { claimPushes } from './push.claims.ts';

const email = 'brand@glow.test';
let world: World;
let mira: Client;
let userId: string;
beforeAll(async () => {
  world = await openWorld();
  mira = await world.signIn(email);
  userId = await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const row = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    return row.id;
  });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() =>
  world.ctx.database.as({ role: 'system' }, async (tx) => void (await tx.deleteFrom('notifications').execute())),
);

const account = () => world.people.accounts.avaGlow;
const amount = { amount: '1000', currency: 'EUR' };
const at = '2026-11-20T12:00:00.000Z';

/** A notice of each kind that goes to staff, and the roles that may read it. */
const table: Record<string, [Notice, readonly BrandRole[]]> = {
  message: [{ kind: 'message', account: '' }, ['owner', 'manager', 'support']],
  payout: [{ kind: 'payout', step: 'requested', account: '', amount }, ['owner', 'finance']],
  application: [{ kind: 'application', application_id: 'a' }, ['owner', 'manager']],
  objection: [{ kind: 'objection', order_id: 'O-1', account: '', due_at: at }, ['owner', 'manager', 'finance']],
  claim: [{ kind: 'claim', order: '#1', account: '' }, ['owner', 'manager', 'finance']],
  delivery_failed: [{ kind: 'delivery_failed', what: 'deliveries' }, ['owner', 'manager']],
  feed_failed: [{ kind: 'feed_failed', fault: 'empty' }, ['owner', 'manager']],
  brand_review: [
    { kind: 'brand_review', what: 'host', value: 'shop.glow.example', state: 'waiting', reason: 'r' },
    ['owner', 'manager'],
  ],
  suspension: [{ kind: 'suspension', step: 'upheld' }, ['owner', 'manager']],
  suspension_objection: [
    { kind: 'suspension_objection', state: 'open', account: null, due_at: at },
    ['owner', 'manager'],
  ],
  staff: [{ kind: 'staff', change: 'role_changed', role: 'analyst' }, [...brandRoles]],
  security: [{ kind: 'security', action: 'new_device' }, [...brandRoles]],
};
/** These only go to creators. */
const ofCreators = [
  'account_ending',
  'account_kept',
  'account_paused',
  'account_resumed',
  'announcement',
  'bonus',
  'claim_answered',
  'correction',
  'group_moved',
  'hold',
  'objection_answered',
  'rate_change',
  'reversal',
  'sale',
  'settings_changed',
];

const become = (role: BrandRole | null) =>
  world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.deleteFrom('merchant_staff').where('user_id', '=', userId).execute();
    const place = { merchant_id: world.people.merchants.glow, user_id: userId, joined_at: world.clock.now() };
    if (role)
      await tx
        .insertInto('merchant_staff')
        .values({ ...place, role })
        .execute();
  });

const put = (told: Notice) =>
  world.ctx.database.as({ role: 'system' }, (tx) =>
    notify(
      world.ctx,
      tx,
      { users: [userId], merchantId: told.kind === 'security' ? null : world.people.merchants.glow },
      'account' in told && told.account !== null ? { ...told, account: account() } : told,
    ),
  );

const bell = async () =>
  granted(await mira.call(listNotifications, { query: { limit: 100 } }))
    .map(({ notice: { kind } }) => kind)
    .toSorted();

test('the table has every kind of notice', () => {
  const kinds = notice.def.options.map((option) => option.shape.kind.def.values[0]);
  expect([...Object.keys(table), ...ofCreators].toSorted()).toEqual(kinds.map(String).toSorted());
});

test('a bell and its count have what the reader’s present role at the brand may read', async () => {
  await become('owner');
  for (const [told] of Object.values(table)) await put(told);
  for (const role of [...brandRoles, null]) {
    await become(role);
    const readable = Object.entries(table).flatMap(([kind, [, roles]]) =>
      (role === null ? ['staff', 'security'].includes(kind) : roles.includes(role)) ? [kind] : [],
    );
    expect(await bell(), String(role)).toEqual(readable.toSorted());
    expect(granted(await mira.call(countNotifications)).unread_count, String(role)).toBe(readable.length);
  }
  await become('owner');
  expect(await bell()).toHaveLength(Object.keys(table).length);
});

test('the overview of the brand counts unread messages for those who read them', async () => {
  const ava = creatorSide(await world.signIn('ava@creators.test'), account());
  expect((await ava.send('Hello')).status).toBe(201);
  const seen: Record<string, boolean> = {};
  for (const role of brandRoles) {
    await become(role);
    const { unread } = granted(await mira.call(readBrandOverview, { params: { merchant: 'glow-lab' } }));
    seen[role] = unread.messages > 0 && unread.threads > 0;
  }
  expect(seen).toEqual({ owner: true, manager: true, finance: false, support: true, analyst: false });
});

test('an email or push that still waits is not sent to who has another role by then', async () => {
  await become('owner');
  const before = (await mailsAsSent(world.ctx, email)).length;
  const { id: device } = await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    return tx
      .insertInto('push_devices')
      .values({
        id: '01a200a3-96ec-7195-afcb-8b1dd6ef5f61',
        user_id: userId,
        session_id: session.id,
        endpoint_hash: Buffer.alloc(32),
        sealed: world.ctx.sealer.seal('{}'),
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const told: Notice = { kind: 'application', application_id: 'a' };
  await put(told);
  await become('analyst');
  world.clock.advance(10 * 60_000);
  expect(await claimPushes(world.ctx, 10)).toEqual([]);
  await become('owner');
  await put(told);
  world.clock.advance(10 * 60_000);
  expect((await claimPushes(world.ctx, 10)).map(({ device_id }) => device_id)).toEqual([device]);
  await become('analyst');
  // Beyond the next 8:00, when these emails go out.
  world.clock.advance(26 * 3_600_000);
  await mailNotifications(world.ctx);
  expect(await mailsAsSent(world.ctx, email)).toHaveLength(before);
  await become('owner');
  await put(told);
  world.clock.advance(26 * 3_600_000);
  await mailNotifications(world.ctx);
  expect(await mailsAsSent(world.ctx, email)).toHaveLength(before + 1);
});
