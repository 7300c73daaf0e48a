import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queryValue, isRoot, log, newDataDir, newFolder, postmasterPid, start, useFolder } from './embedded.testing.ts';
import { postgresPackage, startEmbeddedPostgres } from './embedded.ts';

useFolder();

describe.each([18, 15] as const)('PostgreSQL %i', (major) => {
  const binaries = postgresPackage(major);

  test('the first start creates a durable UTF-8 database of that version', async () => {
    await using server = await start(newFolder(), binaries);
    expect(await queryValue(server.url, 'show server_version')).toMatch(new RegExp(`^${major}`));
    expect(await queryValue(server.url, 'select current_database()')).toBe('vitrine');
    expect(await queryValue(server.url, 'show server_encoding')).toBe('UTF8');
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
      expect(await queryValue(server.url, `show ${setting}`)).toBe('on');
    }
  });

  test('data and address survive a restart', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir, binaries);
    await queryValue(first.url, "create table note as select 'kept' as text");
    await first.stop();
    await using second = await start(dataDir, binaries);
    expect(await queryValue(second.url, 'select text from note')).toBe('kept');
    expect(second.url).toBe(first.url);
  });
});

test('the password is required, and other users cannot read it', async () => {
  const dataDir = await newDataDir();
  await using server = await start(dataDir);
  const wrong = server.url.replace(new URL(server.url).password, 'guess');
  await expect(queryValue(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  for (const file of ['postgres.access', 'postgres.lock', 'postgres.log']) {
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
  }
});

test('settings are passed on', async () => {
  await using server = await startEmbeddedPostgres({
    dataDir: await newDataDir(),
    log,
    settings: { max_connections: '23' },
  });
  expect(await queryValue(server.url, 'show max_connections')).toBe('23');
});

test('a folder whose path is too long for a socket is served over TCP', async () => {
  const dataDir = join(newFolder(), 'x'.repeat(120));
  await using server = await start(dataDir);
  expect(await queryValue(server.url, 'select inet_server_addr()::text')).toBe('127.0.0.1/32');
});

test('the previous port is not used if another program has it', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await first.stop();
  const stranger = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  await using second = await start(dataDir);
  expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
  expect(await queryValue(second.url, 'select 1')).toBe(1);
});

test('a cluster of another major version is refused and left unchanged', async () => {
  const dataDir = newFolder();
  await (await start(dataDir, postgresPackage(15))).stop();
  const before = await stat(join(dataDir, 'postgres'));
  await expect(start(dataDir)).rejects.toThrow(/PostgreSQL 15.*PostgreSQL 18\. Nothing was changed/);
  const after = await stat(join(dataDir, 'postgres'));
  expect(after.ctimeMs).toBe(before.ctimeMs);
  await (await start(dataDir, postgresPackage(15))).stop();
});

test('an interrupted first start is repeated', async () => {
  const dataDir = newFolder();
  await mkdir(join(dataDir, 'postgres.new/base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new.password'), 'old');
  await using server = await start(dataDir);
  expect(await queryValue(server.url, 'select 1')).toBe(1);
  await expect(stat(join(dataDir, 'postgres.new'))).rejects.toThrow('ENOENT');
});

test("a damaged cluster is refused with the server's log", async () => {
  const options = { dataDir: await newDataDir(), log, settings: { no_such_setting: '1' } };
  await expect(startEmbeddedPostgres(options)).rejects.toThrow('no_such_setting');
  await using server = await start(options.dataDir);
  expect(await queryValue(server.url, 'select 1')).toBe(1);
});

describe.runIf(isRoot)('as root', () => {
  test('the server runs as an account without privileges', async () => {
    const dataDir = await newDataDir();
    await using server = await start(dataDir);
    expect(server.url).toContain('postgres://');
    expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).not.toBe(0);
  });

  test('a folder inside a private one is served without opening that to others', async () => {
    const closed = newFolder();
    await mkdir(closed, { mode: 0o700 });
    await using server = await start(join(closed, 'data'));
    expect(await queryValue(server.url, 'select 1')).toBe(1);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    expect((await stat(`/proc/${await postmasterPid(server.dataDir)}`)).uid).not.toBe(0);
  });

  test('a cluster that root copied gets its owner back', async () => {
    const dataDir = await newDataDir();
    await (await start(dataDir)).stop();
    const copied = spawn('chown', ['-R', '0:0', join(dataDir, 'postgres')]);
    await once(copied, 'exit');
    await using server = await start(dataDir);
    expect(await queryValue(server.url, 'select 1')).toBe(1);
  });
});
