import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fillDisk, mountDisk } from '../../../world/disk.ts';
import { queryValue, log, logged, newDataDir, newFolder, postmasterPid, start, useFolder } from './embedded.testing.ts';
import { startEmbeddedPostgres } from './embedded.ts';

useFolder();

// Each test starts a server several times and polls for it.
vi.setConfig({ testTimeout: 90_000 });

const answered = (url: string) => queryValue(url, 'select text from note').catch(() => 'away');

/** A postmaster can end by itself while the one before still has processes. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test('a server that is killed repeatedly during recovery comes back by itself', async () => {
  const dataDir = await newDataDir();
  await using server = await start(dataDir);
  await queryValue(server.url, "create table note as select 'kept' as text");
  let pid = await postmasterPid(dataDir);
  for (let round = 0; round < 4; round += 1) {
    killIfRunning(pid);
    const next = () => postmasterPid(dataDir).catch(() => pid);
    await expect.poll(next, { timeout: 15_000, interval: 2 }).not.toBe(pid);
    pid = await next();
  }
  await expect.poll(() => answered(server.url), { timeout: 15_000 }).toBe('kept');
});

test('a server that cannot start is retried until it can, and each failure is logged as an error', async () => {
  const dataDir = await newDataDir();
  const errors: string[] = [];
  await using server = await startEmbeddedPostgres({
    dataDir,
    log,
    logError: (fact, message) => errors.push(`${message} ${JSON.stringify(fact)}`),
  });
  await queryValue(server.url, "create table note as select 'kept' as text");
  const pid = await postmasterPid(dataDir);
  const control = join(dataDir, 'postgres/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(pid, 'SIGKILL');
  const failures = () => errors.filter((each) => each.startsWith('embedded database did not start'));
  await expect.poll(() => failures().length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(failures()[0]).toContain('pg_control');
  await rename(`${control}.away`, control);
  await expect.poll(() => answered(server.url), { timeout: 20_000 }).toBe('kept');
});

test('a stop also cancels a scheduled restart', async () => {
  const dataDir = await newDataDir();
  const server = await start(dataDir);
  const control = join(dataDir, 'postgres/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await expect.poll(() => logged(), { timeout: 20_000 }).toContain('did not start');
  await server.stop();
  await expect(readFile(join(dataDir, 'postgres.lock'))).rejects.toThrow('ENOENT');
});

test('a server that crashed on a full disk comes back when there is space again', async (context) => {
  const disk = newFolder();
  context.skip(!(await mountDisk(disk, 160)), 'this user may not mount a disk');
  const dataDir = join(disk, 'data');
  await cp(await newDataDir(), dataDir, { recursive: true });
  const errors: string[] = [];
  const logError = (fact: object) => errors.push(JSON.stringify(fact));
  await using server = await startEmbeddedPostgres({ dataDir, log, logError });
  await queryValue(server.url, "create table note as select 'kept' as text");
  const filler = join(disk, 'filler');
  await fillDisk(filler);
  await queryValue(
    server.url,
    "select pg_logical_emit_message(false, '', repeat('x', 1000000)) from generate_series(1, 150)",
  ).catch(() => undefined);
  await expect.poll(() => errors.join('\n'), { timeout: 20_000 }).toContain('No space left on device');
  await rm(filler);
  await expect.poll(() => answered(server.url), { timeout: 20_000 }).toBe('kept');
});
