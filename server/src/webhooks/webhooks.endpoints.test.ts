import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listOutgoingDeliveries,
  listWebhookEndpoints,
  readOutgoingDelivery,
  replayFailedDeliveries,
  replayOutgoingDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '@vitrine/contract/webhooks.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { newId } from '../platform/ids.ts';
import { openEndpoint } from './webhooks.testing.ts';

const glow = { merchant: 'glow-lab' };
const url = 'https://hooks.glow.example/in?token=receivers-own';
let world: World;
let staff: Client;
let other: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  other = await world.signIn('brand@northwind.test');
});
afterAll(() => world[Symbol.asyncDispose]());

type Body = BodyOf<typeof createWebhookEndpoint>;
const create = (body: Partial<Body> = {}) =>
  staff.call(createWebhookEndpoint, { params: glow, body: { url, events: ['order.decided'], ...body } });
const clear = async () => {
  for (const { id } of granted(await staff.call(listWebhookEndpoints, { params: glow })))
    granted(await staff.call(deleteWebhookEndpoint, { params: { ...glow, endpoint_id: id } }));
};

describe('an endpoint', () => {
  test('shows its secret once, which is stored encrypted, and its creation is audited without its query', async () => {
    const { answer, audits } = await effectsOf(world, () => create({ description: 'The shop' }));
    const { secret, endpoint } = granted(answer);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: endpoint.id,
      url,
      description: 'The shop',
      events: ['order.decided'],
      state: 'on',
      off_reason: null,
      off_at: null,
      failing_since: null,
      previous_secret_until: null,
      created_at: world.clock.now().toISOString(),
    });
    expect(audits).toEqual([
      {
        action: 'webhook.created',
        actor: world.people.users.glowStaff,
        subject: endpoint.id,
        details: { destination: 'https://hooks.glow.example/in?…' },
      },
    ]);
    expect(JSON.stringify(await staff.call(listWebhookEndpoints, { params: glow }))).not.toContain('whsec_');
    const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('webhook_endpoints').selectAll().execute(),
    );
    expect(rows.map(({ sealed }) => sealed.toString('latin1')).join()).not.toContain(secret.slice(6));
  });

  test('can be changed, turned off and on, and deleted, each with an audit entry', async () => {
    const { endpoint } = granted(await create());
    const params = { ...glow, endpoint_id: endpoint.id };
    const change = async (body: BodyOf<typeof changeWebhookEndpoint>) =>
      granted(await staff.call(changeWebhookEndpoint, { params, body }));
    const { audits } = await effectsOf(world, async () => {
      expect(await change({ description: 'Till', events: ['payout.changed', 'creator.joined'] })).toMatchObject({
        url,
        description: 'Till',
        events: ['payout.changed', 'creator.joined'],
      });
      expect(await change({ url: 'https://new.glow.example/' })).toMatchObject({ url: 'https://new.glow.example/' });
      expect(await change({ state: 'off' })).toMatchObject({ state: 'off', off_reason: 'by_brand' });
      expect(await change({ state: 'on' })).toMatchObject({ state: 'on', off_reason: null, off_at: null });
      granted(await staff.call(rotateWebhookSecret, { params }));
      granted(await staff.call(deleteWebhookEndpoint, { params }));
    });
    expect(audits.map(({ action }) => action.replace('webhook.', ''))).toEqual([
      'changed',
      'changed',
      'turned_off',
      'turned_on',
      'secret_rotated',
      'deleted',
    ]);
    expect((await staff.call(deleteWebhookEndpoint, { params })).status).toBe(404);
  });

  test.each([
    ['http://hooks.glow.example/', 'must begin with https://, not http://'],
    ['https://127.0.0.1/', 'must not lead to this server’s own network, like 127.0.0.1'],
    ['https://[::ffff:10.0.0.1]/', 'must not lead to a private network, like ::ffff:a00:1'],
    ['https://192.168.0.1/', 'must not lead to a private network, like 192.168.0.1'],
    ['https://me:secret@hooks.glow.example/', 'must not contain a user name or password'],
    ['https://hooks.glow.example:6379/', 'must use port 443 or 8443, not 6379'],
    ['hooks.glow.example', 'must be an address, like https://shop.example/webhooks'],
    ['javascript:alert(1)', 'must have a complete host name, not only '],
  ])('with the address %s is refused, by field', async (wrong, reason) => {
    const answer = await create({ url: wrong });
    expect(answer.problem).toMatchObject({ status: 422, errors: { url: [expect.any(String)] } });
    if (!wrong.startsWith('javascript')) expect(answer.problem.errors?.['url']).toEqual([reason]);
  });

  test.each([
    [{ events: [] }, 'events', 'must not be empty'],
    [{ events: ['order.decided', 'order.decided'] }, 'events', 'must not contain duplicate events'],
    [{ description: 'x'.repeat(101) }, 'description', 'must have at most 100 characters'],
    [{ url: `https://hooks.example/${'x'.repeat(500)}` }, 'url', 'must have at most 500 characters'],
  ] satisfies [Partial<Body>, string, string][])(
    'with an invalid field is refused: %j',
    async (body, field, reason) => {
      expect((await create(body)).problem).toMatchObject({ status: 422, errors: { [field]: [reason] } });
    },
  );

  test('is one of at most ten, also if twenty are created at once', async () => {
    await clear();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 201)?.problem).toMatchObject({ status: 409, code: 'conflict' });
    await clear();
  });

  test('of another brand looks as if it did not exist, in every call', async () => {
    const { params } = await openEndpoint(staff, 'glow-lab', url, ['order.decided']);
    const { id } = granted(await staff.call(testWebhookEndpoint, { params }));
    const foreign = { merchant: 'northwind-outfitters', endpoint_id: params.endpoint_id };
    const own = await openEndpoint(other, 'northwind-outfitters', url, ['order.decided']);
    const since = { since: '2026-01-01T00:00:00Z' };
    const answers = [
      await other.call(changeWebhookEndpoint, { params: foreign, body: { state: 'off' } }),
      await other.call(rotateWebhookSecret, { params: foreign }),
      await other.call(testWebhookEndpoint, { params: foreign }),
      await other.call(listOutgoingDeliveries, { params: foreign }),
      await other.call(readOutgoingDelivery, { params: { ...foreign, outgoing_id: id } }),
      await other.call(readOutgoingDelivery, { params: { ...own.params, outgoing_id: id } }),
      await other.call(replayOutgoingDelivery, { params: { ...own.params, outgoing_id: id } }),
      await other.call(replayFailedDeliveries, { params: foreign, body: since }),
      await other.call(deleteWebhookEndpoint, { params: foreign }),
      await other.call(listWebhookEndpoints, { params: glow }),
      await staff.call(readOutgoingDelivery, { params: { ...params, outgoing_id: newId(world.clock.now()) } }),
      await staff.call(readOutgoingDelivery, { params: { ...params, outgoing_id: 'x' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(granted(await staff.call(listWebhookEndpoints, { params: glow }))).toMatchObject([{ state: 'on' }]);
  });

  test('that is off is neither tested nor replayed', async () => {
    const { params } = await openEndpoint(staff, 'glow-lab', url, ['order.decided']);
    granted(await staff.call(changeWebhookEndpoint, { params, body: { state: 'off' } }));
    expect((await staff.call(testWebhookEndpoint, { params })).problem).toMatchObject({
      status: 409,
      message: 'The endpoint is off; turn it on first',
    });
  });

  test('lists what was sent in pages, newest first, and by state', async () => {
    const { params } = await openEndpoint(staff, 'glow-lab', url, ['order.decided']);
    const made: string[] = [];
    for (let each = 0; each < 5; each += 1) {
      world.clock.advance(1_000);
      made.unshift(granted(await staff.call(testWebhookEndpoint, { params })).id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof staff.call<typeof listOutgoingDeliveries>>> = await staff.call(
        listOutgoingDeliveries,
        { params, query: { limit: 2, ...(cursor && { cursor }) } },
      );
      seen.push(...granted(page).map(({ id }) => id));
      cursor = page.meta.next_cursor;
    } while (cursor);
    expect(seen).toEqual(made);
    expect(granted(await staff.call(listOutgoingDeliveries, { params, query: { state: 'failed' } }))).toEqual([]);
  });
});
