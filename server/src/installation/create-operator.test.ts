import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditEntries } from '@vitrine/contract/operators.ts';
import { login, resetPassword } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { setUp } from '@vitrine/contract/installation.ts';
import { client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { turnOn } from '../two-factor/two-factor.testing.ts';
import { readRequest } from './create-operator.ts';
import { makeOperatorLink } from './operator.creation.ts';
import { offerSetup } from './setup.service.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const password = 'three quiet windows';
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const logIn = (email: string, given = password) => world.anonymous.call(login, { body: { email, password: given } });

async function linkFor(email: string) {
  const made = await makeOperatorLink(world.ctx, email);
  if (made.outcome === 'taken') throw new Error(`${email} is taken`);
  return { outcome: made.outcome, token: new URL(made.link.url).hash.slice(1) };
}

const use = (token: string) => world.anonymous.call(resetPassword, { body: { token, password } });

async function audited(action: string) {
  const { token } = granted(await logIn('second@portal.test'));
  return granted(await client(world.app, token).call(listAuditEntries, { query: { action } }));
}

/** Runs the command as npm does, on the database of this test. */
async function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const { PATH = '' } = process.env;
  const { config, database } = world.ctx;
  const env = { PATH, DATABASE_URL: database.url, SECRET_KEY: config.secretKey, DATA_DIR: config.dataDir };
  const child = spawn(process.execPath, ['run/create-operator.mjs', ...args], { cwd: root, env });
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.error += String(chunk)));
  const [code] = await once(child, 'close');
  return { code: Number(code), ...said };
}

test('a new email becomes an operator who sets a password with the link, once', async () => {
  const { outcome, token } = await linkFor('second@portal.test');
  expect(outcome).toBe('created');
  expect((await use(token)).data).toEqual({ changed: true, is_first: true });
  expect(granted(await logIn('second@portal.test')).user).toMatchObject({ role: 'operator', user_status: 100 });
  expect((await use(token)).problem.code).toBe('reset_link_dead');
  expect(await audited('operator.created')).toMatchObject([{ actor: null, subject: { name: 'second' } }]);
});

test('the link expires after 24 hours', async () => {
  const { token } = await linkFor('third@portal.test');
  world.clock.advance(24 * 3_600_000);
  expect((await use(token)).problem.code).toBe('reset_link_dead');
});

describe('an operator who can’t log in', () => {
  test('because of wrong guesses can log in after using the link', async () => {
    for (let guess = 0; guess < 16; guess += 1) await logIn('operator@vitrine.test', `wrong ${guess}`);
    expect((await logIn('operator@vitrine.test', demoPassword)).status).toBe(429);
    const { outcome, token } = await linkFor('operator@vitrine.test');
    expect(outcome).toBe('restored');
    expect((await logIn('operator@vitrine.test', demoPassword)).status).toBe(200);
    granted(await use(token));
    expect((await logIn('operator@vitrine.test')).status).toBe(200);
  });

  test('because of a suspension is active again, which is in the audit log', async () => {
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      sql`update users set user_status = 50 where email = 'operator@vitrine.test'`.execute(tx),
    );
    const { token } = await linkFor('operator@vitrine.test');
    granted(await use(token));
    expect(granted(await logIn('operator@vitrine.test')).user.user_status).toBe(100);
    const [latest] = await audited('operator.access_restored');
    expect(latest).toMatchObject({ actor: null, details: { before: 50, after: 100 } });
  });

  test('because they lost their codes needs none after the command was told to remove them', async () => {
    const own = client(world.app, granted(await logIn('operator@vitrine.test')).token);
    await turnOn(world, own, password);
    await linkFor('operator@vitrine.test');
    expect((await logIn('operator@vitrine.test')).problem.code).toBe('two_factor_needed');
    await makeOperatorLink(world.ctx, 'operator@vitrine.test', { removesTwoFactor: true });
    expect((await own.call(me)).status).toBe(401);
    expect((await logIn('operator@vitrine.test')).status).toBe(200);
    expect(await audited('two_factor.removed')).toMatchObject([{ actor: null, subject: { name: 'Vitrine Operator' } }]);
  });

  test('gets a new link that ends the one before', async () => {
    const first = await linkFor('operator@vitrine.test');
    const second = await linkFor('operator@vitrine.test');
    expect((await use(first.token)).problem.code).toBe('reset_link_dead');
    expect((await use(second.token)).status).toBe(202);
  });
});

test('setup codes stop working when an operator was created this way', async () => {
  await using empty = await openWorld();
  await empty.ctx.database.as({ role: 'system' }, (tx) =>
    sql`update users set user_status = 50 where role = 'operator'`.execute(tx),
  );
  const code = (await offerSetup(empty.ctx)) ?? '';
  await makeOperatorLink(empty.ctx, 'second@portal.test');
  empty.clock.advance(5_000);
  const body = { code, name: 'Olu Adeyemi', email: 'olu@portal.test', password };
  expect((await empty.anonymous.call(setUp, { body })).problem.code).toBe('setup_code_dead');
  expect(await offerSetup(empty.ctx)).toBeUndefined();
});

describe('npm run create-operator', () => {
  test('prints a link whose fragment sets the password', async () => {
    const { code, out } = await run('--email', 'Printed@Portal.test');
    expect(code).toBe(0);
    const [, token = ''] = /\/reset-password#(\S+)$/m.exec(out) ?? [];
    // The command runs at the real time, which is after the time of this world.
    expect(token).toMatch(/^vtr_[\w-]{43}$/);
    expect((await use(token)).status).toBe(202);
    expect((await logIn('printed@portal.test')).status).toBe(200);
  });

  test.each([
    ['ava@creators.test', 'belongs to a creator'],
    ['brand@glow.test', 'belongs to brand staff'],
  ])('refuses %s, which %s, and changes nothing', async (email, why) => {
    const { code, out, error } = await run('--email', email);
    expect([code, out]).toEqual([1, '']);
    expect(error.trim()).toBe(`${email} ${why}, so it can’t be an operator. Use another email address.`);
    expect((await logIn(email, demoPassword)).status).toBe(200);
  });

  test.each([
    [[], 'Usage: npm run create-operator -- --email <email>'],
    [['--email', 'nobody'], '“nobody” is not an email address'],
    [['--mail', 'a@b.test'], '--mail'],
    [['--remove-two-factor'], 'Usage'],
  ])('with %j names what is wrong', (args, message) => {
    expect(() => readRequest(args)).toThrow(message);
  });
});
