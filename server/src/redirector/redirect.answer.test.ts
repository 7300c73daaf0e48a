import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFront, type Front } from '../platform/http/front.ts';
import { createProxies } from '../platform/http/proxies.ts';
import { answerRedirect } from './redirect.answer.ts';

// Answers over raw sockets of the server's own front, at times that the test chooses.

const atMs = Date.UTC(2026, 10, 25, 19, 4, 5);
const mark = { id: 'id', value: 'mark', lifetimeSeconds: 1_800 };
const host = 'Host: portal.example\r\n';

let front: Front;
let server: Server;
/** Requests that wait for their answer, by address. */
let waiting: Map<string, ServerResponse>;

beforeEach(async () => {
  waiting = new Map();
  front = {
    lane: (request, response) => {
      const url = request.url ?? '';
      if (url.startsWith('/later')) waiting.set(url, response);
      else answer(url, response);
      return true;
    },
    app: undefined,
    missing: () => [],
    version: {},
    leaving: false,
  };
  const limits = { proxies: createProxies([]), mostPerClient: 100, headersWithinMs: 5_000, onRefused: () => undefined };
  server = createFront(front, limits).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function answer(url: string, response: ServerResponse): void {
  answerRedirect(response, {
    location: `https://shop.example${url}`,
    mark: url === '/head' ? undefined : mark,
    isSecure: false,
    atMs,
  });
}

/** A connection; `text` is what has arrived so far. */
function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  const connection = { text: '', socket, closed: once(socket, 'close') };
  socket.on('data', (chunk: string) => (connection.text += chunk));
  return connection;
}

/** Everything that comes back on one connection until the server closes it. */
async function sendAll(...requests: string[]): Promise<string> {
  const connection = open();
  connection.socket.write(requests.join(''));
  await connection.closed;
  return connection.text;
}

const last = `GET /last HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

const locations = (text: string) =>
  Array.from(text.matchAll(/^Location: https:\/\/shop\.example(.*)\r$/gm), ([, path]) => path);

const linesOf = (text: string) =>
  text.split('\r\n').filter((line) => !/^(Connection|Keep-Alive|Location): /.test(line));

test('an answer on an open connection has every header, and the connection stays open', async () => {
  const text = await sendAll(`GET /first HTTP/1.1\r\n${host}\r\n`, last);
  expect(text.split('\r\n\r\n')[0]?.split('\r\n')).toEqual([
    'HTTP/1.1 302 Found',
    'Location: https://shop.example/first',
    'Cache-Control: private, no-store',
    'X-Robots-Tag: noindex',
    'Referrer-Policy: strict-origin-when-cross-origin',
    'Content-Length: 0',
    'Set-Cookie: vt_browser=mark; Path=/; Max-Age=1800; HttpOnly; SameSite=Lax',
    'Date: Wed, 25 Nov 2026 19:04:05 GMT',
    'Connection: keep-alive',
    'Keep-Alive: timeout=65',
  ]);
  expect(locations(text)).toEqual(['/first', '/last']);
});

test('the last answer on a connection has the same headers, and says that it closes', async () => {
  const [first = '', second = ''] = (await sendAll(`GET /first HTTP/1.1\r\n${host}\r\n`, last)).split('\r\n\r\n');
  expect(linesOf(second)).toEqual(linesOf(first));
  expect(second).toMatch(/^Connection: close$/m);
});

test('pipelined requests are answered in their order, whichever is ready first', async () => {
  const connection = open();
  connection.socket.write(`GET /later/1 HTTP/1.1\r\n${host}\r\nGET /later/2 HTTP/1.1\r\n${host}\r\n${last}`);
  await expect.poll(() => waiting.size).toBe(2);
  for (const path of ['/later/2', '/later/1']) {
    const response = waiting.get(path);
    if (response) answer(path, response);
  }
  await connection.closed;
  expect(locations(connection.text)).toEqual(['/later/1', '/later/2', '/last']);
});

test.each([
  ['is closed', '', 'close', ['/old']],
  ['stays open if it asks for that', 'Connection: keep-alive\r\n', 'keep-alive', ['/old', '/last']],
])('the connection of an HTTP/1.0 client %s', async (_what, line, expected, answered) => {
  const text = await sendAll(`GET /old HTTP/1.0\r\n${host}${line}\r\n`, last);
  expect(text.split('\r\n\r\n')[0]).toMatch(new RegExp(`^Connection: ${expected}$`, 'm'));
  expect(locations(text)).toEqual(answered);
});

test('an answer to HEAD has no body, and the next request on the connection is answered', async () => {
  const text = await sendAll(`HEAD /head HTTP/1.1\r\n${host}\r\n`, last);
  expect(locations(text)).toEqual(['/head', '/last']);
  expect(text.split('\r\n\r\n')[0]).not.toContain('Set-Cookie');
});

test('the body of a request is skipped', async () => {
  const text = await sendAll(`GET /first HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nhello`, last);
  expect(locations(text)).toEqual(['/first', '/last']);
});

test('a stopping server closes the connection after the answer', async () => {
  front.leaving = true;
  const text = await sendAll(`GET /first HTTP/1.1\r\n${host}\r\n`, last);
  expect(text).toMatch(/^Connection: close\r$/m);
  expect(locations(text)).toEqual(['/first']);
});

test('a shopper who has left is not answered, and others are', async () => {
  const gone = open();
  gone.socket.write(`GET /later/gone HTTP/1.1\r\n${host}\r\n`);
  await expect.poll(() => waiting.size).toBe(1);
  const response = waiting.get('/later/gone');
  gone.socket.destroy();
  await expect.poll(() => response?.destroyed).toBe(true);
  if (response) answer('/later/gone', response);
  expect(locations(await sendAll(last))).toEqual(['/last']);
});

test('the response is finished, so that its duration and status can be logged', async () => {
  const connection = open();
  connection.socket.write(`GET /later/1 HTTP/1.1\r\n${host}\r\n${last}`);
  await expect.poll(() => waiting.size).toBe(1);
  const response = waiting.get('/later/1');
  const closed = response && once(response, 'close');
  if (response) answer('/later/1', response);
  await closed;
  expect(response).toMatchObject({ statusCode: 302, headersSent: true, writableFinished: true });
  await connection.closed;
});

test('a location that would begin another header is never sent', async () => {
  const connection = open();
  connection.socket.write(`GET /later/1 HTTP/1.1\r\n${host}\r\n`);
  await expect.poll(() => waiting.size).toBe(1);
  const response = waiting.get('/later/1');
  expect(() => response && answer('/x\r\nSet-Cookie: a=b', response)).toThrow(/Invalid character/);
  response?.destroy();
  await connection.closed;
  expect(connection.text).toBe('');
});
