import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, expect, test } from 'vitest';
import { createLog, type Log } from '../log.ts';
import { onlyAddress, type OutboundFailure, type OutboundRequest, sendOutbound } from './outbound.ts';

const silent = createLog('silent');

/** A server on loopback; returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const send = (url: string, more: Partial<OutboundRequest> = {}) =>
  sendOutbound({
    url,
    method: 'POST',
    headers: {},
    body: '{}',
    reach: { loopback: true, log: silent },
    timeoutMs: 10_000,
    mostBytes: 100,
    ...more,
  });

const faultOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'answered',
    (error: OutboundFailure) => error.fault,
  );

test('a request has the body and headers that were given, and the answer comes back', async () => {
  const url = await serve((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () =>
      response.writeHead(201).end(`${request.method} ${String(request.headers['x-kind'])} ${body}`),
    );
  });
  expect(await send(`${url}/hooks`, { body: '{"ä":1}', headers: { 'x-kind': 'test' } })).toEqual({
    status: 201,
    body: 'POST test {"ä":1}',
    isCut: false,
  });
});

test('a redirect is an answer and is not followed', async () => {
  let calls = 0;
  const url = await serve((_request, response) => {
    calls += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await send(url)).toMatchObject({ status: 302 });
  expect(calls).toBe(1);
});

test('an endless answer is cut', async () => {
  const url = await serve((_request, response) => {
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(1_000), () => setImmediate(more));
    };
    more();
  });
  const answer = await send(url);
  expect(answer).toMatchObject({ status: 200, isCut: true });
  expect(answer.body).toBe('x'.repeat(100));
});

test('an answer that never ends is given up when the time is over, with or without its head', async () => {
  const silent = await serve(() => undefined);
  expect(await faultOf(send(silent, { timeoutMs: 50 }))).toBe('timed_out');
  const half = await serve((_request, response) => void response.writeHead(200).write('some'));
  expect(await faultOf(send(half, { timeoutMs: 50 }))).toBe('timed_out');
  const untilClosed = await serve(({ socket }) => void socket.write('HTTP/1.1 200 OK\r\n\r\nsome'));
  expect(await faultOf(send(untilClosed, { timeoutMs: 50 }))).toBe('timed_out');
});

test('a server that switches to another protocol ends the request', async () => {
  const url = await serve(({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  expect(await faultOf(send(url))).toBe('broken');
});

test('a closed port and a broken connection are told apart', async () => {
  expect(await faultOf(send('http://127.0.0.1:1/'))).toBe('unreachable');
  const broken = await serve((request) => void request.socket.destroy());
  expect(await faultOf(send(broken))).toBe('broken');
});

const late = () => Promise.reject(new Error('the name server did not answer'));
const names: [string, () => Promise<string[]>, string][] = [
  ['doesn’t exist', async () => [], 'no address is known for shop.example'],
  ['leads into the network', async () => ['10.0.0.1'], 'shop.example leads to 10.0.0.1'],
  ['leads to this machine', async () => ['127.0.0.1'], 'shop.example leads to 127.0.0.1'],
  ['leads to the metadata service', async () => ['169.254.169.254'], 'shop.example leads to 169.254.169.254'],
  ['leads elsewhere too', async () => ['8.8.8.8', '::ffff:10.0.0.1'], 'shop.example leads to ::ffff:10.0.0.1'],
  ['can’t be looked up', late, 'no address is known for shop.example'],
];

test.each(names)('a name that %s fails like all others, and only the log says why', async (_what, resolve, detail) => {
  const lines: Record<string, unknown>[] = [];
  const waits: number[] = [];
  const log = { info: (fields: Record<string, unknown>) => void lines.push(fields) } as Pick<Log, 'info'>;
  const wait = async (ms: number) => void waits.push(ms);
  const failure = await send('https://shop.example/?t=1', { reach: { loopback: true, log, resolve, wait } }).then(
    () => undefined,
    (error: OutboundFailure) => error,
  );
  expect([failure?.fault, failure?.seen]).toEqual(['unreachable', '']);
  expect(lines).toEqual([{ host: 'shop.example', fault: 'unreachable', detail }]);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(0);
  expect(waits[0]).toBeLessThanOrEqual(1_000);
});

test('a connection gets the address that was checked, whatever its name leads to by then', async () => {
  const answers: unknown[] = [];
  const lookup = onlyAddress('8.8.8.8');
  lookup('127.0.0.1.rebind.test', { all: true }, (_error, found) => answers.push(found));
  lookup('127.0.0.1.rebind.test', {}, (_error, found, family) => answers.push([found, family]));
  expect(answers).toEqual([[{ address: '8.8.8.8', family: 4 }], ['8.8.8.8', 4]]);
});

test('an address that is not allowed is refused before anything is looked up', async () => {
  const reach = { loopback: false, log: silent, resolve: () => Promise.reject(new Error('looked up')) };
  for (const url of [
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://a:b@shop.example/',
    'https://shop.example:25/',
  ])
    expect(await faultOf(send(url, { reach })), url).toBe('address_refused');
});
