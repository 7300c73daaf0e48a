import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type StandInS3, startS3 } from '../../../world/s3.ts';
import { parseS3Address } from './s3.address.ts';
import { openS3Files } from './s3.files.ts';

let s3: StandInS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3[Symbol.asyncDispose]());

async function openAt(address: string) {
  const files = await openS3Files(parseS3Address(address), () => undefined);
  onTestFinished(() => files.close());
  return files;
}

async function standIn(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(answer ?? (() => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

test('a file is written, read, listed and removed; removing it again is fine', async () => {
  const files = await openAt(`${s3.address}/one`);
  await files.put('a/first', Buffer.from('first'), 'text/plain');
  await files.put('b/other', Buffer.from('other'), 'text/plain');
  expect((await files.read('a/first', 5)).toString()).toBe('first');
  expect(await Array.fromAsync(files.list('a/'))).toEqual([{ name: 'a/first', bytes: 5 }]);
  await files.remove('a/first');
  await files.remove('a/first');
  await expect(files.read('a/first', 5)).rejects.toMatchObject({ fault: 'missing' });
});

test('a file that is larger than expected is not read to its end', async () => {
  const files = await openAt(s3.address);
  await files.put('large', Buffer.alloc(1_000_000), 'text/plain');
  await expect(files.read('large', 10)).rejects.toMatchObject({ fault: 'missing' });
});

test.each([
  [
    'a bucket that is not there',
    (port: number) => `s3://S3RVER:S3RVER@127.0.0.1:${port}/others`,
    /has no bucket others/,
  ],
  ['a wrong key', (port: number) => `s3://WRONG:S3RVER@127.0.0.1:${port}/pictures`, /refuses the key/],
  ['TLS where there is none', (port: number) => `s3://k:s@127.0.0.1:${port}/pictures?tls=on`, /tls=off/],
])('%s is refused with what would be right', async (_name, address, message) => {
  const files = await openAt(address(s3.port));
  await expect(files.put('x', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    fault: 'refused',
    message: expect.stringMatching(message),
  });
});

test.each([
  [403, 'RequestTimeTooSkewed', '', /clock/, 'refused'],
  [403, 'SignatureDoesNotMatch', '', /refuses the key/, 'refused'],
  [
    400,
    'AuthorizationHeaderMalformed',
    '<Region>eu-west-1</Region>',
    /in the region eu-west-1, not us-east-1/,
    'refused',
  ],
  [503, 'SlowDown', '', /failed/, 'away'],
  [500, 'InternalError', '', /failed/, 'away'],
])('%i %s', async (status, code, more, message, fault) => {
  const server = await standIn((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`);
  });
  const files = await openAt(`s3://k:s@127.0.0.1:${portOf(server)}/pictures`);
  await expect(files.read('x', 1)).rejects.toMatchObject({ fault, message: expect.stringMatching(message) });
});

test('after no answer, requests fail at once for a moment', async () => {
  let requests = 0;
  const server = await standIn((request) => {
    requests += 1;
    request.socket.destroy();
  });
  const files = await openAt(`s3://k:s@127.0.0.1:${portOf(server)}/pictures`);
  await expect(files.read('x', 1)).rejects.toMatchObject({ fault: 'away' });
  const before = requests;
  await expect(files.read('x', 1)).rejects.toMatchObject({ fault: 'away' });
  expect(requests).toBe(before);
});
