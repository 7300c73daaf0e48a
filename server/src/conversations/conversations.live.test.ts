import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishAnnouncement } from '@vitrine/contract/announcements.ts';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import { openWorld, type World } from '../../world/world.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { erasedText } from '../platform/erasure.ts';
import { record, recordAll } from '../platform/events/record.ts';
import { eraseMessages } from './conversations.erasure.ts';
import { brandSide, creatorSide } from './conversations.testing.ts';

let world: World;
const closers: (() => void)[] = [];
beforeAll(async () => {
  world = await openWorld();
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

/** Collects the events of a stream; `last` is the id to continue from. */
async function collectEvents(origin: string, token: string, after?: string) {
  const events: LiveEvent[] = [];
  const state = { events, last: after };
  const stop = new AbortController();
  closers.push(() => stop.abort());
  const answer = await fetch(`${origin}/api/v1/events`, {
    signal: stop.signal,
    headers: { authorization: `Bearer ${token}`, ...(after ? { 'last-event-id': after } : {}) },
  });
  const take = (block: string) => {
    state.last = /^id: (.*)$/m.exec(block)?.[1] ?? state.last;
    const event: Partial<LiveEvent> = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}');
    // Logins ring the bell too.
    if (event.kind && event.kind !== 'notification-update') events.push(event as LiveEvent);
  };
  const reading = async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of answer.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  };
  reading().catch(() => undefined);
  await expect.poll(() => state.last).toBeDefined();
  return Object.assign(state, { close: () => stop.abort() });
}

test('a message reaches both sides on another node, and a read mark reaches the side that set it', async () => {
  const here = world;
  const there = await listen(await world.secondNode());
  const { avaGlow } = world.people.accounts;
  const ava = await collectEvents(there, await world.token('ava@creators.test'));
  const mira = await collectEvents(there, await world.token('brand@glow.test'));
  const jonas = await collectEvents(there, await world.token('brand@northwind.test'));
  const creator = creatorSide(await here.signIn('ava@creators.test'), avaGlow);
  const brand = brandSide(await here.signIn('brand@glow.test'), 'glow-lab', avaGlow);
  // An event says what is unread when it is sent, so each one is awaited.
  const arrived = () => [ava.events.length, mira.events.length];
  await creator.send('Hello');
  await expect.poll(arrived).toEqual([1, 2]);
  await brand.send('Hi');
  await expect.poll(arrived).toEqual([3, 3]);
  await brand.markRead(1);
  const counts = (unread: number) => ({
    kind: 'unread-count-update',
    merchant_account_id: avaGlow,
    unread_message_count: unread,
  });
  await expect
    .poll(() => ava.events.map(withoutMessage))
    .toEqual([
      { kind: 'message', merchant_account_id: avaGlow, seq: 1, unread_message_count: 0 },
      { kind: 'message', merchant_account_id: avaGlow, seq: 2, unread_message_count: 1 },
      counts(1),
      { kind: 'read', merchant_account_id: avaGlow, side: 'brand', seq: 1 },
    ]);
  await expect
    .poll(() => mira.events.map(withoutMessage))
    .toEqual([
      { kind: 'message', merchant_account_id: avaGlow, seq: 1, unread_message_count: 1 },
      counts(1),
      { kind: 'message', merchant_account_id: avaGlow, seq: 2, unread_message_count: 1 },
      counts(0),
    ]);
  expect(jonas.events).toEqual([]);
});

const withoutMessage = (event: LiveEvent) => {
  if (event.kind !== 'message') return event;
  const { message: _message, ...rest } = event;
  return rest;
};
const messagesOf = (events: readonly LiveEvent[]) =>
  events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));

test('the event of a message contains the message as each reader may see it, and the events table has no text of it', async () => {
  const origin = await listen(world);
  const { avaGlow } = world.people.accounts;
  const ava = await collectEvents(origin, await world.token('ava@creators.test'));
  const mira = await collectEvents(origin, await world.token('brand@glow.test'));
  const brand = brandSide(await world.signIn('brand@glow.test'), 'glow-lab', avaGlow);
  const creator = creatorSide(await world.signIn('ava@creators.test'), avaGlow);
  const { data: sent } = await brand.send('A parcel is on its way', 'parcel-1');
  await expect.poll(() => messagesOf(ava.events)).toEqual((await creator.read({ after: sent.seq - 1 })).data);
  await expect.poll(() => messagesOf(mira.events)).toEqual((await brand.read({ after: sent.seq - 1 })).data);
  expect(messagesOf(ava.events)).toMatchObject([
    { body: 'A parcel is on its way', sender_name: null, client_id: null },
  ]);
  expect(messagesOf(mira.events)).toMatchObject([{ client_id: 'parcel-1', sender_name: expect.stringContaining(' ') }]);
  const { rows } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`select from events where payload::text like '%parcel%'`.execute(tx),
  );
  expect(rows).toEqual([]);
});

const erasedAva = () => ({
  id: world.people.users.ava,
  role: 'creator' as const,
  emails: ['ava@creators.test'],
  handles: ['ava'],
  displayName: 'Ava',
  pseudonym: 'A former creator',
});

test('a browser that comes back after a message was erased does not get its text', async () => {
  const origin = await listen(world);
  const { avaGlow } = world.people.accounts;
  const token = await world.token('brand@glow.test');
  const before = await collectEvents(origin, token);
  before.close();
  await creatorSide(await world.signIn('ava@creators.test'), avaGlow).send('My address is 12 Elm Street');
  await world.ctx.database.as({ role: 'system' }, (tx) => eraseMessages(world.ctx, tx, erasedAva()));
  const after = await collectEvents(origin, token, before.last);
  await expect.poll(() => messagesOf(after.events)).toMatchObject([{ body: erasedText }]);
});

test('staff who left the brand, and a creator who was suspended, get no message in their open streams', async () => {
  const origin = await listen(world);
  const { noorNorthwind } = world.people.accounts;
  const noor = await collectEvents(origin, await world.token('noor@creators.test'));
  const jonas = await collectEvents(origin, await world.token('brand@northwind.test'));
  const { users, merchants } = world.people;
  const creator = creatorSide(await world.signIn('noor@creators.test'), noorNorthwind);
  const brand = brandSide(await world.signIn('brand@northwind.test'), merchants.northwind, noorNorthwind);
  await brand.send('Both may read this');
  for (const { events } of [noor, jonas])
    await expect.poll(() => messagesOf(events)).toMatchObject([{ body: 'Both may read this' }]);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.deleteFrom('merchant_staff').where('user_id', '=', users.northwindStaff).execute(),
  );
  const { data: sent } = await creator.send('The brand may read this');
  await expect.poll(() => messagesOf(noor.events).at(-1)).toMatchObject({ seq: sent.seq });
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.updateTable('users').set({ user_status: 50 }).where('id', '=', users.noor).execute();
    const event = { kind: 'message', merchant_account_id: noorNorthwind, seq: sent.seq } as const;
    for (const userId of [users.northwindStaff, users.noor]) await record(world.ctx, tx, { userId }, event);
  });
  // Of the brand's event he gets nothing at all, and of his own no message.
  await expect.poll(() => messagesOf(jonas.events)).toEqual([expect.anything(), undefined]);
  await expect.poll(() => messagesOf(noor.events)).toEqual([expect.anything(), expect.anything(), undefined]);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('users').set({ user_status: 100 }).where('id', '=', users.noor).execute(),
  );
});

test('an event never carries a thread of another creator or brand, whatever it names', async () => {
  const origin = await listen(world);
  const { users, merchants, accounts } = world.people;
  const noor = await collectEvents(origin, await world.token('noor@creators.test'));
  const maison = await collectEvents(origin, await world.token('brand@maison.test'));
  const creator = creatorSide(await world.signIn('ava@creators.test'), accounts.avaGlow);
  const { data: sent } = await creator.send('For Glow Lab only');
  const event = { kind: 'message', merchant_account_id: accounts.avaGlow, seq: sent.seq } as const;
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    recordAll(world.ctx, tx, [
      { audience: { userId: users.noor }, event },
      { audience: { merchantId: merchants.maison }, event },
    ]),
  );
  for (const { events } of [noor, maison]) await expect.poll(() => events).toEqual([event]);
});

test('a client that reconnects to another node gets the events it missed, once, and the messages after the last one it has', async () => {
  const origin = await listen(world);
  const token = await world.token('ava@creators.test');
  const { avaGlow } = world.people.accounts;
  const brand = brandSide(await world.signIn('brand@glow.test'), 'glow-lab', avaGlow);
  const creator = creatorSide(await world.signIn('ava@creators.test'), avaGlow);
  const before = await collectEvents(origin, token);
  const { last_seq: known } = (await creator.read()).meta;
  before.close();
  for (let number = 1; number <= 5; number += 1) await brand.send(`While you were away ${number}`);
  const after = await collectEvents(await listen(await world.secondNode()), token, before.last);
  const seqs = () => after.events.flatMap((event) => (event.kind === 'message' ? [event.seq] : []));
  await expect.poll(seqs).toEqual([1, 2, 3, 4, 5].map((number) => known + number));
  expect((await creator.read({ after: known })).data.map(({ body }) => body.at(-1))).toEqual(['1', '2', '3', '4', '5']);
});

test('an announcement reaches every creator of its brand and no one else (S18)', async () => {
  const origin = await listen(world);
  const ava = await collectEvents(origin, await world.token('ava@creators.test'));
  const noor = await collectEvents(origin, await world.token('noor@creators.test'));
  const staff = await world.signIn('brand@glow.test');
  const body = { title: 'News', body: 'Of the day' };
  await staff.call(publishAnnouncement, { params: { merchant: 'glow-lab' }, body });
  await expect.poll(() => ava.events).toEqual([{ kind: 'unread-count-update' }]);
  expect(noor.events).toEqual([]);
});

test('a creator who was away hears of an announcement when they come back, on another node', async () => {
  const token = await world.token('ava@creators.test');
  world.clock.advance(3_600_000);
  await creatorSide(await world.signIn('ava@creators.test'), world.people.accounts.avaMaison).send('Later than others');
  world.clock.advance(16_000);
  const before = await collectEvents(await listen(world), token);
  before.close();
  const staff = await world.signIn('brand@maison.test');
  const body = { title: 'While you were away', body: 'News' };
  await staff.call(publishAnnouncement, { params: { merchant: 'maison-clair' }, body });
  world.clock.advance(3_600_000);
  const after = await collectEvents(await listen(await world.secondNode()), token, before.last);
  await expect.poll(() => after.events).toEqual([{ kind: 'unread-count-update' }]);
});

test('a creator who joins a brand while their stream is open hears its announcements', async () => {
  const noor = await collectEvents(await listen(world), await world.token('noor@creators.test'));
  await openMerchantAccount(world.ctx, world.people.merchants.maison, world.people.users.noor);
  await world.beat();
  const staff = await world.signIn('brand@maison.test');
  await staff.call(publishAnnouncement, { params: { merchant: 'maison-clair' }, body: { title: 'New', body: 'News' } });
  await expect.poll(() => noor.events).toEqual([{ kind: 'unread-count-update' }]);
});
