import { randomUUID } from 'node:crypto';
import { access, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longPatience } from '../../world/patience.ts';
import { startLinkFeed } from './link.feed.ts';
import { readSnapshot, snapshotPath, writeSnapshot } from './link.snapshot.ts';
import { createLinkTable, type LinkTable } from './link.table.ts';
import { openProxy, openScene, type RedirectorScene, silent, until } from '../redirector.testing.ts';

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
  await followWith(table, options);
  return table;
}

async function followWith(table: LinkTable, options: { url?: string; pollMs?: number } = {}): Promise<void> {
  const feed = startLinkFeed({ url: options.url ?? scene.url, table, log: silent, pollMs: options.pollMs ?? 60_000 });
  stops.push(() => feed.stop());
  await feed.firstTry;
}

/** Changes are stored as ever, and no notice is sent. */
const withoutNotices = `
  create or replace function link_changed() returns trigger language plpgsql as $$
  begin new.changed_at := clock_timestamp(); new.changed_by := pg_current_xact_id(); return new; end $$;
  create or replace function link_deleted() returns trigger language plpgsql as $$
  begin insert into deleted_links (code) values (old.code); return null; end $$;
  create or replace function merchant_changed() returns trigger language plpgsql as $$ begin return null; end $$`;

/** Changes a link so that nothing says so: a table shows it only if it reads all links again. */
async function changeUnseen(code: string): Promise<void> {
  await scene.query('alter table links disable trigger link_changed');
  await scene.query(
    "update links set destination = 'https://shop.example/unseen', changed_at = now() where code = $1",
    [code],
  );
  await scene.query('alter table links enable trigger link_changed');
}

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: scene.url });
  await client.connect();
  stops.push(() => client.end());
  return client;
}

const codesOf = (table: LinkTable) => [...table.codes()].flat().toSorted();
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

  test('learns of new, changed, disabled and enabled links from notices', async () => {
    const table = await follow();
    await scene.addLink('shirt');
    await expect.poll(() => headOf(table, 'shirt')).toBe('https://shop.example/products/shirt');
    await scene.query("update links set destination = 'https://shop.example/new' where code = 'shirt'");
    await expect.poll(() => headOf(table, 'shirt')).toBe('https://shop.example/new');
    await scene.query("update links set disabled_at = now() where code = 'shirt'");
    await expect.poll(() => table.find('shirt')?.isLive).toBe(false);
    await scene.query("update links set disabled_at = null where code = 'shirt'");
    await expect.poll(() => table.find('shirt')?.isLive).toBe(true);
  });

  test('drops a deleted link when it gets the notice', async () => {
    await scene.addLink('shirt');
    const table = await follow();
    await scene.query("delete from links where code = 'shirt'");
    await expect.poll(() => table.find('shirt')).toBeUndefined();
  });

  test('follows changes of the brand: disabled, and a different click parameter', async () => {
    await scene.addLink('shirt', 'https://shop.example/p?cid=own');
    const table = await follow({ pollMs: 50 });
    await scene.query("update merchants set click_parameter = 'cid'");
    await expect.poll(() => headOf(table, 'shirt')).toBe('https://shop.example/p?');
    await scene.query('update merchants set disabled_at = now()');
    await until(() => {
      const link = table.find('shirt');
      return link !== undefined && !link.isLive;
    });
    await scene.query('update merchants set disabled_at = null, duplicate_minutes = 90');
    await expect.poll(() => table.find('shirt')?.account.merchant.cookieSeconds).toBe(5_400);
  });

  test('finds changes and deletions without a notice, also of a transaction that ends long after others', async () => {
    await scene.addLink('removed');
    const late = await openClient();
    const table = await follow({ pollMs: 50 });
    await scene.query(withoutNotices);
    await late.query('begin');
    await late.query("delete from links where code = 'removed'");
    await late.query('update merchants set duplicate_minutes = 90');
    await late.query(
      `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
       values ($1, $2, $3, $4, 'late', 'https://shop.example/late', now())`,
      [scene.merchantId, randomUUID(), scene.accountId, scene.creatorId],
    );
    for (const code of ['first', 'second', 'third']) {
      await scene.addLink(code);
      await expect.poll(() => table.find(code)).toBeDefined();
    }
    expect(codesOf(table)).toEqual(['first', 'removed', 'second', 'third']);
    await late.query('commit');
    await expect.poll(() => codesOf(table)).toEqual(['first', 'late', 'second', 'third']);
    expect(table.find('first')?.account.merchant.duplicateMinutes).toBe(90);
  });

  test('applies a hundred changes at once', async () => {
    const table = await follow();
    await Promise.all(Array.from({ length: 100 }, (_, n) => scene.addLink(`many-${n}`)));
    await expect.poll(() => table.size()).toBe(100);
    await scene.query("update links set destination = 'https://shop.example/all'");
    await until(() => codesOf(table).every((code) => headOf(table, code) === 'https://shop.example/all'));
  });
});

test('a lost connection is reopened, and only what changed meanwhile is read', async () => {
  for (const code of ['shirt', 'removed', 'unseen']) await scene.addLink(code);
  await outlastOthers();
  const proxy = await openProxy(scene.url);
  stops.push(() => proxy.close());
  const table = await follow({ url: proxy.url });
  await scene.query(withoutNotices);
  await changeUnseen('unseen');
  await scene.query("update links set destination = 'https://shop.example/new' where code = 'shirt'");
  await scene.query("delete from links where code = 'removed'");
  proxy.cut();
  await expect.poll(() => headOf(table, 'shirt')).toBe('https://shop.example/new');
  await expect.poll(() => table.find('removed')).toBeUndefined();
  expect(headOf(table, 'unseen')).toBe('https://shop.example/products/unseen');
});

test('after a restore, links that the backup does not have are dropped, and all others are read again', async () => {
  for (const code of ['shirt', 'removed', 'unseen']) await scene.addLink(code);
  const table = await follow({ pollMs: 50 });
  await changeUnseen('unseen');
  // Like a restore: no trigger runs, and the table gets a new file.
  await scene.query(`
    begin;
    alter table links disable trigger user;
    create temp table backup as select * from links where code <> 'removed';
    truncate links cascade;
    insert into links select * from backup;
    alter table links enable trigger user;
    commit`);
  await expect.poll(() => codesOf(table)).toEqual(['shirt', 'unseen']);
  await expect.poll(() => headOf(table, 'unseen')).toBe('https://shop.example/unseen');
  await scene.addLink('later');
  await expect.poll(() => codesOf(table)).toEqual(['later', 'shirt', 'unseen']);
});

/** Waits for transactions of other databases that began before the links were added: a feed reads again what is later. */
async function outlastOthers(): Promise<void> {
  const text = 'select pg_snapshot_xmin(pg_current_snapshot()) > max(changed_by) as is_over from links';
  await until(async () => (await scene.query<{ is_over: boolean }>(text))[0]?.is_over === true, 60_000);
}

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
    expect(codesOf(copy)).toEqual(['gone', 'shirt']);
    for (const code of codesOf(copy)) {
      expect(copy.find(code)).toEqual(table.find(code));
      expect(copy.ownerOf(code)).toEqual(table.ownerOf(code));
    }
  });

  test('is the start of a feed that reads only what changed since', async () => {
    for (const code of ['shirt', 'removed', 'unseen']) await scene.addLink(code);
    await outlastOthers();
    const path = join(scene.dataDir, 'links.snapshot');
    await writeSnapshot(path, await follow());
    await changeUnseen('unseen');
    await scene.query("update links set taken_down = 'scam' where code = 'shirt'");
    await scene.query("delete from links where code = 'removed'");
    await scene.addLink('new');
    const table = createLinkTable();
    expect(await readSnapshot(path, table)).toBe(true);
    await followWith(table);
    expect(codesOf(table)).toEqual(['new', 'shirt', 'unseen']);
    expect(table.takedownOf('shirt')).toBe('scam');
    expect(headOf(table, 'unseen')).toBe('https://shop.example/products/unseen');
  });

  test('of a first reading that was not complete is the start of the rest', async () => {
    for (const code of ['a-first', 'b-second', 'c-third']) await scene.addLink(code);
    await outlastOthers();
    const whole = await follow();
    const position = whole.position();
    if (position === undefined) throw new Error('nothing was read');
    const table = createLinkTable();
    table.setPosition({ ...position, readTo: 'a-first' });
    await followWith(table);
    expect(codesOf(table)).toEqual(['b-second', 'c-third']);
    expect(table.position()?.readTo).toBeUndefined();
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

  test('writes a snapshot soon after a change, and removes what a killed process left of one', async () => {
    const draft = `${snapshotPath(scene.dataDir)}.4711.draft`;
    await writeFile(draft, 'half a snapshot');
    const longAgo = new Date('2026-01-01T00:00:00Z');
    await utimes(draft, longAgo, longAgo);
    const served = await scene.serve();
    await scene.addLink('shirt');
    await until(async () => (await readFile(snapshotPath(scene.dataDir), 'latin1').catch(() => '')).includes('shirt'));
    expect((await served.visit('/s/shirt')).status).toBe(302);
    await expect(access(draft)).rejects.toThrow('ENOENT');
  });
});

test('on two nodes, a new link works at once, and its change and its end within a second', async () => {
  const one = await scene.serve({ patience: longPatience });
  const two = await scene.serve({ nodeId: 'node-2', dataDir: `${scene.dataDir}/2`, patience: longPatience });
  await scene.addLink('fresh');
  for (const node of [one, two]) expect((await node.visit('/s/fresh')).status).toBe(302);
  await scene.query("update links set destination = 'https://shop.example/new' where code = 'fresh'");
  for (const node of [one, two]) {
    const location = async () => (await node.visit('/s/fresh')).headers.location;
    // Below the interval at which a node looks for changes without a notice.
    await expect.poll(location, { timeout: 4_000 }).toContain('https://shop.example/new');
  }
  await scene.query("delete from links where code = 'fresh'");
  for (const node of [one, two])
    await expect.poll(async () => (await node.visit('/s/fresh')).status, { timeout: 4_000 }).toBe(404);
});
