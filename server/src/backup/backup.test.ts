import { cp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { uuidOfClick } from '../hits/click-id.ts';
import { openJournal } from '../journal/journal.ts';
import { orderOf } from '../orders/orders.testing.ts';
import { clickOf, hitRecord, serveRedirector, silent, testMarks } from '../redirector.testing.ts';
import {
  type TestInstallation,
  backUp,
  temporaryFolder,
  ownedInstallation,
  restore,
  allRows,
  withClient,
} from './backup.testing.ts';
import { shippedVariants } from '../platform/variants/variants.testing.ts';

let world: World;
let home: TestInstallation;
let code: string;
beforeEach(async () => {
  world = await openWorld();
  home = { url: world.ctx.database.url, dataDir: world.ctx.config.dataDir };
  code = new URL(world.stock.placements['ava.serum'].short_url).pathname.split('/').at(-1) ?? '';
});
afterEach(() => world[Symbol.asyncDispose]());

const serve = ({ url, dataDir }: TestInstallation) =>
  serveRedirector({
    dataDir,
    nodeId: 'node-1',
    publicUrl: 'http://portal.example',
    trustProxy: ['127.0.0.1'],
    variants: shippedVariants,
    pg: { url },
    browserMarks: testMarks,
    log: silent,
  });

/** Clicks that are on disk and in no database; the process that wrote them has ended. */
async function clickWithoutDrain({ dataDir }: TestInstallation, count: number): Promise<string[]> {
  const journal = await openJournal({
    folder: join(dataDir, 'journal'),
    node: 'node-1',
    now: () => performance.timeOrigin + performance.now(),
    onFailure: () => undefined,
  });
  const records = Array.from({ length: count }, (_, index) => hitRecord({ code, address: `203.0.113.${index}` }));
  for (const record of records) await new Promise<boolean>((resolve) => journal.append(record, resolve));
  await journal.stop();
  return records.map(({ clickId }) => clickId);
}

async function drain(installation: TestInstallation): Promise<void> {
  const served = await serve(installation);
  await served.redirector.drainNow();
  await served.stop();
}

async function storedHits(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from hits order by 1');
    return rows.map(({ id }) => id);
  });
}

async function order(orderId: string): Promise<void> {
  await world.shop(demoApiKey).call(receiveOrder, { body: orderOf(world, orderId, { discount_codes: ['AVA10'] }) });
}

async function uploadPicture(): Promise<string> {
  const payload = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c86' } })
    .png()
    .toBuffer();
  const authorization = `Bearer ${await world.token('ava@creators.test')}`;
  const headers = { authorization, 'content-type': 'image/png' };
  const answer = await world.app.inject({ method: 'POST', url: '/api/v1/pictures?purpose=avatar', headers, payload });
  return answer.json().data.path;
}

test('a restored database equals the first, row by row, also when its owner is an ordinary user', async () => {
  await order('first');
  await order('second');
  await uploadPicture();
  const folder = await temporaryFolder();
  await backUp(home, join(folder, 'one'));
  const before = await allRows(home.url);
  expect(before['pictures']).toHaveLength(1);
  expect(before['ledger_entries']?.length).toBeGreaterThan(0);

  const target = await ownedInstallation();
  const { faults } = await restore(target, join(folder, 'one'));
  expect(faults).toEqual([]);
  expect(await allRows(target.admin)).toEqual(before);

  // The second backup reads as the ordinary user.
  await backUp(target, join(folder, 'two'));
  const another = await ownedInstallation();
  await restore(another, join(folder, 'two'));
  expect(await allRows(another.admin)).toEqual(before);
});

test('sequences continue after the last value, and triggers and policies are on again', async () => {
  await order('first');
  const file = join(await temporaryFolder(), 'backup');
  await backUp(home, file);
  const target = await ownedInstallation();
  await restore(target, file);
  const state = (url: string) =>
    withClient(url, async (client) => ({
      sequences: (
        await client.query("select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1")
      ).rows,
      partitions: (await client.query('select * from hit_partitions() order by before_id')).rows,
      triggers: (
        await client.query(
          'select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
        )
      ).rows,
      forced: (
        await client.query(
          "select relname, relforcerowsecurity from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1",
        )
      ).rows,
    }));
  expect(await state(target.admin)).toEqual(await state(home.url));
});

test('a session from before the backup no longer works', async () => {
  await world.token('ava@creators.test');
  const file = join(await temporaryFolder(), 'backup');
  await backUp(home, file);
  const target = await ownedInstallation();
  await restore(target, file);
  const open = (url: string) =>
    withClient(url, async (client) => (await client.query('select 1 from sessions where revoked_at is null')).rowCount);
  expect([await open(home.url), await open(target.admin)]).toEqual([expect.any(Number), 0]);
  expect(await open(home.url)).toBeGreaterThan(0);
});

test('clicks in a journal are stored once after the restore, also those that had reached the database', async () => {
  const early = await clickWithoutDrain(home, 3);
  const elsewhere = { url: home.url, dataDir: await temporaryFolder() };
  await cp(home.dataDir, elsewhere.dataDir, { recursive: true });
  await drain(elsewhere);
  expect(await storedHits(home.url)).toEqual(early.map(uuidOfClick).toSorted());
  const late = await clickWithoutDrain(home, 2);
  await writeFile(join(home.dataDir, 'refused-hits.jsonl'), '[{"refused":true}]\n');

  const file = join(await temporaryFolder(), 'backup');
  await backUp(home, file);
  const target = await ownedInstallation();
  await restore(target, file);
  expect(await storedHits(target.admin)).toEqual(early.map(uuidOfClick).toSorted());
  expect((await stat(join(target.dataDir, 'refused-hits.jsonl'))).size).toBe(19);
  await drain(target);
  expect(await storedHits(target.admin)).toEqual([...early, ...late].map(uuidOfClick).toSorted());
});

test('a backup that is taken while clicks and orders arrive is consistent', async () => {
  await using served = await openServed();
  const clicks: string[] = [];
  let isRunning = true;
  const shop = (async () => {
    for (let index = 0; isRunning; index += 1) await order(`order ${index}`);
  })();
  const shoppers = [1, 2, 3, 4].map(async (shopper) => {
    while (isRunning) {
      const headers = { 'x-forwarded-for': `198.51.${shopper}.${clicks.length % 250}` };
      clicks.push(clickOf(await served.visit(`/s/${code}`, { headers })));
    }
  });
  const folder = await temporaryFolder();
  const acknowledged: string[][] = [];
  for (const name of ['one', 'two']) {
    acknowledged.push([...clicks]);
    await backUp(home, join(folder, name));
  }
  isRunning = false;
  await Promise.all([shop, ...shoppers]);

  for (const [index, name] of ['one', 'two'].entries()) {
    const target = await ownedInstallation();
    const { faults } = await restore(target, join(folder, name));
    expect(faults).toEqual([]);
    await drain(target);
    const stored = new Set(await storedHits(target.admin));
    expect(acknowledged[index]?.filter((click) => !stored.has(uuidOfClick(click)))).toEqual([]);
  }
  expect(acknowledged[1]?.length).toBeGreaterThan(0);
});

async function openServed() {
  const served = await serve(home);
  return { ...served, [Symbol.asyncDispose]: () => served.stop() };
}

test('the file can be read by its owner only, and its date is recorded', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'backup');
  const { bytes } = await backUp(home, file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['backup']);
  const records = await withClient(home.url, (client) => client.query('select file_name, bytes, outcome from backups'));
  expect(records.rows).toEqual([{ file_name: 'backup', bytes: String(bytes), outcome: 'complete' }]);
});

test('a backup that fails leaves no file, and is recorded as failed', async () => {
  await withClient(home.url, (client) => client.query('revoke select on users from vitrine_system'));
  const folder = await temporaryFolder();
  await expect(backUp(home, join(folder, 'backup'))).rejects.toThrow('permission denied for table users');
  expect(await readdir(folder)).toEqual([]);
  const records = await withClient(home.url, (client) => client.query('select outcome from backups'));
  expect(records.rows).toEqual([{ outcome: 'failed' }]);
});

test('a backup never replaces a file', async () => {
  const file = join(await temporaryFolder(), 'backup');
  await backUp(home, file);
  await expect(backUp(home, file)).rejects.toThrow('already exists');
  await rm(file);
  await backUp(home, file);
});
