import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entriesOf, type OrderBody, Vitrine, VitrineError, type VitrineOptions } from '@vitrine/sdk';
import { demoApiKey } from '../../server/world/people.ts';
import { openWorld, type World } from '../../server/world/world.ts';

let world: World;
let url: string;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
afterAll(() => world[Symbol.asyncDispose]());

const waits: number[] = [];
/** A client that doesn't wait, but notes how long it would have. */
function shop(more: Partial<VitrineOptions> = {}): Vitrine {
  waits.length = 0;
  const wait = async (ms: number) => void waits.push(ms);
  return new Vitrine({ url, key: demoApiKey, wait, ...more });
}

function bodyOf(orderId: string): OrderBody {
  const price = { amount: '4800', currency: 'USD' };
  const lines = [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 2, unit_price: price }];
  return { order_id: orderId, currency: 'USD', placed_at: '2026-11-20T11:00:00+01:00', lines };
}

type Step = 'lose request' | 'lose response' | 'pass' | Response;

/** A network that does this with each request in turn, and notes the requests. */
function network(...steps: Step[]) {
  const sent: { key: string | null; body: unknown }[] = [];
  const send: typeof fetch = async (input, init) => {
    sent.push({ key: new Headers(init?.headers).get('idempotency-key'), body: init?.body });
    const step = steps.shift() ?? 'pass';
    if (step instanceof Response) return step;
    if (step === 'lose request') throw new TypeError('fetch failed');
    const response = await fetch(input, init);
    if (step === 'lose response') throw new TypeError('other side closed');
    return response;
  };
  return { sent, send };
}

const failed = async (call: Promise<unknown>): Promise<VitrineError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VitrineError)) throw new Error('The call did not fail', { cause: error });
  return error;
};

async function rowsOf(orderId: string): Promise<number> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('orders').select('order_id').where('order_id', '=', orderId).execute(),
  );
  return rows.length;
}

test('reports an order and a refund, and reads the explanation', async () => {
  const vitrine = shop();
  const { data } = await vitrine.reportOrder({ body: bodyOf('sdk 1/2') });
  expect(data).toMatchObject({ order_id: 'sdk 1/2', total: { amount: '9600' }, state: 'decided' });
  const refund = { refund_id: 'r', lines: [{ line_id: '1', quantity: 1 }] };
  const { data: refunded } = await vitrine.reportRefund({ order_id: 'sdk 1/2', body: refund });
  expect(refunded).toMatchObject({ refund_id: 'r', refunded: { amount: '4800' } });
  const { data: explanation } = await vitrine.explainOrder({ order_id: 'sdk 1/2' });
  expect(explanation.lines).toHaveLength(1);
});

test('names the fields that the server ignored', async () => {
  const { meta } = await shop().reportOrder({ body: { ...bodyOf('sdk ignored'), colour: 'red' } as OrderBody });
  expect(meta).toEqual({ ignored_fields: ['colour'] });
});

describe('a request that gets no good response', () => {
  test('is sent again until it succeeds, each time with the same key and body', async () => {
    const { send, sent } = network('lose request', new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const { data } = await shop({ fetch: send }).reportOrder({ body: bodyOf('sdk again') });
    expect(data.order_id).toBe('sdk again');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent[0]?.key).toMatch(/^[\w-]{20,}$/);
  });

  test('is carried out once even if the server did carry it out, and its response was lost', async () => {
    const { send, sent } = network('lose response', 'lose response');
    const vitrine = shop({ fetch: send });
    await vitrine.reportOrder({ body: bodyOf('sdk once') });
    expect(sent).toHaveLength(3);
    expect(await rowsOf('sdk once')).toBe(1);
    const twice = await Promise.all([1, 2].map(() => vitrine.reportOrder({ body: bodyOf('sdk once') })));
    expect(twice.map(({ data }) => data.order_id)).toEqual(['sdk once', 'sdk once']);
    expect(await rowsOf('sdk once')).toBe(1);
  });

  test('waits twice as long each time, and as long as the server says', async () => {
    const busy = (retryAfter: string) => new Response('{}', { status: 503, headers: { 'retry-after': retryAfter } });
    const { send } = network('lose request', 'lose request', 'lose request', busy('7'));
    await shop({ fetch: send }).explainOrder({ order_id: 'sdk 1/2' });
    const bounds = [
      [250, 500],
      [500, 1_000],
      [1_000, 2_000],
      [7_000, 7_000],
    ];
    expect(waits).toHaveLength(4);
    for (const [index, [least = 0, most = 0]] of bounds.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(least);
      expect(waits[index]).toBeLessThanOrEqual(most);
    }
  });

  test('is given up after the last try, or if the server asks for a longer wait than a minute', async () => {
    const { send, sent } = network('lose request', 'lose request', 'lose request');
    const error = await failed(shop({ fetch: send, retries: 2 }).reportOrder({ body: bodyOf('sdk lost') }));
    expect(error).toMatchObject({ code: 'no_response', status: 0, isTemporary: true });
    expect(error.message).toContain('fetch failed');
    expect(sent).toHaveLength(3);
    const long = network(new Response('{}', { status: 429, headers: { 'retry-after': '3600' } }));
    const limited = await failed(shop({ fetch: long.send }).explainOrder({ order_id: 'sdk 1/2' }));
    expect(limited).toMatchObject({ status: 429, retryAfterMs: 3_600_000, isTemporary: true });
    expect(long.sent).toHaveLength(1);
  });

  test('ends at its time limit, also when the response stops in the middle', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const silent = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await failed(shop({ url: silent, retries: 1, timeoutMs: 20 }).explainOrder({ order_id: '1' }));
    expect(error).toMatchObject({ code: 'no_response', isTemporary: true });
    expect(error.message).toContain('No response within 20 ms');
    expect(waits).toHaveLength(1);
    server.closeAllConnections();
    server.close();
  });

  test('is not sent again after the caller stops it', async () => {
    const stop = new AbortController();
    const { send, sent } = network('lose request', 'lose request');
    const wait = async () => stop.abort(new Error('The shop is closing'));
    const call = shop({ fetch: send, wait }).reportOrder({ body: bodyOf('sdk stopped') }, { signal: stop.signal });
    await expect(call).rejects.toThrow('The shop is closing');
    expect(sent).toHaveLength(1);
  });
});

describe('a refusal', () => {
  test('is an error with its code, fields and request id, and is not sent again', async () => {
    const { send, sent } = network();
    const body = bodyOf('sdk invalid');
    const wrong = { ...body, lines: body.lines.map((line) => ({ ...line, quantity: 0 })) };
    const error = await failed(shop({ fetch: send }).reportOrder({ body: wrong }));
    expect(error).toMatchObject({ code: 'validation_failed', status: 422, isTemporary: false });
    expect(error.errors).toEqual({ 'lines.0.quantity': ['must be 1 or more'] });
    expect(error.message).toContain('lines.0.quantity must be 1 or more');
    expect(error.requestId).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  test('of a wrong key, of a changed order, and of a page that is not the API is told apart', async () => {
    expect(await failed(shop({ key: 'vtk_wrong' }).explainOrder({ order_id: '1' }))).toMatchObject({
      code: 'unauthenticated',
      status: 401,
    });
    const changed = { ...bodyOf('sdk once'), placed_at: '2026-11-19T11:00:00Z' };
    expect(await failed(shop().reportOrder({ body: changed }))).toMatchObject({ code: 'order_conflict', status: 409 });
    const elsewhere = network(new Response('<h1>Not here</h1>', { status: 404 }));
    expect(await failed(shop({ fetch: elsewhere.send }).explainOrder({ order_id: '1' }))).toMatchObject({
      code: 'unexpected_response',
      isTemporary: false,
    });
  });

  test('of a redirect doesn’t carry the key to another address', async () => {
    const moved = network(new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }));
    const error = await failed(shop({ fetch: moved.send }).explainOrder({ order_id: '1' }));
    expect(error).toMatchObject({ code: 'unexpected_response', status: 302 });
    expect(error.message).toBe(
      `${url} answered 302, not as Vitrine’s API does, but redirects to https://elsewhere.example/. Check url.`,
    );
    expect(moved.sent).toHaveLength(1);
  });
});

test('reads a list page after page', async () => {
  const pages: Record<string, { data: number[]; meta: { next_cursor: string | null } }> = {
    first: { data: [1, 2], meta: { next_cursor: 'second' } },
    second: { data: [], meta: { next_cursor: 'third' } },
    third: { data: [3], meta: { next_cursor: null } },
  };
  const read: number[] = [];
  for await (const entry of entriesOf(
    async ({ cursor = 'first' }) => pages[cursor] ?? { data: [], meta: { next_cursor: null } },
  ))
    read.push(entry);
  expect(read).toEqual([1, 2, 3]);
});

describe('what can’t work is said before anything is sent', () => {
  test.each([
    ['', 'url is "", which isn’t an address. Use the address of your Vitrine, like https://portal.example.'],
    ['portal.example', 'url is "portal.example", which isn’t an address.'],
    ['ftp://portal.example', 'url is "ftp://portal.example", which isn’t an address.'],
    ['https://portal.example/api/v1/', 'url is https://portal.example/api/v1. Use the address'],
  ])('the address %j', (wrong, message) => {
    expect(() => new Vitrine({ url: wrong, key: demoApiKey })).toThrow(message);
  });

  test.each([
    ['', 'key is empty. Create one in your brand’s console under Settings → API keys.'],
    ['sk_live_4711', 'key doesn’t begin with vtk_'],
    [`${demoApiKey}\n`, 'has other characters than a key has'],
  ])('the key %j, which the message doesn’t repeat', (wrong, message) => {
    expect(() => new Vitrine({ url, key: wrong })).toThrow(message);
    expect(() => new Vitrine({ url, key: wrong })).not.toThrow('4711');
  });

  test('an id that is missing', async () => {
    const { send, sent } = network();
    const call = shop({ fetch: send }).explainOrder({ order_id: '' });
    await expect(call).rejects.toThrow(new TypeError('order_id is missing'));
    expect(sent).toEqual([]);
  });
});

test('the package has no dependencies and imports only its own files', () => {
  const about = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object;
  expect(about).not.toHaveProperty('dependencies');
  const folder = new URL('../src/', import.meta.url);
  const files = readdirSync(folder);
  for (const file of files) {
    const source = readFileSync(new URL(file, folder), 'utf8');
    for (const [, from = ''] of source.matchAll(/ from '([^']+)'/g)) expect(files).toContain(from.replace('./', ''));
  }
});
