import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { requestClosure } from '@vitrine/contract/closures.ts';
import { checkAuditLog } from '@vitrine/contract/operators.ts';
import { granted } from '../world/shelves.ts';
import { openWorld, type World } from '../world/world.ts';
import { allRows, backUp, ownedInstallation, temporaryFolder, testKey } from './backup/backup.testing.ts';
import { addToErasedFile, erasedFile, readErasedAccounts } from './closures/erased.file.ts';
import { eraseAgain, eraseDueAccounts } from './erasure.ts';
import { dumpOf, foundIn, plantPerson } from './erasure.testing.ts';
import { verifyLedger } from './ledger/ledger.verify.ts';
import { proofOf } from './payouts/payouts.testing.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const listOf = (world: World) => join(world.ctx.config.dataDir, erasedFile);

async function eraseAva(world: World): Promise<void> {
  const ava = await world.signIn('ava@creators.test');
  granted(await ava.call(requestClosure, { body: { proof: await proofOf(ava) } }));
  world.clock.advance(15 * 86_400_000);
  expect(await eraseDueAccounts(world.ctx)).toBe(1);
}

async function restoreByCommand(args: string[], env: Record<string, string>): Promise<{ code: number; text: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['run/restore.mjs', ...args], {
    cwd: root,
    env: { PATH, SECRET_KEY: testKey, DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = await once(child, 'close');
  return { code, text };
}

const erasuresIn = (rows: Record<string, string[]>) =>
  (rows['audit_entries'] ?? []).filter((row) => row.includes('"account.erased"'));

test('an erasure adds a line with an id and a time, and nothing else', async () => {
  await using world = await openWorld();
  await eraseAva(world);
  const at = world.clock.now().toISOString();
  expect(await readFile(listOf(world), 'utf8')).toBe(`${JSON.stringify({ user: world.people.users.ava, at })}\n`);
});

test('who was erased after a backup is erased again by its restore, whether the data folder was kept or lost', async () => {
  await using world = await openWorld();
  const file = join(await temporaryFolder(), 'backup');
  await backUp({ url: world.ctx.database.url, dataDir: world.ctx.config.dataDir }, file);
  await eraseAva(world);

  const kept = await ownedInstallation();
  await copyFile(listOf(world), join(kept.dataDir, erasedFile));
  const restored = await restoreByCommand([file], { DATABASE_URL: kept.url, DATA_DIR: kept.dataDir });
  expect(restored).toMatchObject({
    code: 0,
    text: expect.stringContaining('1 account that was erased after this backup is erased again.'),
  });

  const lost = await ownedInstallation();
  const list = join(await temporaryFolder(), 'list');
  await writeFile(list, `{"user":"no id"}\n${await readFile(listOf(world), 'utf8')}{"user":`);
  const elsewhere = await restoreByCommand([file, '--erased', list], {
    DATABASE_URL: lost.url,
    DATA_DIR: lost.dataDir,
  });
  expect(elsewhere.text).toContain('1 account that was erased');
  expect(elsewhere.text).toContain(`${list}, line 1:`);
  expect(elsewhere.text).toContain(`${list}, line 3:`);
  expect((await readErasedAccounts(lost.dataDir)).accounts.map(({ userId }) => userId)).toEqual([
    world.people.users.ava,
  ]);

  for (const { admin } of [kept, lost]) {
    const rows = await allRows(admin);
    expect(
      Object.values(rows)
        .flat()
        .filter((row) => row.includes('ava@creators.test')),
    ).toEqual([]);
    expect(erasuresIn(rows)).toEqual([expect.stringContaining('"first_erased_at"')]);
  }
});

test('a list that is missing stops a restore before anything is changed', async () => {
  const target = await ownedInstallation();
  const { code, text } = await restoreByCommand(['no-backup', '--erased', '/no/list'], {
    DATABASE_URL: target.url,
    DATA_DIR: target.dataDir,
  });
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("/no/list can't be read") });
});

test('at the start, an account on the list is erased again once, also by several nodes at once', async () => {
  await using world = await openWorld();
  const planted = await plantPerson(world);
  const entry = { userId: world.people.users.ava, at: '2026-11-19T00:00:00.000Z' };
  await addToErasedFile(world.ctx.config.dataDir, [entry, entry]);
  const done = await Promise.all(Array.from({ length: 4 }, () => eraseAgain(world.ctx)));
  expect(done.reduce((sum, erased) => sum + erased, 0)).toBe(1);
  expect(foundIn(await dumpOf(world), planted)).toEqual([]);
  expect(erasuresIn(await allRows(world.ctx.database.url))).toHaveLength(1);
  expect(await eraseAgain(world.ctx)).toBe(0);
  const operator = await world.signIn('operator@vitrine.test');
  expect(granted(await operator.call(checkAuditLog)).broken_at).toBeNull();
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});

test('a list that lacks an erased account gets it, and a line that was cut off does not spoil the next', async () => {
  await using world = await openWorld();
  const { dataDir } = world.ctx.config;
  await eraseAva(world);
  await writeFile(listOf(world), '{"user":"cut o');
  expect(await eraseAgain(world.ctx)).toBe(0);
  const { accounts, faults } = await readErasedAccounts(dataDir);
  expect(accounts.map(({ userId }) => userId)).toEqual([world.people.users.ava]);
  expect(faults).toEqual([expect.stringContaining(`${listOf(world)}, line 1:`)]);
  await appendFile(listOf(world), '\n');
  expect((await readErasedAccounts(dataDir)).accounts).toHaveLength(1);
});
