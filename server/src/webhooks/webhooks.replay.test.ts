import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishTerms } from '@vitrine/contract/terms.ts';
import {
  listWebhookEndpoints,
  replayOutgoingDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '@vitrine/contract/webhooks.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { allowLoopback, openEndpoint, openReceiver, type Receiver, sentTo } from './webhooks.testing.ts';
import { sendWebhooks } from './webhooks.send.ts';

const dayMs = 86_400_000;
const glow = { merchant: 'glow-lab' };
let world: World;
let staff: Client;
let receiver: Receiver;
beforeEach(async () => {
  world = await openWorld();
  world.clock.set(new Date());
  allowLoopback(world);
  staff = await world.signIn('brand@glow.test');
  receiver = await openReceiver();
});
afterEach(async () => {
  receiver.close();
  await world[Symbol.asyncDispose]();
});

const subscribe = () => openEndpoint(staff, 'glow-lab', receiver.url, ['terms.published']);

async function publish(): Promise<void> {
  const body = { rules: [{ kind: 'percentage' as const, rate: 2_000 }] };
  granted(await staff.call(publishTerms, { params: glow, body }));
}

const firstEndpoint = async () => granted(await staff.call(listWebhookEndpoints, { params: glow }))[0];

test('after a rotation both secrets verify for a day, then only the new one', async () => {
  const { secret: old, params } = await subscribe();
  const { secret: fresh, endpoint } = granted(await staff.call(rotateWebhookSecret, { params }));
  expect(Date.parse(endpoint.previous_secret_until ?? '') - world.clock.now().getTime()).toBe(dayMs);
  expect(fresh).not.toBe(old);
  const verified = () => {
    const { body = '', headers } = receiver.received.at(-1) ?? {};
    // The library compares the time with the machine's clock, which this test leaves.
    const isSigned = (secret: string) => {
      const [id, at] = [String(headers?.['webhook-id']), Number(headers?.['webhook-timestamp'])];
      const expected = new Webhook(secret).sign(id, new Date(at * 1_000), body);
      return String(headers?.['webhook-signature']).split(' ').includes(expected);
    };
    return [isSigned(fresh), isSigned(old)];
  };
  await publish();
  await sendWebhooks(world.ctx);
  expect(verified()).toEqual([true, true]);
  world.clock.advance(dayMs);
  staff = await world.signIn('brand@glow.test');
  await publish();
  await sendWebhooks(world.ctx);
  expect(verified()).toEqual([true, false]);
  expect(await firstEndpoint()).toMatchObject({ previous_secret_until: null });
});

test('an event can be replayed, also one that arrived, and keeps its id', async () => {
  const { params } = await subscribe();
  await publish();
  await sendWebhooks(world.ctx);
  const [delivery] = await sentTo(staff, params);
  const at = { ...params, outgoing_id: delivery?.id ?? '' };
  const replays = await Promise.all(
    Array.from({ length: 10 }, () => staff.call(replayOutgoingDelivery, { params: at })),
  );
  expect(replays.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
  await sendWebhooks(world.ctx);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    delivery?.event_id,
    delivery?.event_id,
  ]);
  expect(await sentTo(staff, params)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('a test event is sent once, whatever comes of it, and does not count as a failure of the endpoint', async () => {
  const { secret, params } = await subscribe();
  receiver.answer = (response) => response.writeHead(500).end();
  granted(await staff.call(testWebhookEndpoint, { params }));
  await sendWebhooks(world.ctx);
  expect(await sentTo(staff, params)).toMatchObject([{ type: 'webhook.test', state: 'failed', attempts: 1 }]);
  const [request] = receiver.received;
  expect(new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
    data: { endpoint_id: params.endpoint_id },
  });
  expect(await firstEndpoint()).toMatchObject({ state: 'on', failing_since: null });
});
