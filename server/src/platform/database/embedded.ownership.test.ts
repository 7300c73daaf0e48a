import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectProcess } from './embedded.process.ts';
import {
  queryValue,
  isRoot,
  log,
  logged,
  newDataDir,
  newFolder,
  postmasterPid,
  start,
  startInChild,
  useFolder,
} from './embedded.testing.ts';
import { attachOrStartEmbedded, DataDirInUse } from './embedded.ts';

useFolder();

test('a stop leaves no process, lock or socket', async () => {
  const dataDir = await newDataDir();
  const server = await start(dataDir);
  const pid = await postmasterPid(dataDir);
  await Promise.all([server.stop(), server.stop()]);
  expect(await inspectProcess(pid)).toBeUndefined();
  await expect(readFile(join(dataDir, 'postgres.lock'))).rejects.toThrow('ENOENT');
  await expect(readFile(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
});

test("a second owner is refused with the first one's name and pid, and can attach instead", async () => {
  const dataDir = await newDataDir();
  await using server = await start(dataDir);
  const refusal = await start(dataDir).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirInUse);
  expect(String(refusal)).toContain(`DATA_DIR ${dataDir}`);
  expect(String(refusal)).toContain(`pid ${process.pid}`);
  const guest = await attachOrStartEmbedded({ dataDir, log });
  expect(guest.url).toBe(server.url);
  await guest.stop();
  expect(await queryValue(server.url, 'select 1')).toBe(1);
});

test('of ten that start at once exactly one becomes the owner', async () => {
  const dataDir = newFolder();
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => start(dataDir)));
  const started = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  await Promise.all(started.map((each) => each.stop()));
  expect(started).toHaveLength(1);
  const refused = attempts.filter((each) => each.status === 'rejected');
  expect(refused.map((each) => each.reason)).toSatisfy((reasons: unknown[]) =>
    reasons.every((reason) => reason instanceof DataDirInUse),
  );
});

test('after a kill -9 of the owner the next start takes over with all committed data', async () => {
  const dataDir = await newDataDir();
  const owner = await startInChild(dataDir);
  await queryValue(owner.url, "create table note as select 'committed' as text");
  const orphan = await postmasterPid(dataDir);
  await owner.end('SIGKILL');
  expect(await inspectProcess(orphan)).toBeDefined();
  await using server = await start(dataDir);
  expect(await queryValue(server.url, 'select text from note')).toBe('committed');
  expect(logged()).toContain('"orphan":"stopped"');
  expect(await inspectProcess(orphan)).toBeUndefined();
  expect(await postmasterPid(dataDir)).not.toBe(orphan);
});

test('another process sees a child that owns the folder as its owner', async () => {
  const dataDir = await newDataDir();
  const owner = await startInChild(dataDir);
  await expect(start(dataDir)).rejects.toThrow(`pid ${owner.pid}`);
  const guest = await attachOrStartEmbedded({ dataDir, log });
  expect(guest.url).toBe(owner.url);
  await owner.end('SIGTERM');
});

test('an owner that calls process.exit() leaves no server behind', async () => {
  const dataDir = await newDataDir();
  const owner = await startInChild(dataDir);
  const pid = await postmasterPid(dataDir);
  await owner.end('SIGTERM');
  await expect.poll(() => inspectProcess(pid), { timeout: 10_000 }).toBeUndefined();
});

test('a server that crashes is restarted at the same address', async () => {
  const dataDir = await newDataDir();
  await using server = await start(dataDir);
  await queryValue(server.url, "create table note as select 'kept' as text");
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  const text = () => queryValue(server.url, 'select text from note').catch(() => 'away');
  await expect.poll(text, { timeout: 15_000 }).toBe('kept');
  expect(logged()).toContain('embedded database crashed');
});

test('a postmaster.pid whose pid now belongs to another program is removed', async () => {
  const dataDir = await newDataDir();
  await (await start(dataDir)).stop();
  // PostgreSQL itself only checks processes of the account that it runs as.
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
  onTestFinished(() => void stranger.kill());
  const file = join(dataDir, 'postgres/postmaster.pid');
  const lines = [stranger.pid, join(dataDir, 'postgres'), 1, 5432, '.', '127.0.0.1', '', 'ready', ''];
  await writeFile(file, lines.join('\n'));
  await using server = await start(dataDir);
  expect(await queryValue(server.url, 'select 1')).toBe(1);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('a lock whose pid was reused by another program is removed', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  const lock: object = JSON.parse(await readFile(join(dataDir, 'postgres.lock'), 'utf8'));
  await first.stop();
  await writeFile(join(dataDir, 'postgres.lock'), JSON.stringify({ ...lock, startedAt: '1' }));
  await using server = await start(dataDir);
  expect(await queryValue(server.url, 'select 1')).toBe(1);
});

test('a lock from another container is respected while its database answers, and not after', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  const path = join(dataDir, 'postgres.lock');
  const lock: object = JSON.parse(await readFile(path, 'utf8'));
  const elsewhere = JSON.stringify({ ...lock, pid: 1, place: 'elsewhere', token: 'other' });
  await writeFile(path, elsewhere);
  await expect(start(dataDir)).rejects.toThrow(DataDirInUse);
  await first.stop();
  expect(await readFile(path, 'utf8')).toBe(elsewhere);
  await using second = await start(dataDir);
  expect(await queryValue(second.url, 'select 1')).toBe(1);
});

test('a guest waits for an owner that is still starting', async () => {
  const dataDir = await newDataDir();
  const both = [attachOrStartEmbedded({ dataDir, log }), attachOrStartEmbedded({ dataDir, log })];
  const [one, other] = await Promise.all(both);
  expect(one?.url).toMatch(/^postgres:/);
  expect(other?.url).toBe(one?.url);
  await Promise.all([one?.stop(), other?.stop()]);
});
