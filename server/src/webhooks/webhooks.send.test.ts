import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishTerms } from '@vitrine/contract/terms.ts';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  type OutgoingDelivery,
  readOutgoingDelivery,
  replayFailedDeliveries,
} from '@vitrine/contract/webhooks.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { allowLoopback, openEndpoint, openReceiver, type Receiver, sentTo } from './webhooks.testing.ts';
import { sendWebhooks } from './webhooks.send.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let world: World;
let staff: Client;
let receiver: Receiver;
const opened: Receiver[] = [];
beforeEach(async () => {
  world = await openWorld();
  // The library compares the time of a request with the machine's clock.
  world.clock.set(new Date());
  allowLoopback(world);
  staff = await world.signIn('brand@glow.test');
  receiver = await open();
});
afterEach(async () => {
  for (const each of opened.splice(0)) each.close();
  await world[Symbol.asyncDispose]();
});

async function open(): Promise<Receiver> {
  const made = await openReceiver();
  opened.push(made);
  return made;
}

const subscribe = (url = receiver.url) => openEndpoint(staff, 'glow-lab', url, ['terms.published']);

/** Lets something happen at the brand that is one event. */
async function publish(note = 'News'): Promise<void> {
  const body = { note, rules: [{ kind: 'percentage' as const, rate: 2_000 }] };
  granted(await staff.call(publishTerms, { params: { merchant: 'glow-lab' }, body }));
}

type At = { merchant: string; endpoint_id: string };
const detailsOf = async (at: At, { id }: Pick<OutgoingDelivery, 'id'>) =>
  granted(await staff.call(readOutgoingDelivery, { params: { ...at, outgoing_id: id } }));
const onlyOne = async (at: At) => {
  const [one, ...others] = await sentTo(staff, at);
  expect(others).toEqual([]);
  if (!one) throw new Error('nothing was sent');
  return one;
};
const endpointOf = async (at: At) =>
  granted(await staff.call(listWebhookEndpoints, { params: { merchant: at.merchant } })).find(
    ({ id }) => id === at.endpoint_id,
  );
/** Sends, and lets the time pass to just after the next attempt, until no attempt is left. Returns the pauses. */
async function exhaust(at: At, after: (attempts: number) => Promise<void> = async () => undefined): Promise<number[]> {
  const pauses: number[] = [];
  for (;;) {
    await sendWebhooks(world.ctx);
    staff = await world.signIn('brand@glow.test');
    const [next] = (await sentTo(staff, at)).flatMap(({ next_attempt_at: when }) => when ?? []).sort();
    if (next === undefined) return pauses;
    const pause = Date.parse(next) - world.clock.now().getTime();
    pauses.push(pause);
    world.clock.advance(pause);
    staff = await world.signIn('brand@glow.test');
    await after(pauses.length);
  }
}

describe('an event', () => {
  test('arrives once, signed, with the body that the log shows', async () => {
    const { secret, params } = await subscribe();
    await publish();
    expect(await sendWebhooks(world.ctx)).toBe(1);
    const [request] = receiver.received;
    const message = new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    expect(message).toMatchObject({ type: 'terms.published', data: { note: 'News' } });
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json' });
    const delivery = await onlyOne(params);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, last_attempt: { status: 204, fault: null } });
    expect(request?.headers['webhook-id']).toBe(delivery.event_id);
    expect((await detailsOf(params, delivery)).message).toEqual(message);
    expect(await sendWebhooks(world.ctx)).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  test('that was committed before a crash is sent by the next run', async () => {
    const { params } = await subscribe();
    const { soon } = world.ctx.jobs;
    world.ctx.jobs.soon = () => Promise.reject(new Error('the process died'));
    await publish();
    world.ctx.jobs.soon = soon;
    expect(await onlyOne(params)).toMatchObject({ state: 'waiting', attempts: 0 });
    await sendWebhooks(world.ctx);
    expect(receiver.types()).toEqual(['terms.published']);
  });

  test('that a node claimed before it died is sent by another one, with the same id', async () => {
    const { params } = await subscribe();
    await publish();
    receiver.answer = () => undefined;
    const dying = await world.secondNode();
    dying.ctx.config.outbound = { loopback: true, timeoutMs: 10_000 };
    dying.ctx.log.level = 'silent';
    const { as } = dying.ctx.database;
    const run = sendWebhooks(dying.ctx);
    await receiver.got(1);
    // From here on, nothing that it does is stored.
    dying.ctx.database.as = () => Promise.reject(new Error('the node died'));
    expect(await sendWebhooks(world.ctx)).toBe(0);
    world.clock.advance(minuteMs);
    receiver.answer = (response) => response.writeHead(200).end();
    expect(await sendWebhooks(world.ctx)).toBe(1);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    expect(await onlyOne(params)).toMatchObject({ state: 'delivered', attempts: 2 });
    receiver.close();
    await expect(run).rejects.toThrow('the node died');
    dying.ctx.database.as = as;
    expect(await onlyOne(params)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('is sent once by two nodes that run at once, each of a hundred', async () => {
    const { params } = await subscribe();
    for (let each = 0; each < 20; each += 1) await publish(`version ${each}`);
    const second = await world.secondNode();
    second.ctx.config.outbound = { ...world.ctx.config.outbound };
    let [now, most] = [0, 0];
    receiver.answer = (response) => {
      now += 1;
      most = Math.max(most, now);
      setImmediate(() => {
        now -= 1;
        response.writeHead(200).end();
      });
    };
    const sent = await Promise.all([sendWebhooks(world.ctx), sendWebhooks(second.ctx)]);
    expect(sent[0] + sent[1]).toBe(20);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
    expect(most).toBeLessThanOrEqual(4);
    expect(new Set((await sentTo(staff, params)).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['delivered 1']),
    );
  });

  test('goes to each endpoint that asked for it, and to no other', async () => {
    const other = await open();
    await subscribe();
    await openEndpoint(staff, 'glow-lab', other.url, ['payout.changed']);
    const northwind = await world.signIn('brand@northwind.test');
    await openEndpoint(northwind, 'northwind-outfitters', other.url, ['terms.published']);
    await publish();
    await sendWebhooks(world.ctx);
    expect([receiver.types(), other.types()]).toEqual([['terms.published'], []]);
  });
});

describe('an endpoint that does not take an event', () => {
  test('gets it ten times in three days, each pause longer than before and a little random', async () => {
    const { params } = await subscribe();
    receiver.answer = (response) => response.writeHead(500).end('database is down');
    await publish();
    const pauses = await exhaust(params);
    const base = [1, 5, 15, 60, 180, 360, 720, 1440, 1440].map((minutes) => minutes * minuteMs);
    expect(pauses).toHaveLength(base.length);
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(base[index] ?? 0);
      expect(pause).toBeLessThan((base[index] ?? 0) * 1.1);
    }
    expect(receiver.received).toHaveLength(10);
    const delivery = await onlyOne(params);
    expect(delivery).toMatchObject({ state: 'failed', attempts: 10, last_attempt: { status: 500 } });
    const { attempt_log: log } = await detailsOf(params, delivery);
    expect(log.map(({ number, answer }) => [number, answer])[0]).toEqual([10, 'database is down']);
    expect(log).toHaveLength(10);
  });

  test('is turned off after three days without a success; its owners get one email, and nothing is lost', async () => {
    const { params } = await subscribe();
    receiver.answer = (response) => response.writeHead(500).end();
    await publish();
    world.clock.advance(hourMs);
    await publish('second');
    const { mails, audits } = await effectsOf(world, () => exhaust(params));
    expect(await endpointOf(params)).toMatchObject({ state: 'off', off_reason: 'failing' });
    const told = mails.filter(({ kind }) => kind === 'webhook_off');
    expect(told.map(({ recipient }) => recipient)).toEqual(['brand@glow.test']);
    expect(told[0]?.subject).toBe('We turned off a webhook of Glow Lab');
    expect(told[0]?.text).toContain('/brand/glow-lab/settings/webhooks');
    expect(audits.filter(({ action }) => action === 'webhook.turned_off')).toMatchObject([
      { actor: null, subject: params.endpoint_id, details: { reason: 'failing' } },
    ]);
    await publish('while it is off');
    const before = receiver.received.length;
    expect(await sendWebhooks(world.ctx)).toBe(0);
    expect((await sentTo(staff, params)).map(({ state }) => state).toSorted()).toEqual(['failed', 'missed', 'missed']);
    receiver.answer = (response) => response.writeHead(200).end();
    const replay = () => staff.call(replayFailedDeliveries, { params, body: { since: '2026-01-01T00:00:00Z' } });
    expect((await replay()).problem).toMatchObject({ status: 409, code: 'conflict' });
    granted(await staff.call(changeWebhookEndpoint, { params, body: { state: 'on' } }));
    expect(granted(await replay())).toEqual({ replayed: 3, remaining: 0 });
    await sendWebhooks(world.ctx);
    expect(
      receiver.received
        .slice(before)
        .map(({ body }) => String(JSON.parse(body).data.note))
        .toSorted(),
    ).toEqual(['News', 'second', 'while it is off']);
    expect(await endpointOf(params)).toMatchObject({ state: 'on', failing_since: null });
  });

  test('stays on if anything succeeded meanwhile', async () => {
    const { params } = await subscribe();
    receiver.answer = (response, { body }) => response.writeHead(body.includes('fine') ? 200 : 500).end();
    await publish();
    await exhaust(params, async (attempts) => {
      if (attempts === 9) await publish('fine');
    });
    expect((await sentTo(staff, params)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed']);
    expect(await endpointOf(params)).toMatchObject({ state: 'on', failing_since: world.clock.now().toISOString() });
  });

  test('that answers 410 is turned off at once', async () => {
    const { params } = await subscribe();
    receiver.answer = (response) => response.writeHead(410).end();
    await publish();
    const { mails } = await effectsOf(world, () => sendWebhooks(world.ctx));
    expect(await endpointOf(params)).toMatchObject({ state: 'off', off_reason: 'gone' });
    expect(mails.map(({ kind }) => kind)).toEqual(['webhook_off']);
    expect(await onlyOne(params)).toMatchObject({ state: 'failed', attempts: 1 });
  });

  test('because its brand turned it off gets nothing of that time', async () => {
    const { params } = await subscribe();
    granted(await staff.call(changeWebhookEndpoint, { params, body: { state: 'off' } }));
    await publish();
    granted(await staff.call(changeWebhookEndpoint, { params, body: { state: 'on' } }));
    expect(await sendWebhooks(world.ctx)).toBe(0);
    expect(await sentTo(staff, params)).toEqual([]);
  });
});

describe('an endpoint that is', () => {
  test('slow does not delay another one', async () => {
    world.ctx.config.outbound.timeoutMs = 60_000;
    const slow = await open();
    slow.answer = () => undefined;
    await subscribe(slow.url);
    const { params } = await subscribe();
    for (let each = 0; each < 6; each += 1) await publish(`version ${each}`);
    const run = sendWebhooks(world.ctx);
    await receiver.got(6);
    expect(slow.received.length).toBeLessThanOrEqual(4);
    // A run that was asked for while the slow ones wait sends what is new.
    await publish('later');
    expect(await sendWebhooks(world.ctx)).toBe(0);
    await receiver.got(7);
    await expect.poll(async () => (await sentTo(staff, params)).every(({ state }) => state === 'delivered')).toBe(true);
    slow.close();
    await run;
  });

  test('silent is given up after the time limit, and tried again', async () => {
    world.ctx.config.outbound.timeoutMs = 50;
    receiver.answer = () => undefined;
    const { params } = await subscribe();
    await publish();
    await sendWebhooks(world.ctx);
    expect(await onlyOne(params)).toMatchObject({
      state: 'waiting',
      last_attempt: { status: null, fault: 'timed_out' },
    });
  });

  test('endless counts by its status, and little of it is kept', async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        if (!response.destroyed) response.write('\u0000ä'.repeat(2_000), () => setImmediate(more));
      };
      more();
    };
    const { params } = await subscribe();
    await publish();
    await sendWebhooks(world.ctx);
    const delivery = await onlyOne(params);
    expect(delivery).toMatchObject({ state: 'delivered', last_attempt: { status: 200 } });
    expect((await detailsOf(params, delivery)).attempt_log[0]?.answer).toBe('ä'.repeat(2_000));
  });

  test('redirecting has failed, and nothing goes to where it leads', async () => {
    const elsewhere = await open();
    receiver.answer = (response) => response.writeHead(307, { location: elsewhere.url }).end();
    const { params } = await subscribe();
    await publish();
    await sendWebhooks(world.ctx);
    expect(await onlyOne(params)).toMatchObject({ state: 'waiting', last_attempt: { status: 307 } });
    expect(elsewhere.received).toEqual([]);
  });

  test('in the network of this server gets nothing, also if it was allowed when it was created', async () => {
    const { params } = await subscribe();
    world.ctx.config.outbound.loopback = false;
    await publish();
    await sendWebhooks(world.ctx);
    expect(await onlyOne(params)).toMatchObject({ state: 'waiting', last_attempt: { fault: 'address_refused' } });
    expect(receiver.received).toEqual([]);
  });

  test('deleted while it is sent to leaves no error and no log', async () => {
    const { params } = await subscribe();
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.answer = (response) => void promise.then(() => response.writeHead(200).end());
    await publish();
    const run = sendWebhooks(world.ctx);
    await receiver.got(1);
    granted(await staff.call(deleteWebhookEndpoint, { params }));
    resolve();
    expect(await run).toBe(1);
    expect(await endpointOf(params)).toBeUndefined();
  });
});
