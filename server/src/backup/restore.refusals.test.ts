import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../world/database.ts';
import { openJournal } from '../journal/journal.ts';
import { claimDataDir } from '../platform/database/embedded.lock.ts';
import { migrate, UnfinishedRestoreError } from '../platform/database/migrate.ts';
import { hitRecord } from '../redirector.testing.ts';
import { checkArchive, readArchive } from './archive.read.ts';
import { keyFingerprint } from './archive.seal.ts';
import { BackupError } from './backup.error.ts';
import { createArchive } from './archive.write.ts';
import { manifestName } from './manifest.ts';
import { backUp, type TestInstallation, ownedInstallation, restore, testKey, withClient } from './backup.testing.ts';

let folder: string;
let file: string;
let content: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-refusals-'));
  file = join(folder, 'backup');
  await using home = await testDatabase();
  await backUp({ url: home.url, dataDir: join(folder, 'data') }, file);
  content = await readFile(file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Everything that a restore could have changed. */
async function traces({ url, dataDir }: TestInstallation): Promise<unknown> {
  const tables = await withClient(url, async (client) => {
    const found = await client.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace order by 1",
    );
    return found.rows;
  });
  return { tables, files: (await readdir(dataDir, { recursive: true })).toSorted() };
}

/** The reason of a refusal that touched nothing. */
async function refusalOf(target: TestInstallation, from = file, key = testKey): Promise<string> {
  const before = await traces(target);
  const reason = await restore(target, from, key).then(
    () => 'restored',
    (error: unknown) => String(error),
  );
  expect(await traces(target)).toEqual(before);
  return reason;
}

test('a file that was cut short or altered anywhere is refused', async () => {
  const altered = join(folder, 'altered');
  const isRefused = async (bytes: Buffer) => {
    await writeFile(altered, bytes);
    return checkArchive(altered, testKey).then(
      () => false,
      (error: unknown) => error instanceof BackupError,
    );
  };
  const at = fc.nat(content.length - 1);
  await fc.assert(
    fc.asyncProperty(at, fc.integer({ min: 1, max: 255 }), async (place, difference) => {
      const bytes = Buffer.from(content);
      bytes.writeUInt8((bytes[place] ?? 0) ^ difference, place);
      expect(await isRefused(bytes)).toBe(true);
      expect(await isRefused(content.subarray(0, place))).toBe(true);
    }),
    {
      numRuns: 200,
      examples: [
        [0, 1],
        [content.length - 1, 1],
        [content.length - 108, 1],
        [content.length - 100, 1],
      ],
    },
  );
  expect(await isRefused(Buffer.concat([content, Buffer.alloc(1)]))).toBe(true);
  expect(await isRefused(content)).toBe(false);
});

test('a cut file is refused before anything is touched', async () => {
  const cut = join(folder, 'cut');
  await writeFile(cut, content.subarray(0, -1));
  expect(await refusalOf(await ownedInstallation(), cut)).toMatch(/cut short or altered/);
});

test('another key is refused, with the fingerprints of both', async () => {
  const other = 'another secret key of the backup tests';
  const reason = new RegExp(`${keyFingerprint(testKey)}.*${keyFingerprint(other)}`);
  expect(await refusalOf(await ownedInstallation(), file, other)).toMatch(reason);
});

test('a backup of a schema that this version does not have is refused, with the version that made it', async () => {
  const newer = join(folder, 'newer');
  const { parts, ...manifest } = await checkArchive(file, testKey);
  expect(parts.length).toBeGreaterThan(0);
  const archive = await createArchive(newer, testKey);
  await archive.finish({
    ...manifest,
    product: { version: '9.1.0', commit: null },
    migrations: [...manifest.migrations, { name: '9999_later.sql', hash: '00' }],
  });
  expect(await refusalOf(await ownedInstallation(), newer)).toMatch(/Vitrine 9\.1\.0.*9999_later\.sql/);
});

test('a database that is in use is refused', async () => {
  const target = await ownedInstallation();
  expect(await withClient(target.url, () => refusalOf(target))).toMatch(/database is in use/);
});

test('a database with tables is refused, with the SQL that empties it', async () => {
  const target = await ownedInstallation();
  await migrate(target.url);
  expect(await refusalOf(target)).toMatch(/not empty \(.*drop schema public cascade/s);
});

test('a data folder in use is refused', async () => {
  const target = await ownedInstallation();
  const claim = await claimDataDir(target.dataDir);
  expect(await refusalOf(target)).toMatch(/in use by Vitrine/);
  await claim.release();
});

test('a data folder with clicks is refused, while a process writes them and after that', async () => {
  const target = await ownedInstallation();
  const journal = await openJournal({
    folder: join(target.dataDir, 'journal'),
    node: 'node-1',
    now: () => performance.timeOrigin + performance.now(),
    onFailure: () => undefined,
  });
  expect(await refusalOf(target)).toMatch(/in use by Vitrine/);
  await new Promise<boolean>((resolve) => journal.append(hitRecord(), resolve));
  await journal.stop();
  expect(await refusalOf(target)).toMatch(/contains clicks/);
});

test('a data folder with refused hits is refused', async () => {
  const target = await ownedInstallation();
  await mkdir(target.dataDir, { recursive: true });
  await writeFile(join(target.dataDir, 'refused-hits.jsonl'), '[]\n');
  expect(await refusalOf(target)).toMatch(/another installation/);
});

test('after a restore that failed at a row, the product refuses to start on the database', async () => {
  const wrong = join(folder, 'wrong');
  const { parts: _, ...manifest } = await checkArchive(file, testKey);
  const archive = await createArchive(wrong, testKey);
  for await (const { name, bytes } of readArchive(file))
    if (name !== manifestName)
      await archive.add(name, name.includes('/projects/') ? Buffer.from('not\ta\trow\n') : bytes);
  await archive.finish(manifest);
  const target = await ownedInstallation();
  await expect(restore(target, wrong)).rejects.toThrow('extra data after last expected column');
  await expect(migrate(target.url)).rejects.toThrow(UnfinishedRestoreError);
});
