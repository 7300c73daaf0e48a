import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { subscribedEvent, webhookMessages } from '@vitrine/contract/webhooks.events.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { takePrograms } from '../../production/guide.testing.ts';
import { newSigningSecret, signedHeaders } from './webhooks.secrets.ts';

// Runs the code of docs/shops/webhooks.md word for word.

const guide = readFileSync(new URL('../../../docs/shops/webhooks.md', import.meta.url), 'utf8');
const [example = '{}', withLibrary = '', withoutLibrary = ''] = takePrograms('webhooks', 3);

/** Loads a block of code as a module, beside the packages that it imports. */
async function load(code: string): Promise<Record<string, unknown>> {
  const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
  const folder = await mkdtemp(join(packages, '.guide-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'example.mjs');
  await writeFile(file, code);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
}

const body = JSON.stringify({
  type: 'creator.joined',
  timestamp: '2026-11-25T09:30:00.000Z',
  data: { creator: 'zoë' },
});
const signed = (secret: string, at = new Date()) =>
  signedHeaders([newSigningSecret(), secret], { id: 'evt_1', at, body });

test('the server with the library takes our requests, and refuses others', async () => {
  const secret = newSigningSecret();
  vi.stubEnv('WEBHOOK_SECRET', secret);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    log.mockRestore();
  });
  const server = (await load(withLibrary))['server'] as Server;
  onTestFinished(() => void server.close());
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const send = async (headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers: { ...headers, connection: 'close' }, body: text })).status;
  expect(await send(signed(secret))).toBe(204);
  expect(log).toHaveBeenCalledWith('creator.joined', 'evt_1');
  expect(await send(signed(secret), body.replace('zoë', 'ava'))).toBe(401);
  expect(await send(signed(newSigningSecret()))).toBe(401);
  expect(await send({})).toBe(401);
});

test('the function without a library reads our requests, and no others', async () => {
  const secret = newSigningSecret();
  type Verify = (secret: string, headers: Record<string, string>, body: string) => unknown;
  const verify = (await load(withoutLibrary))['verify'] as Verify;
  expect(verify(secret, signed(secret), body)).toEqual(JSON.parse(body));
  expect(verify(secret, signed(secret), `${body} `)).toBeUndefined();
  expect(verify(newSigningSecret(), signed(secret), body)).toBeUndefined();
  expect(verify(secret, signed(secret, new Date(Date.now() - 301_000)), body)).toBeUndefined();
  expect(verify(secret, { ...signed(secret), 'webhook-signature': 'v1,' }, body)).toBeUndefined();
  expect(verify(secret, {}, body)).toBeUndefined();
});

test('the example of a body is what the contract describes, and the table has every event', () => {
  expect(webhookMessages['commission.changed'].safeParse(JSON.parse(example)).success).toBe(true);
  for (const type of [...subscribedEvent.options, 'webhook.test']) expect(guide).toContain(`| \`${type}\` |`);
});
