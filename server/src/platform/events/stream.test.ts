import { isDeepStrictEqual } from 'node:util';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { logout } from '@vitrine/contract/sessions.ts';
import { endUserSessions, listUsers } from '@vitrine/contract/operators.ts';
import { demoPassword } from '../../../world/people.ts';
import { createUser } from '../../passwords/passwords.service.ts';
import { client } from '../../../world/client.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { sha256 } from '../ids.ts';
import { notify } from './notify.ts';
import { record, recordAll } from './record.ts';

let world: World;
let origin: string;
const closers: (() => void)[] = [];

beforeAll(async () => {
  world = await openWorld();
  origin = await listen(world);
});
// Ends the time in which events of earlier tests are sent again.
beforeEach(() => world.clock.advance(16_000));
afterAll(async () => {
  for (const close of closers) close();
  await world[Symbol.asyncDispose]();
});

async function listen(node: Pick<World, 'app'>): Promise<string> {
  const server = createServer((request, response) => node.app.routing(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type ReceivedEvent = { id: string | undefined; data: { kind?: string; order_id?: string } };

/** Opens a stream and returns its events one by one; those of the bell, which every login rings, only on request. */
async function open(from: string, token: string, lastEventId?: string) {
  const abort = new AbortController();
  const answer = await fetch(`${from}/api/v1/events`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no stream');
  let rest = '';
  const next = async ({ withBell = false } = {}): Promise<ReceivedEvent | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data && (withBell || !data.includes('notification-update')))
          return { id: /^id: (.*)$/m.exec(block)?.[1], data: JSON.parse(data) };
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return undefined;
      rest += value;
    }
  };
  return { status: answer.status, next, close: () => abort.abort() };
}

const recordEvent = (orderId: string) =>
  world.ctx.database.as({ role: 'app', merchantId: world.people.merchants.glow }, (tx) =>
    record(
      world.ctx,
      tx,
      { userId: world.people.users.ava },
      { kind: 'commission-update', merchant_account_id: world.people.accounts.avaGlow, order_id: orderId },
    ),
  );

test("an event reaches its user's open stream and no one else's", async () => {
  const ava = await open(origin, await world.token('ava@creators.test'));
  const noor = await open(origin, await world.token('noor@creators.test'));
  await ava.next();
  await noor.next();
  await recordEvent('O-1');
  expect((await ava.next())?.data).toMatchObject({ kind: 'commission-update', order_id: 'O-1' });
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    record(world.ctx, tx, { userId: world.people.users.noor }, { kind: 'user-update' }),
  );
  expect((await noor.next())?.data).toEqual({ kind: 'user-update' });
  ava.close();
  noor.close();
});

const figureOf = async (name: string): Promise<number> => {
  const { body } = await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1]);
};

test('all streams that one change wakes share one read, and each gets only the events of its own audiences', async () => {
  const { users, merchants } = world.people;
  const emails = [
    'ava@creators.test',
    'ava@creators.test',
    'brand@glow.test',
    'noor@creators.test',
    'brand@maison.test',
  ];
  const streams = await Promise.all(emails.map(async (email) => open(origin, await world.token(email))));
  for (const stream of streams) await stream.next();
  // The last read of a new stream is over when an event that was recorded after it has arrived.
  const everyone = [
    { userId: users.ava },
    { merchantId: merchants.glow },
    { userId: users.noor },
    { merchantId: merchants.maison },
  ];
  const tellEveryone = (name: string) =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      recordAll(
        world.ctx,
        tx,
        everyone.map((audience, place) => ({
          audience,
          event: { kind: 'order-decided', order_id: `${name}-${place}` },
        })),
      ),
    );
  const nextOfAll = () => Promise.all(streams.map(async (stream) => (await stream.next())?.data.order_id));
  await tellEveryone('first');
  expect(await nextOfAll()).toEqual(['first-0', 'first-0', 'first-1', 'first-2', 'first-3']);
  const [reads, wakes] = [await figureOf('vitrine_live_reads_total'), await figureOf('vitrine_live_wakes_total')];
  await tellEveryone('second');
  expect(await nextOfAll()).toEqual(['second-0', 'second-0', 'second-1', 'second-2', 'second-3']);
  expect(await figureOf('vitrine_live_reads_total')).toBe(reads + 1);
  expect(await figureOf('vitrine_live_wakes_total')).toBe(wakes + 4);
  for (const stream of streams) stream.close();
});

test('an event whose transaction ends after a later event of another audience still arrives, without an id', async () => {
  const { merchants } = world.people;
  const token = await world.token('brand@glow.test');
  const stream = await open(origin, token);
  const start = await stream.next();
  const mira = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('id').where('email', '=', 'brand@glow.test').executeTakeFirstOrThrow(),
  );
  const held = Promise.withResolvers<void>();
  const numbered = Promise.withResolvers<void>();
  const late = world.ctx.database.as({ role: 'system' }, async (tx) => {
    await record(world.ctx, tx, { userId: mira.id }, { kind: 'order-decided', order_id: 'late' });
    numbered.resolve();
    await held.promise;
  });
  await numbered.promise;
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    record(world.ctx, tx, { merchantId: merchants.glow }, { kind: 'order-decided', order_id: 'early' }),
  );
  const early = await stream.next();
  expect(early?.data.order_id).toBe('early');
  expect(Number(early?.id)).toBeGreaterThan(Number(start?.id));
  held.resolve();
  await late;
  expect(await stream.next()).toEqual({ id: undefined, data: { kind: 'order-decided', order_id: 'late' } });
  stream.close();
});

test('a browser that reconnects gets everything since its last id, in order, once, also from another node', async () => {
  const token = await world.token('ava@creators.test');
  const before = await open(origin, token);
  const last = (await before.next())?.id ?? '';
  before.close();
  const orders = Array.from({ length: 450 }, (_, index) => `A-${index}`);
  await Promise.all(orders.slice(0, 40).map(recordEvent));
  for (const order of orders.slice(40)) await recordEvent(order);
  const second = await listen(await world.secondNode());
  const after = await open(second, token, last);
  await after.next();
  const received: string[] = [];
  while (received.length < orders.length) received.push((await after.next())?.data.order_id ?? '');
  expect([...received].sort()).toEqual([...orders].sort());
  expect(received.slice(40)).toEqual(orders.slice(40));
  after.close();
});

test('a new stream gets the events of the last moments, and nothing older', async () => {
  await recordEvent('B-old');
  world.clock.advance(16_000);
  await recordEvent('B-1');
  await recordEvent('B-2');
  const token = await world.token('ava@creators.test');
  const before = await open(origin, token);
  await before.next();
  expect((await before.next())?.data).toMatchObject({ order_id: 'B-1' });
  expect((await before.next())?.data).toMatchObject({ order_id: 'B-2' });
  before.close();
});

test('a new stream gets a figures event of the last moments, and no older one', async () => {
  const token = await world.token('ava@creators.test');
  world.clock.advance(16_000);
  const listening = await open(origin, token);
  await listening.next();
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`select pg_notify('figures', ${world.people.accounts.avaGlow})`.execute(tx),
  );
  const moved = { kind: 'figures-update', merchant_account_ids: [world.people.accounts.avaGlow] };
  expect((await listening.next())?.data).toEqual(moved);
  const reopened = await open(origin, token);
  await reopened.next();
  expect((await reopened.next())?.data).toEqual(moved);
  world.clock.advance(16_000);
  await recordEvent('C-1');
  const later = await open(origin, token);
  await later.next();
  expect((await later.next())?.data).toMatchObject({ order_id: 'C-1' });
  for (const stream of [listening, reopened, later]) stream.close();
});

test('a notification rings at its user and nobody else, and on a stream that opens right after', async () => {
  const [ava, noor] = [await world.token('ava@creators.test'), await world.token('noor@creators.test')];
  // The logins themselves ring.
  world.clock.advance(16_000);
  const streams = [await open(origin, ava), await open(origin, noor)] as const;
  for (const stream of streams) await stream.next();
  const { ctx, people } = world;
  const rung = { kind: 'notification-update' };
  const update = (userId: string) =>
    ctx.database.as({ role: 'system' }, (tx) => record(ctx, tx, { userId }, { kind: 'user-update' }));
  await update(people.users.noor);
  // What her login rang can arrive late, but not after this.
  while (isDeepStrictEqual((await streams[1].next({ withBell: true }))?.data, rung));
  const notice = { kind: 'rate_change', effective_at: '2026-12-24T00:00:00.000Z', note: '' } as const;
  await ctx.database.as({ role: 'system' }, (tx) =>
    notify(ctx, tx, { merchantId: people.merchants.glow, creators: 'all' }, notice),
  );
  expect((await streams[0].next({ withBell: true }))?.data).toEqual(rung);
  const reopened = await open(origin, ava);
  await reopened.next();
  expect((await reopened.next({ withBell: true }))?.data).toEqual(rung);
  // The next event is the first one that the other creator gets.
  await update(people.users.noor);
  expect((await streams[1].next({ withBell: true }))?.data).toEqual({ kind: 'user-update' });
  for (const stream of [...streams, reopened]) stream.close();
});

test('a bell that rings while a stream ends is not written to it', async () => {
  const token = await world.token('ava@creators.test');
  const stream = await open(origin, token);
  await stream.next();
  const { ctx, people } = world;
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const { id } = await tx
      .selectFrom('sessions')
      .select('id')
      .where('token_hash', '=', sha256(token))
      .executeTakeFirstOrThrow();
    await sql`select notice('sessions', ${id}), notice('bells', ${`user ${people.users.ava}`})`.execute(tx);
  });
  expect(await stream.next()).toBeUndefined();
});

test('a stream ends with its session', async () => {
  const token = await world.token('ava@creators.test');
  const stream = await open(origin, token);
  await stream.next();
  await client(world.app, token).call(logout);
  expect(await stream.next()).toBeUndefined();
});

test('a stream ends before its first heartbeat if its session ended while it was opening', async () => {
  const token = await world.token('ava@creators.test');
  const release = await holdEvents();
  const opening = open(origin, token);
  await expect.poll(hasWaitingReader).toBe(true);
  await client(world.app, token).call(logout);
  await release();
  const stream = await opening;
  await stream.next();
  expect(await stream.next()).toBeUndefined();
});

/** Makes every read of the events wait until the function that it returns is called. */
async function holdEvents(): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = world.ctx.database.as({ role: 'system' }, async (tx) => {
    await sql`lock table events in access exclusive mode`.execute(tx);
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    released.resolve();
    await holding;
  };
}

async function hasWaitingReader(): Promise<boolean> {
  const { rows } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`select from pg_locks where relation = 'events'::regclass and not granted`.execute(tx),
  );
  return rows.length > 0;
}

test("a stream ends when an operator ends its user's sessions", async () => {
  const operator = await world.signIn('operator@vitrine.test');
  const token = await world.token('noor@creators.test');
  const stream = await open(origin, token);
  await stream.next();
  const [noor] = (await operator.call(listUsers, { query: { search: 'noor@creators.test' } })).data;
  const body = { reason: 'A device of hers was stolen' };
  await operator.call(endUserSessions, { params: { uid: noor?.uid ?? '' }, body });
  expect(await stream.next()).toBeUndefined();
});

test('a stream needs a live token', async () => {
  for (const token of ['', 'vtp_dead', 'vtk_demo_glow_lab']) {
    const stream = await open(origin, token);
    expect([401, 403]).toContain(stream.status);
    stream.close();
  }
});

test('a stream ends at the next heartbeat after its session expires or its user is suspended', async () => {
  await createUser(world.ctx, {
    email: 'lea@creators.test',
    password: demoPassword,
    role: 'creator',
    displayName: 'Lea',
    handle: 'lea',
  });
  const [early, late] = [await world.token('lea@creators.test'), await world.token('noor@creators.test')];
  const suspended = await open(origin, early);
  await suspended.next();
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('users').set({ user_status: 50 }).where('email', '=', 'lea@creators.test').execute(),
  );
  const expired = await open(origin, late);
  await expired.next();
  await world.beat();
  expect(await suspended.next()).toBeUndefined();
  // An open stream is no activity: the session's idle time runs on despite heartbeats.
  world.clock.advance(14 * 86_400_000 - 1);
  await world.beat();
  world.clock.advance(2);
  await world.beat();
  expect(await expired.next()).toBeUndefined();
});

test('of 200 streams that one user opens at once, 5 are accepted and the others are told what to do', async () => {
  const token = await world.token('ava@creators.test');
  const streams = await Promise.all(Array.from({ length: 200 }, () => open(origin, token)));
  const accepted = streams.filter((stream) => stream.status === 200);
  expect(accepted).toHaveLength(5);
  expect(streams.filter((stream) => stream.status === 429)).toHaveLength(195);
  const refused = await world.app.inject({ url: '/api/v1/events', headers: { authorization: `Bearer ${token}` } });
  expect(refused.json()).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('Close one') });
  world.clock.advance(60_000);
  const later = await open(origin, token);
  expect(later.status).toBe(200);
  for (const stream of [...accepted, later]) stream.close();
});
