import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login, stepUp } from '@vitrine/contract/passwords.ts';
import { demoPassword } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { admitFromAddress, forgetOldThrottles } from './throttle.ts';

const hour = 3_600_000;
const start = new Date('2026-11-20T12:00:00Z');
let world: World;
let email: string;
let users = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(start);
  users += 1;
  email = `user${users}@creators.test`;
  await createUser(world.ctx, {
    email,
    password: demoPassword,
    role: 'creator',
    handle: `user${users}`,
    displayName: 'User',
  });
});

const after = (ms: number) => world.clock.set(new Date(start.getTime() + ms));
const attempt = (password: string, typed = email) => world.anonymous.call(login, { body: { email: typed, password } });
async function guess(count: number): Promise<void> {
  for (let tried = 0; tried < count; tried += 1) expect((await attempt('wrong')).status).toBe(401);
}

describe('logging in after wrong passwords', () => {
  test('works at the fifteenth attempt', async () => {
    await guess(14);
    expect((await attempt(demoPassword)).status).toBe(200);
  });

  test('is refused at the sixteenth, with what to do', async () => {
    await guess(15);
    expect((await attempt(demoPassword)).problem).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'Too many attempts for this account. Try again in an hour, or reset your password.',
    });
  });

  test('is refused however the email address is capitalized', async () => {
    await guess(15);
    expect((await attempt(demoPassword, ` ${email.toUpperCase()} `)).status).toBe(429);
  });

  test('works again exactly an hour after the first of them', async () => {
    await guess(1);
    after(hour / 2);
    await guess(14);
    after(hour - 1);
    expect((await attempt(demoPassword)).status).toBe(429);
    after(hour);
    expect((await attempt(demoPassword)).status).toBe(200);
  });

  test('starts a new count', async () => {
    await guess(14);
    expect((await attempt(demoPassword)).status).toBe(200);
    await guess(15);
    expect((await attempt('wrong')).status).toBe(429);
  });
});

describe('entering the password again', () => {
  test('is refused after five wrong ones, until exactly ten minutes after the first', async () => {
    const person = await world.signIn(email);
    const tryWith = async (password: string) => (await person.call(stepUp, { body: { password } })).problem.code;
    for (let tried = 0; tried < 4; tried += 1) expect(await tryWith('wrong')).toBe('validation_failed');
    after(9 * 60_000);
    expect(await tryWith('wrong')).toBe('validation_failed');
    after(10 * 60_000 - 1);
    expect((await person.call(stepUp, { body: { password: demoPassword } })).problem).toMatchObject({
      status: 429,
      message: 'Too many attempts. Try again in ten minutes.',
    });
    after(10 * 60_000);
    expect((await person.call(stepUp, { body: { password: demoPassword } })).status).toBe(200);
  });

  test('correctly starts a new count', async () => {
    const person = await world.signIn(email);
    const tryWith = async (password: string) => (await person.call(stepUp, { body: { password } })).status;
    for (const password of [...Array(4).fill('wrong'), demoPassword, ...Array(5).fill('wrong')])
      expect(await tryWith(password)).toBe(password === demoPassword ? 200 : 422);
    expect(await tryWith('wrong')).toBe(429);
  });
});

describe('the limit of one IP address', () => {
  const admit = (what: 'forgot' | 'register', address: string, limits = true) =>
    admitFromAddress({ ...world.ctx, config: { ...world.ctx.config, limits } }, what, address);

  test('is ten calls of one kind an hour, and starts again after exactly an hour', async () => {
    for (let called = 0; called < 10; called += 1) await admit('register', '198.51.100.1');
    await expect(admit('register', '198.51.100.1')).rejects.toMatchObject({ code: 'rate_limited' });
    await admit('forgot', '198.51.100.1');
    await admit('register', '198.51.100.2');
    after(hour - 1);
    await expect(admit('register', '198.51.100.1')).rejects.toMatchObject({ code: 'rate_limited' });
    after(hour);
    await admit('register', '198.51.100.1');
  });

  test('is one for all addresses of an IPv6 client', async () => {
    for (let called = 0; called < 10; called += 1) await admit('register', `2001:db8:1:2::${called + 1}`);
    await expect(admit('register', '2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'rate_limited' });
    await admit('register', '2001:db8:1:3::1');
  });

  test('does not exist where limits are turned off', async () => {
    for (let called = 0; called < 11; called += 1) await admit('register', '198.51.100.3', false);
    await expect(admit('register', '198.51.100.3')).resolves.toBeUndefined();
  });
});

test('counts are deleted a day after their window started', async () => {
  const counts = async () =>
    (
      await world.ctx.database.as({ role: 'system' }, (tx) =>
        tx.selectFrom('sign_in_throttles').select('subject').where('window_started_at', '<=', start).execute(),
      )
    ).length;
  await guess(1);
  expect(await counts()).toBeGreaterThan(0);
  after(24 * hour);
  const before = await counts();
  await forgetOldThrottles(world.ctx);
  expect(await counts()).toBe(before);
  after(24 * hour + 1);
  await forgetOldThrottles(world.ctx);
  expect(await counts()).toBe(0);
});
