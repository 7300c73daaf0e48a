import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createFront, type Front } from './front.ts';
import { createProxies } from './proxies.ts';

type Opened = AsyncDisposable & { open(text?: string): Promise<Socket>; refused: string[] };

async function openServer(options: {
  trusted?: string[];
  lane?: Front['lane'];
  app?: Front['app'];
  headersWithinMs?: number;
}): Promise<Opened> {
  const refused: string[] = [];
  const server = createFront(
    { lane: options.lane, app: options.app, missing: () => [], version: {}, leaving: false },
    {
      proxies: createProxies(options.trusted ?? []),
      mostPerClient: 3,
      headersWithinMs: options.headersWithinMs ?? 5_000,
      onRefused: (client) => refused.push(client),
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  return {
    refused,
    async open(text = '') {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      sockets.push(socket);
      const accepted = once(server, 'connection');
      await once(socket, 'connect');
      await accepted;
      if (text !== '') socket.write(text.replaceAll('\n', '\r\n'));
      return socket;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

async function answerOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const healthz = 'GET /healthz HTTP/1.1\nHost: a.test\nConnection: close\n\n';

test('a client at its connection limit gets no more until it closes one', async () => {
  await using server = await openServer({});
  const first = await server.open();
  await server.open('GET / HTTP/1.1\n');
  await server.open();
  const refusal = await answerOf(await server.open());
  expect(refusal.split('\r\n')[0]).toBe('HTTP/1.1 429 Too Many Requests');
  expect(refusal).toContain('at most 3 open connections');
  expect(refusal.toLowerCase()).toContain('retry-after');
  expect(server.refused).toEqual(['127.0.0.1']);
  first.end();
  await once(first, 'close');
  expect(await answerOf(await server.open(healthz))).toContain('HTTP/1.1 200');
});

test('a trusted proxy is not one client and can have more', async () => {
  await using server = await openServer({ trusted: ['127.0.0.1'] });
  for (let n = 0; n < 10; n += 1) await server.open();
  expect(await answerOf(await server.open(healthz))).toContain('HTTP/1.1 200');
});

test('behind a trusted proxy, requests in progress are limited per client, except for shortlinks', async () => {
  const arrived: (() => void)[] = [];
  await using server = await openServer({
    trusted: ['127.0.0.1'],
    lane: (request, response) => {
      if (request.url !== '/s/abc') return false;
      response.writeHead(302, { Location: 'https://shop.test/' }).end();
      return true;
    },
    app: (request, response) => {
      if (request.url === '/quick') response.writeHead(204).end();
      else arrived.shift()?.();
    },
  });
  const request = (path: string, client: string) =>
    `GET ${path} HTTP/1.1\nHost: a.test\nX-Forwarded-For: ${client}\nConnection: close\n\n`;
  const hold = async (client: string) => {
    const isThere = new Promise<void>((resolve) => arrived.push(resolve));
    const socket = await server.open(request('/held', client));
    await isThere;
    return socket;
  };
  await hold('203.0.113.7');
  await hold('203.0.113.7');
  await hold('203.0.113.7');
  expect(await answerOf(await server.open(request('/quick', '203.0.113.7')))).toContain('HTTP/1.1 429');
  expect(await answerOf(await server.open(request('/s/abc', '203.0.113.7')))).toContain('HTTP/1.1 302');
  expect(await answerOf(await server.open(request('/quick', '203.0.113.8')))).toContain('HTTP/1.1 204');
  expect(server.refused).toEqual(['203.0.113.7']);
});

test('a connection that never sends its headers is closed soon after the timeout', async () => {
  await using server = await openServer({ headersWithinMs: 50 });
  expect(await answerOf(await server.open())).toContain('HTTP/1.1 408');
  expect(await answerOf(await server.open('GET / HTTP/1.1\nHost: a.test\n'))).toContain('HTTP/1.1 408');
});
