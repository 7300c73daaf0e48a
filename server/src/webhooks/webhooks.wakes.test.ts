import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testWebhookEndpoint } from '@vitrine/contract/webhooks.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { sendWebhooks } from './webhooks.send.ts';
import { allowLoopback, openEndpoint, openReceiver, type Receiver, sentTo } from './webhooks.testing.ts';

let world: World;
let staff: Client;
let receiver: Receiver;
beforeEach(async () => {
  world = await openWorld();
  allowLoopback(world);
  staff = await world.signIn('brand@glow.test');
  receiver = await openReceiver();
});
afterEach(async () => {
  vi.restoreAllMocks();
  receiver.close();
  await world[Symbol.asyncDispose]();
});

type At = { merchant: string; endpoint_id: string };
const subscribe = async (url = receiver.url) =>
  (await openEndpoint(staff, 'glow-lab', url, ['terms.published'])).params;
const requestEvent = async (params: At) => granted(await staff.call(testWebhookEndpoint, { params }));

/** Keeps an endpoint locked, as a call that changes it does, until the result is called. */
async function lock({ endpoint_id: id }: At): Promise<() => Promise<void>> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = world.ctx.database.as({ role: 'system' }, async (tx) => {
    await sql`select from webhook_endpoints where id = ${id} for no key update`.execute(tx);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  return () => {
    over.resolve();
    return held;
  };
}

const waitingForLocks = async () => {
  const { rows } = await world.ctx.database.pool.query(
    'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
  );
  return rows.length;
};

test('an endpoint that is being changed when its event is due gets it right after the change', async () => {
  const other = await openReceiver();
  const params = await subscribe();
  await requestEvent(params);
  await requestEvent(await subscribe(other.url));
  const unlock = await lock(params);
  const run = sendWebhooks(world.ctx);
  await other.got(1);
  await expect.poll(waitingForLocks).toBe(1);
  expect(receiver.received).toEqual([]);
  await unlock();
  expect(await run).toBe(2);
  expect(receiver.types()).toEqual(['webhook.test']);
  other.close();
});

test('the log of an endpoint can be read while the endpoint is being changed', async () => {
  const params = await subscribe();
  await requestEvent(params);
  const unlock = await lock(params);
  expect((await sentTo(staff, params)).map(({ state }) => state)).toEqual(['waiting']);
  await unlock();
});

test('a run whose time is over hands on to the next one, which waits for none of its requests', async () => {
  const requested: string[] = [];
  world.ctx.jobs = { soon: async (task) => void requested.push(task) };
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  receiver.answer = (response) => void answered.then(() => response.writeHead(204).end());
  const params = await subscribe();
  await requestEvent(params);
  const run = sendWebhooks(world.ctx);
  await receiver.got(1);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 61_000);
  await requestEvent(params);
  requested.length = 0;
  expect(await sendWebhooks(world.ctx)).toBe(0);
  await expect.poll(() => requested).toEqual(['send_webhooks']);
  const next = sendWebhooks(world.ctx);
  await receiver.got(2);
  answer();
  expect(await Promise.all([run, next])).toEqual([1, 1]);
});
