import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastCheck from 'fast-check';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { createApiKey, createDiscountCode, listDiscountCodes } from '@vitrine/contract/merchants.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../../world/client.ts';
import { demoApiKey, demoPassword } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { readVersion } from '../version.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { createFront, type Front } from './front.ts';
import { createProxies } from './proxies.ts';
import { escapeHtml, html, jsonForScript } from './html.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

/** The names of all fields of an answer, however deep. */
function fieldsIn(schema: z.ZodMiniType): string[] {
  const names = new Set<string>();
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }), (name, value: unknown) => {
    if (name === 'properties' && typeof value === 'object')
      for (const field of Object.keys(value ?? {})) names.add(field);
    return value;
  });
  return [...names];
}

const params = { merchant: 'glow-lab' };

describe('a refusal', () => {
  test('is an RFC 9457 problem document with message and request id', async () => {
    const answer = await world.anonymous.call(me);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.problem).toMatchObject({
      status: 401,
      code: 'unauthenticated',
      instance: '/api/v1/me',
      message: 'AuthenticationException with message Unauthenticated.',
    });
    expect(answer.problem.request_id).toBe(answer.headers['x-request-id']);
  });

  test.each([
    ['text/plain', 'hello', 415],
    ['application/xml', '<a/>', 415],
    ['application/json', '{"email":', 400],
    ['application/json', '{"__proto__":{"a":1},"email":"a@b.test","password":"x"}', 400],
    ['application/json', `${'['.repeat(1000)}${']'.repeat(1000)}`, 400],
    ['application/json', 'null', 422],
    ['application/json', '[]', 422],
    ['application/json', '""', 422],
    ['application/json', `{"email":"${'a'.repeat(300_000)}"}`, 413],
  ])('describes what is wrong with a %s body (case %#)', async (type, payload, status) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  test('is a problem document for an unknown path or method of the API too', async () => {
    for (const [method, url] of [
      ['GET', '/api/v1/nothing'],
      ['DELETE', '/api/v1/me'],
      ['POST', '/api/v2/login'],
    ] as const) {
      const answer = await world.app.inject({ method, url });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    }
  });

  test('names unknown fields', async () => {
    const answer = await world.anonymous.call(login, {
      body: { email: 'a@b.test', password: 'x', role: 'operator' } as never,
    });
    expect(answer.problem.errors).toEqual({ role: ['is not a known field'] });
  });
});

test('no answer is a 5xx or reveals internals, whatever is sent', async () => {
  await fastCheck.assert(
    fastCheck.asyncProperty(
      fastCheck.json({ maxDepth: 6 }),
      fastCheck.string({ unit: 'binary', maxLength: 40 }),
      async (payload, text) => {
        const requests = [
          { method: 'POST' as const, url: '/api/v1/login', headers: { 'content-type': 'application/json' }, payload },
          {
            method: 'GET' as const,
            url: `/api/v1/orders/${encodeURIComponent(text.toWellFormed())}/explain`,
            headers: { authorization: text.replaceAll(/[^\x20-\x7e]/g, '') },
          },
        ];
        for (const request of requests) {
          const answer = await world.app.inject(request);
          expect(answer.statusCode).toBeLessThan(500);
          expect(answer.body).not.toMatch(/node_modules|select |at \w+ \(/);
        }
      },
    ),
    { numRuns: 150 },
  );
});

describe('headers', () => {
  test('allow only our own scripts and styles, and trusted types (reliability C2)', async () => {
    const answer = await world.app.inject('/login');
    const policy = String(answer.headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toContain('unsafe');
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(answer.headers['server']).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  test('forbid caching API answers', async () => {
    const answer = await staff.call(me);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('an Idempotency-Key', () => {
  const give = (key: string, code: string) =>
    staff.call(createDiscountCode, { params, body: { code, creator: 'ava' }, headers: { 'idempotency-key': key } });

  test('makes ten concurrent calls one mutation with one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => give('key-1', 'ONCE10')));
    expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.data)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const codes = await staff.call(listDiscountCodes, { params });
    expect(codes.data.filter((entry) => entry.code === 'ONCE10')).toHaveLength(1);
  });

  test('gets the same answer for a week; then the answer is deleted', async () => {
    await give('key-2', 'LATER');
    const kept = () =>
      world.ctx.database.as({ role: 'system' }, (tx) =>
        tx.selectFrom('idempotency_keys').select('key').where('key', '=', 'key-2').execute(),
      );
    const before = world.clock.now();
    world.clock.advance(7 * 86_400_000 - 1);
    staff = await world.signIn('brand@glow.test');
    await forgetOldAnswers(world.ctx);
    expect((await give('key-2', 'LATER')).status).toBe(201);
    world.clock.advance(1);
    await forgetOldAnswers(world.ctx);
    expect(await kept()).toEqual([]);
    world.clock.set(before);
    staff = await world.signIn('brand@glow.test');
  });

  test('does not store an answer with a secret: the repeat says so and has no effect', async () => {
    const headers = { 'idempotency-key': 'secret-1' };
    const signIn = () =>
      world.anonymous.call(login, { body: { email: 'noor@creators.test', password: demoPassword }, headers });
    const first = await signIn();
    const again = await signIn();
    expect([first.status, again.status, again.problem.code]).toEqual([200, 409, 'answer_not_kept']);
    const body = { name: 'Till', scopes: ['orders:read' as const] };
    const make = () => staff.call(createApiKey, { params, body, headers: { 'idempotency-key': 'secret-2' } });
    const made = await Promise.all([make(), make(), make()]);
    expect(made.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
    const kept = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('idempotency_keys').selectAll().where('key', 'like', 'secret-%').execute(),
    );
    expect(kept.map((row) => row.answer)).toEqual([null, null]);
  });

  test('requires a rule for the answer of every call with a field named like a secret', () => {
    const unmarked = [...endpoints]
      .filter(([, endpoint]) => endpoint.method !== 'GET' && endpoint.answers === undefined)
      .flatMap(([name, endpoint]) => fieldsIn(endpoint.reply).map((field) => `${name}: ${field}`))
      .filter((entry) => /[ _](token|secret|key|code|proof|ticket|flow)$/.test(entry));
    expect(unmarked).toEqual([]);
  });

  test('used for another request is a 409', async () => {
    await give('key-3', 'FIRST');
    const other = await give('key-3', 'SECOND');
    expect([other.status, other.problem.code]).toEqual([409, 'idempotency_conflict']);
  });

  test('of another caller is a different key', async () => {
    await give('key-4', 'MINE');
    const northwind = await world.signIn('brand@northwind.test');
    const answer = await northwind.call(createDiscountCode, {
      params: { merchant: 'northwind-outfitters' },
      body: { code: 'THEIRS', creator: 'noor' },
      headers: { 'idempotency-key': 'key-4' },
    });
    expect(answer.data.code).toBe('THEIRS');
  });

  test('is not used up by a refusal: the corrected call can use it again', async () => {
    expect(
      (
        await staff.call(createDiscountCode, {
          params,
          body: { code: 'X', creator: 'ava' },
          headers: { 'idempotency-key': 'key-5' },
        })
      ).status,
    ).toBe(422);
    expect(
      (
        await staff.call(createDiscountCode, {
          params,
          body: { code: 'XY', creator: 'ava' },
          headers: { 'idempotency-key': 'key-5' },
        })
      ).status,
    ).toBe(201);
  });
});

test("waiting keyed calls of anonymous clients do not block a shop's orders, and those beyond the limit get a 503", async () => {
  const { ctx, app, shop } = world;
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  // Logging in reads this table, so the anonymous requests wait as long as the test wants.
  const lock = ctx.database.as({ role: 'system' }, async (tx) => {
    await sql`lock table sign_in_throttles in access exclusive mode`.execute(tx);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const flood = Array.from({ length: 200 }, (_, number) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'idempotency-key': `stranger-${number}` },
      payload: { email: 'nobody@creators.test', password: 'wrong-password' },
    }),
  );
  const order = await shop(demoApiKey).call(receiveOrder, {
    headers: { 'idempotency-key': 'order-in-a-flood' },
    body: {
      order_id: 'flood-1',
      currency: 'USD',
      discount_codes: [],
      placed_at: '2026-11-20T11:00:00Z',
      lines: [
        { line_id: '1', sku: 'A', title: 'A thing', quantity: 1, unit_price: { amount: '1000', currency: 'USD' } },
      ],
    },
  });
  expect(order.status).toBe(200);
  unlock.resolve();
  await lock;
  const refused = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThanOrEqual(100);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test("calls beyond a caller's limit per minute are refused with the time to wait", async () => {
  await using limited = await openWorld({ limits: true });
  const noor = await limited.signIn('noor@creators.test');
  const answers = await Promise.all(Array.from({ length: 305 }, () => noor.call(me)));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused[0]?.problem.code).toBe('rate_limited');
});

describe('an unknown path', () => {
  const bad = ['%00', 'a%00.js', '%2e%2e/index.html', '..%2findex.html', '%ff', '%e0%a4', 'x'.repeat(3_000)];
  const under = [
    '/app-assets/',
    '/assets/',
    '/media/p/',
    '/@ava/',
    '/pages/',
    '/',
    '/s/',
    '/api/v1/operator/mail-parts/',
  ];

  // Byte by byte over a socket, because a client library would normalize the path first.
  const statusOf = async (path: string): Promise<string | undefined> => {
    const app: Front['app'] = (request, response) => world.app.routing(request, response);
    const answer = await send(`GET ${path} HTTP/1.1\nHost: a.test\nConnection: close\n\n`, app);
    return answer.split('\r\n')[0];
  };

  test.each(under)('is not found below %s', async (folder) => {
    for (const name of bad)
      expect([name, await statusOf(`${folder}${name}`)]).toEqual([name, 'HTTP/1.1 404 Not Found']);
  });

  test.each(['/app-assets/', '/assets/', '/pages/'])('with odd dot segments is not found below %s', async (folder) => {
    expect(await statusOf(`${folder}....//x`)).toBe('HTTP/1.1 404 Not Found');
  });
});

/** Sends a raw request and returns the whole answer. */
async function send(head: string, app?: Front['app']): Promise<string> {
  const server = createFront(
    { lane: undefined, app, missing: () => ['startup'], version: {}, leaving: false },
    { proxies: createProxies([]), mostPerClient: 100, headersWithinMs: 5_000, onRefused: () => undefined },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(head.replaceAll('\n', '\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  await new Promise<void>((closed) => server.close(() => closed()));
  return Buffer.concat(chunks).toString('utf8');
}

describe('a request with ambiguous headers', () => {
  test.each([
    [
      'two Authorization headers',
      'Host: a.test\nAuthorization: Bearer x\nauthorization: Bearer y',
      'more than one Authorization',
    ],
    ['two Host headers', 'Host: a.test\nhost: b.test', 'more than one Host'],
    ['no Host header', 'Accept: */*', 'no Host header'],
  ])('is refused for %s, with what is wrong', async (_name, headers, message) => {
    for (const path of ['/api/v1/me', '/s/abc', '/healthz']) {
      const answer = await send(`GET ${path} HTTP/1.1\n${headers}\nConnection: close\n\n`);
      expect(answer).toContain('HTTP/1.1 400');
      expect(answer).toContain(message);
    }
  });

  test('is accepted with one of each', async () => {
    const headers = 'Host: a.test\nAuthorization: Bearer x\nConnection: close';
    expect(await send(`GET /healthz HTTP/1.1\n${headers}\n\n`)).toContain('HTTP/1.1 200');
  });
});

describe('the health and metrics pages', () => {
  test('answer healthz, readyz, version and metrics, the last only for loopback or a token', async () => {
    expect((await world.app.inject('/healthz')).json()).toEqual({ status: 'alive' });
    expect((await world.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    expect((await world.app.inject('/version')).json()).toEqual(await readVersion());
    expect((await world.app.inject('/metrics')).statusCode).toBe(200);
    expect(
      (await world.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode,
    ).toBe(404);
    expect((await world.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404);
  });
});

describe('the html template', () => {
  test('escapes every value, joins lists, drops missing values', () => {
    expect(html`<p title="${'"><script>'}">${['<b>', html`<i>x</i>`]}${false}${undefined}${1}</p>`.toString()).toBe(
      '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;<i>x</i>1</p>',
    );
  });

  test('keeps any string inside its text, attribute or JSON', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.string({ unit: 'binary' }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
        const json = jsonForScript({ text }).toString();
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});
