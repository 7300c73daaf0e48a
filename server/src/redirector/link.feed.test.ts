import { readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startLinkFeed } from './link.feed.ts';
import { readSnapshot, snapshotPath, writeSnapshot } from './link.snapshot.ts';
import { createLinkTable, type LinkTable } from './link.table.ts';
import { openScene, type RedirectorScene, silent, until } from '../redirector.testing.ts';

let scene: RedirectorScene;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  await scene[Symbol.asyncDispose]();
});

async function follow(options: { url?: string; pollMs?: number } = {}): Promise<LinkTable> {
  const table = createLinkTable();
  const feed = startLinkFeed({ url: options.url ?? scene.url, table, log: silent, pollMs: options.pollMs ?? 60_000 });
  stops.push(() => feed.stop());
  await feed.firstTry;
  return table;
}

const headOf = (table: LinkTable, code: string) => table.find(code)?.head;

describe('the link table', () => {
  test('has every link with what a redirect needs', async () => {
    const id = await scene.addLink('shirt');
    const table = await follow();
    expect(table.ownerOf('shirt')?.id).toBe(id.replaceAll('-', ''));
    expect(table.find('shirt')).toMatchObject({
      head: 'https://shop.example/products/shirt',
      joint: '?',
      fragment: '',
      isLive: true,
      account: {
        id: scene.accountId,
        creatorId: scene.creatorId,
        merchant: { id: scene.merchantId, clickParameter: 'vt_click', cookieSeconds: 1800, duplicateMinutes: 30 },
      },
    });
  });

  test('learns of new, changed, disabled and enabled links within a second', async () => {
    const table = await follow();
    await scene.addLink('shirt');
    await expect.poll(() => headOf(table, 'shirt'), { timeout: 1_000 }).toBe('https://shop.example/products/shirt');
    await scene.query("update links set destination = 'https://shop.example/new' where code = 'shirt'");
    await expect.poll(() => headOf(table, 'shirt'), { timeout: 1_000 }).toBe('https://shop.example/new');
    await scene.query("update links set disabled_at = now() where code = 'shirt'");
    await expect.poll(() => table.find('shirt')?.isLive, { timeout: 1_000 }).toBe(false);
    await scene.query("update links set disabled_at = null where code = 'shirt'");
    await expect.poll(() => table.find('shirt')?.isLive, { timeout: 1_000 }).toBe(true);
  });

  test('drops a deleted link, by notice or at the next check', async () => {
    await scene.addLink('shirt');
    const table = await follow();
    await scene.query("delete from links where code = 'shirt'");
    await scene.query("select pg_notify('links', 'shirt')");
    await expect.poll(() => table.find('shirt'), { timeout: 1_000 }).toBeUndefined();
  });

  test('follows changes of the brand: disabled, and a different click parameter', async () => {
    await scene.addLink('shirt', 'https://shop.example/p?cid=own');
    const table = await follow({ pollMs: 50 });
    await scene.query("update merchants set click_parameter = 'cid'");
    await expect.poll(() => headOf(table, 'shirt'), { timeout: 2_000 }).toBe('https://shop.example/p?');
    await scene.query('update merchants set disabled_at = now()');
    await until(() => {
      const link = table.find('shirt');
      return link !== undefined && !link.isLive;
    }, 2_000);
    await scene.query('update merchants set disabled_at = null, duplicate_minutes = 90');
    await expect.poll(() => table.find('shirt')?.account.merchant.cookieSeconds, { timeout: 2_000 }).toBe(5_400);
  });

  test('finds changes without a notice, also when they became visible late', async () => {
    const table = await follow({ pollMs: 50 });
    await scene.query('alter table links disable trigger link_changed');
    await scene.addLink('silent');
    await expect.poll(() => table.find('silent'), { timeout: 2_000 }).toBeDefined();
    await scene.addLink('late');
    await scene.query("update links set changed_at = clock_timestamp() - interval '5 seconds' where code = 'late'");
    await expect.poll(() => table.find('late'), { timeout: 2_000 }).toBeDefined();
  });

  test('applies a hundred changes at once', async () => {
    const table = await follow();
    await Promise.all(Array.from({ length: 100 }, (_, n) => scene.addLink(`many-${n}`)));
    await expect.poll(() => table.size(), { timeout: 2_000 }).toBe(100);
    await scene.query("update links set destination = 'https://shop.example/all'");
    await until(() => table.codes().every((code) => headOf(table, code) === 'https://shop.example/all'), 2_000);
  });
});

/** A connection to the database that can be cut. */
async function openProxy(): Promise<{ url: string; cut(): void; close(): Promise<void> }> {
  const target = new URL(scene.url);
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(scene.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  // Over the network instead of the socket file.
  url.searchParams.delete('host');
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    cut,
    close: async () => {
      cut();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

test('a lost connection is reopened, and what changed meanwhile is read', async () => {
  await scene.addLink('shirt');
  await scene.addLink('removed');
  const proxy = await openProxy();
  stops.push(() => proxy.close());
  const table = await follow({ url: proxy.url });
  await scene.query('alter table links disable trigger link_changed');
  await scene.query(
    "update links set destination = 'https://shop.example/new', changed_at = now() - interval '1 hour' where code = 'shirt'",
  );
  await scene.query("delete from links where code = 'removed'");
  proxy.cut();
  await expect.poll(() => headOf(table, 'shirt'), { timeout: 4_000 }).toBe('https://shop.example/new');
  expect(table.find('removed')).toBeUndefined();
});

describe('a snapshot', () => {
  test('restores the whole table', async () => {
    await scene.addLink('shirt', 'https://shop.example/ü?a=1#f');
    await scene.addLink('gone');
    await scene.query("update links set disabled_at = now() where code = 'gone'");
    const table = await follow();
    const path = join(scene.dataDir, 'links.snapshot');
    await writeSnapshot(path, table);
    const copy = createLinkTable();
    expect(await readSnapshot(path, copy)).toBe(true);
    expect(copy.codes().toSorted()).toEqual(['gone', 'shirt']);
    for (const code of copy.codes()) {
      expect(copy.find(code)).toEqual(table.find(code));
      expect(copy.ownerOf(code)).toEqual(table.ownerOf(code));
    }
  });

  test('that was truncated or changed anywhere is not used', async () => {
    await scene.addLink('shirt');
    const table = await follow();
    const path = join(scene.dataDir, 'links.snapshot');
    await writeSnapshot(path, table);
    const whole = await readFile(path);
    for (let cut = 0; cut < whole.length; cut += 1) {
      await writeFile(path, whole.subarray(0, cut));
      expect(await readSnapshot(path, createLinkTable())).toBe(false);
    }
    const changed = Buffer.from(whole.toString('latin1').replace('shop.example', 'evil.example'), 'latin1');
    await writeFile(path, changed);
    expect(await readSnapshot(path, createLinkTable())).toBe(false);
  });
});

describe('a node that starts while the database is down', () => {
  const nowhere = 'postgres://nobody@127.0.0.1:9/none';

  test('serves every link of its snapshot, and a disabled one stays disabled', async () => {
    await scene.addLink('shirt');
    await scene.addLink('gone');
    await scene.query("update links set disabled_at = now() where code = 'gone'");
    const before = await scene.serve();
    await before.stop();
    const cold = await scene.serve({ pg: { url: nowhere } });
    expect((await cold.visit('/s/shirt')).status).toBe(302);
    expect((await cold.visit('/s/gone')).status).toBe(410);
    expect((await cold.visit('/s/unknown')).status).toBe(404);
    expect(cold.redirector.backlog().hits).toBeGreaterThan(0);
  });

  test('answers "not found" for everything if it has never reached the database', async () => {
    await rm(snapshotPath(scene.dataDir), { force: true });
    const cold = await scene.serve({ pg: { url: nowhere } });
    expect((await cold.visit('/s/shirt')).status).toBe(404);
  });

  test('writes a snapshot soon after a change, not only at the end', async () => {
    const served = await scene.serve();
    await scene.addLink('shirt');
    await until(
      async () => (await readFile(snapshotPath(scene.dataDir), 'latin1').catch(() => '')).includes('shirt'),
      5_000,
    );
    expect((await served.visit('/s/shirt')).status).toBe(302);
  });
});
