import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { systemClock } from '../platform/clock.ts';
import { checkAddress, judgeArrival } from './address.check.ts';
import { selfSigned } from './certificate.testing.ts';
import { checkDisk, judgeSpace } from './disk.check.ts';
import { checkMail } from './mail.check.ts';
import { checkSettings } from './settings.check.ts';
import { checkTls } from './tls.check.ts';
import { shippedVariants } from '../platform/variants/variants.testing.ts';

// What the doctor finds around the database: settings, disk, mail, address, certificate.

const dayMs = 86_400_000;
let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test('settings that hardly anyone wants are named', () => {
  const { config } = world.ctx;
  expect(checkSettings(config)).toMatchObject([{ level: 'ok' }]);
  expect(checkSettings({ ...config, publicUrl: 'https://portal.example' })).toMatchObject([
    { level: 'warning', text: expect.stringContaining('Set NODE_ENV=production') },
  ]);
  const inside = { ...config, dataDir: join(import.meta.dirname, '../../../data') };
  expect(checkSettings(inside, { release: true })).toMatchObject([
    { text: expect.stringContaining('inside the release') },
  ]);
});

test('in production, the operator is asked to confirm who runs the installation', () => {
  const config = { ...world.ctx.config, production: true, databaseUrl: 'postgres://db/vitrine', limits: true };
  expect(checkSettings({ ...config, unconfirmed: ['OPERATOR_EMAIL'] })).toMatchObject([
    { level: 'warning', text: expect.stringMatching(/give legal@\S+ for questions\. Set OPERATOR_EMAIL, also if/) },
  ]);
  expect(checkSettings({ ...config, unconfirmed: [] })).toMatchObject([{ level: 'ok' }]);
});

test('a data folder is fine when it can be written', async () => {
  expect(await checkDisk(folder)).toMatchObject({ text: expect.stringContaining(`free in ${folder}`) });
  await writeFile(join(folder, 'a-file'), '');
  expect(await checkDisk(join(folder, 'a-file'))).toMatchObject({
    level: 'error',
    text: expect.stringContaining("can't be written: ENOTDIR"),
  });
});

test.each([
  [100 * 2 ** 20, 'error', 'Only 0.1 GiB free in /data. Free space now: without it, clicks and orders are refused.'],
  [2 ** 30, 'warning', 'Only 1.0 GiB free in /data. Free space or enlarge the disk.'],
  [50 * 2 ** 30, 'ok', '50.0 GiB free in /data'],
])('a disk with %d bytes free is judged: %s', (free, level, text) => {
  expect(judgeSpace(free, '/data')).toEqual({ level, text });
});

test.skipIf(process.getuid?.() === 0)('a data folder without rights is an error', async () => {
  await chmod(folder, 0o500);
  expect(await checkDisk(folder)).toMatchObject({ level: 'error', text: expect.stringContaining('EACCES') });
  await chmod(folder, 0o700);
});

test('mail: the server is greeted and nothing is sent; a refusal is shown in its own words', async () => {
  let mails = 0;
  const options = { authOptional: true, disabledCommands: ['STARTTLS'], onData: () => void (mails += 1) };
  const server = new SMTPServer({
    ...options,
    onAuth: (_login, _session, done) => done(new Error('account is suspended')),
    allowInsecureAuth: true,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const host = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  expect(await checkMail({ smtpUrl: `smtp://${host}` })).toMatchObject({ level: 'ok' });
  expect(await checkMail({ smtpUrl: `smtp://me:wrong@${host}` })).toMatchObject({
    level: 'error',
    text: expect.stringContaining('account is suspended'),
  });
  await new Promise<void>((closed) => server.close(() => closed()));
  expect(await checkMail({ smtpUrl: `smtp://${host}` })).toMatchObject({ level: 'error' });
  expect(await checkMail({ smtpUrl: undefined })).toMatchObject({ level: 'warning' });
  expect(mails).toBe(0);
});

/** A proxy on loopback that changes the headers of each request. */
async function openProxy(target: string, headers: Record<string, string>) {
  const server = createServer((request, response) => {
    const { host: _host, ...rest } = request.headers;
    const passed = { ...rest, host: request.headers.host, ...headers };
    httpRequest(`${target}${request.url}`, { headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close(), closeAll: () => server.closeAllConnections() };
}

test('address: the server is asked through PUBLIC_URL, and the headers of the proxy are judged', async () => {
  const target = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(target);
  const { secretKey } = world.ctx.config;
  const clock = world.clock;
  const asked = { publicUrl: target, host: '127.0.0.1', port: Number(port), secretKey };
  expect(await checkAddress(asked, clock)).toMatchObject({ level: 'ok', text: `${target} answers` });
  expect(await checkAddress({ ...asked, secretKey: 'another key' }, clock)).toMatchObject({
    level: 'error',
    text: expect.stringContaining('another SECRET_KEY'),
  });
  expect(await checkAddress({ ...asked, publicUrl: 'http://127.0.0.1:1' }, clock)).toMatchObject({
    level: 'error',
    text: expect.stringContaining('The server runs, but http://127.0.0.1:1 does not answer'),
  });
  expect(await checkAddress({ ...asked, publicUrl: 'http://127.0.0.1:1', port: 1 }, clock)).toMatchObject({
    level: 'ok',
    text: expect.stringContaining('no server runs here'),
  });
  const untrusted = await openProxy(target, { 'x-forwarded-for': '203.0.113.9' });
  expect(await checkAddress({ ...asked, publicUrl: untrusted.url }, clock)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('Set TRUST_PROXY=127.0.0.1'),
  });
  const renaming = await openProxy(target, { host: 'backend.internal' });
  expect(await checkAddress({ ...asked, publicUrl: renaming.url }, clock)).toMatchObject({
    level: 'error',
    text: expect.stringContaining('passes the host backend.internal'),
  });
  for (const proxy of [untrusted, renaming]) {
    proxy.close();
    proxy.closeAll();
  }
});

test('address: an HTTPS proxy that does not say who the visitor is gets a warning', () => {
  const arrival = { peer: '127.0.0.1', isTrusted: true, isForwarded: false, host: 'portal.example' };
  const address = new URL('https://portal.example');
  expect(judgeArrival(arrival, address)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('does not send X-Forwarded-For'),
  });
  expect(judgeArrival({ ...arrival, isForwarded: true }, address)).toMatchObject({
    level: 'ok',
    text: 'https://portal.example answers, through the trusted proxy 127.0.0.1',
  });
});

test('only the doctor learns how a request arrived', async () => {
  expect((await world.app.inject('/doctor')).statusCode).toBe(404);
  const headers = { 'x-vitrine-doctor': `${world.clock.now().getTime()}.AAAA` };
  expect((await world.app.inject({ url: '/doctor', headers })).statusCode).toBe(404);
});

test.each([
  { days: 90, trusted: true, level: 'ok', says: 'valid for 89 days' },
  { days: 10, trusted: true, level: 'warning', says: 'expires in 9 days' },
  { days: -3, trusted: true, level: 'error', says: 'expired' },
  { days: 90, trusted: false, level: 'error', says: 'is not trusted' },
])('a certificate for $days days, trusted: $trusted, is judged: $says', async ({ days, trusted, level, says }) => {
  const now = Date.now();
  const pair = selfSigned(new Date(now - 30 * dayMs), new Date(now + days * dayMs));
  const server = createTlsServer(pair).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const withoutHosts = { ...shippedVariants, byKey: new Map() };
  const found = await checkTls({ publicUrl, variants: withoutHosts }, systemClock, trusted ? pair.cert : undefined);
  expect(found).toMatchObject([{ level, text: expect.stringContaining(says) }]);
  server.close();
});

test('without TLS, only loopback is fine', async () => {
  const beauty = { ...shippedVariants.standard, key: 'beauty', hosts: ['portal.example'] };
  const variants = { ...shippedVariants, byKey: new Map([['beauty', beauty]]) };
  const addresses = { publicUrl: 'http://localhost:3000', variants };
  expect(await checkTls(addresses, systemClock)).toMatchObject([{ level: 'ok' }, { level: 'error' }]);
});
