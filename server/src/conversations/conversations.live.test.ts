import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishAnnouncement } from '@vitrine/contract/conversations.ts';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import { openWorld, type World } from '../../world/world.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
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
    if (event.kind) events.push(event as LiveEvent);
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
  await creator.send('Hello');
  await brand.send('Hi');
  await brand.markRead(1);
  const message = (seq: number) => ({ kind: 'message', merchant_account_id: avaGlow, seq });
  const counts = { kind: 'unread-count-update' };
  await expect
    .poll(() => ava.events)
    .toEqual([message(1), message(2), counts, { kind: 'read', merchant_account_id: avaGlow, side: 'brand', seq: 1 }]);
  await expect.poll(() => mira.events).toEqual([message(1), counts, message(2), counts]);
  expect(jonas.events).toEqual([]);
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
