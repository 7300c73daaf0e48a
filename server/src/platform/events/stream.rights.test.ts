import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { liveEvent, type LiveEvent } from '@vitrine/contract/events.ts';
import { type BrandRole, brandRoles } from '@vitrine/contract/values/brand-roles.ts';
import { demoPassword } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { createUser } from '../../passwords/passwords.service.ts';
import { notify } from './notify.ts';
import { record, recordAll } from './record.ts';

let world: World;
let origin: string;
let closeServer: () => void;
beforeAll(async () => {
  world = await openWorld();
  const server = createServer((request, response) => world.app.routing(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeServer = () => {
    server.closeAllConnections();
    server.close();
  };
});
// Ends the time in which events of earlier tests are sent again.
beforeEach(() => world.clock.advance(90_000));
afterAll(async () => {
  closeServer();
  await world[Symbol.asyncDispose]();
});

let members = 0;
/** A new colleague; without a role, not yet of any brand. */
async function member(role?: BrandRole): Promise<{ userId: string; email: string }> {
  members += 1;
  const email = `member${members}@glow.test`;
  const userId = await createUser(world.ctx, {
    email,
    password: demoPassword,
    role: 'brand',
    displayName: `Member ${members}`,
  });
  if (role) await setRole(userId, role);
  return { userId, email };
}

async function setRole(userId: string, role: BrandRole | null): Promise<void> {
  const { glow } = world.people.merchants;
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.deleteFrom('merchant_staff').where('user_id', '=', userId).execute();
    if (role !== null)
      await tx
        .insertInto('merchant_staff')
        .values({ merchant_id: glow, user_id: userId, role, joined_at: world.clock.now() })
        .execute();
  });
}

/** The kinds of events that arrive until the user’s own marker, which is sent last. */
async function openStream(of: { userId: string; email: string }) {
  const abort = new AbortController();
  const answer = await fetch(`${origin}/api/v1/events`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${await world.token(of.email)}` },
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no stream');
  let rest = '';
  const next = async (): Promise<LiveEvent | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end < 0) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        rest += value;
        continue;
      }
      const data: LiveEvent | Record<string, never> = JSON.parse(/^data: (.*)$/m.exec(rest.slice(0, end))?.[1] ?? '{}');
      rest = rest.slice(end + 2);
      if (data.kind !== undefined) return data;
    }
  };
  const untilMarker = async (): Promise<string[]> => {
    const marker = `marker-${(markers += 1)}`;
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      record(world.ctx, tx, { userId: of.userId }, { kind: 'order-decided', order_id: marker }),
    );
    const kinds: string[] = [];
    for (;;) {
      const event = await next();
      if (!event) throw new Error('the stream has ended');
      if ('order_id' in event && event.order_id === marker) return kinds;
      kinds.push(event.kind);
    }
  };
  // What a login rings, and the last read of a new stream.
  await untilMarker();
  return { next, untilMarker, close: () => abort.abort() };
}
let markers = 0;

const account = () => world.people.accounts.avaGlow;
const events = (): LiveEvent[] => [
  { kind: 'user-update' },
  { kind: 'unread-count-update', merchant_account_id: account() },
  { kind: 'message', merchant_account_id: account(), seq: 1 },
  { kind: 'read', merchant_account_id: account(), side: 'creator', seq: 1 },
  { kind: 'commission-update', merchant_account_id: account(), order_id: 'O-1' },
  { kind: 'payout-update', merchant_account_id: account(), payout_id: '01a200a3-96ec-7195-afcb-8b1dd6ef5f60' },
  { kind: 'adjustment-update', merchant_account_id: account() },
  { kind: 'order-decided', order_id: 'O-1' },
  { kind: 'notification-update' },
  { kind: 'figures-update', merchant_account_ids: [account()] },
];

/** By kind: the roles that get it when it is recorded for a brand. */
const table: Record<LiveEvent['kind'], readonly BrandRole[]> = {
  'user-update': [],
  'unread-count-update': ['owner', 'manager', 'support'],
  message: ['owner', 'manager', 'support'],
  read: ['owner', 'manager', 'support'],
  'commission-update': ['owner', 'manager', 'finance', 'support', 'analyst'],
  'payout-update': ['owner', 'manager', 'finance'],
  'adjustment-update': ['owner', 'manager', 'finance'],
  'order-decided': ['owner', 'manager', 'finance', 'support', 'analyst'],
  'notification-update': [],
  'figures-update': [],
};

const tellBrand = (...told: readonly LiveEvent[]) =>
  world.ctx.database.as({ role: 'system' }, (tx) =>
    recordAll(
      world.ctx,
      tx,
      told.map((event) => ({ audience: { merchantId: world.people.merchants.glow }, event })),
    ),
  );

test('the table has every kind of event', () => {
  const kinds = new Set(liveEvent.def.options.map((option) => option.shape.kind.def.values[0]));
  expect(new Set<unknown>(Object.keys(table))).toEqual(kinds);
  expect(new Set(events().map(({ kind }) => kind))).toEqual(kinds);
});

test.each(brandRoles)('staff with the role %s get the events of their brand that their role may read', async (role) => {
  const stream = await openStream(await member(role));
  await tellBrand(...events());
  const expected = events().flatMap(({ kind }) => (table[kind].includes(role) ? [kind] : []));
  expect((await stream.untilMarker()).toSorted()).toEqual(expected.toSorted());
  stream.close();
});

test('a role that changes while a stream is open counts from the next event on', async () => {
  const person = await member('support');
  const stream = await openStream(person);
  const message: LiveEvent = { kind: 'message', merchant_account_id: account(), seq: 1 };
  await tellBrand(message);
  expect(await stream.untilMarker()).toEqual(['message']);
  for (const [role, kinds] of [
    ['analyst', []],
    ['manager', ['message']],
    [null, []],
  ] as const) {
    await setRole(person.userId, role);
    await tellBrand(message);
    expect(await stream.untilMarker(), String(role)).toEqual(kinds);
  }
  stream.close();
});

test('who joins a brand while a stream is open gets its events without opening another', async () => {
  const person = await member();
  const stream = await openStream(person);
  await setRole(person.userId, 'analyst');
  await tellBrand({ kind: 'order-decided', order_id: 'O-2' });
  expect(await stream.next()).toEqual({ kind: 'order-decided', order_id: 'O-2' });
  stream.close();
});

test('a notice to staff with a right rings only at them', async () => {
  const [support, analyst] = await Promise.all([
    openStream(await member('support')),
    openStream(await member('analyst')),
  ]);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    notify(
      world.ctx,
      tx,
      { merchantId: world.people.merchants.glow, staffWith: 'messages' },
      { kind: 'message', account: account() },
      account(),
    ),
  );
  expect(await support.next()).toEqual({ kind: 'notification-update' });
  expect(await analyst.untilMarker()).toEqual([]);
  support.close();
  analyst.close();
});
