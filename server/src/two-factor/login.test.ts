import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login, resetPassword, stepUp } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { finishLogin, readTwoFactor } from '@vitrine/contract/two-factor.ts';
import { client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeResetLink } from '../passwords/reset.links.ts';
import { openFor } from '../sessions/sessions.open.ts';
import { appCodeOf, signInWithCode, ticketOf, turnOn } from './two-factor.testing.ts';

const email = 'ava@creators.test';
const minute = 60_000;

let world: World;
let secret: string;
let recoveryCodes: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ secret, recoveryCodes } = await turnOn(world, await world.signIn(email)));
});
afterAll(() => world[Symbol.asyncDispose]());
// Each test has a code that was not used yet, and an hour without wrong ones.
beforeEach(() => world.clock.advance(61 * minute));

const finish = (ticket: string, code: string, cookie?: string) =>
  world.anonymous.call(finishLogin, { body: { ticket, code }, ...(cookie ? { headers: { cookie } } : {}) });

describe('a login with two factors', () => {
  test('is refused after the right password, with a ticket and without a token', async () => {
    const answer = await world.anonymous.call(login, { body: { email, password: demoPassword } });
    expect([answer.status, answer.problem.code]).toEqual([403, 'two_factor_needed']);
    expect(answer.problem.ticket).toMatch(/^vtl_/);
    expect(JSON.stringify(answer.problem)).not.toContain('vtp_');
  });

  test('answers a wrong password like an unknown email, without a ticket', async () => {
    const neutral = async (pair: { email: string; password: string }) => {
      const { status, problem } = await world.anonymous.call(login, { body: pair });
      return { status, problem: { ...problem, request_id: '' } };
    };
    const wrong = await neutral({ email, password: 'wrong' });
    expect(wrong).toEqual(await neutral({ email: 'nobody@creators.test', password: 'wrong' }));
    expect(wrong.problem.ticket).toBeUndefined();
  });

  test('is finished with the ticket and a code, and answers what a login without them answers', async () => {
    const answer = granted(await finish(await ticketOf(world, email), appCodeOf(world, secret)));
    expect(Object.keys(answer).toSorted()).toEqual(['token', 'user']);
    expect(granted(await client(world.app, answer.token).call(me)).email).toBe(email);
  });

  test('of a user without it answers a token at once', async () => {
    const other = { email: 'noor@creators.test', password: demoPassword };
    expect(Object.keys(granted(await world.anonymous.call(login, { body: other }))).toSorted()).toEqual([
      'token',
      'user',
    ]);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, true],
    [-2, false],
    [2, false],
  ])('with a code from %i periods away: %s', async (periods, isRight) => {
    const { status } = await finish(await ticketOf(world, email), appCodeOf(world, secret, periods));
    expect(status).toBe(isRight ? 200 : 422);
  });

  test('takes each code once, and none that is older', async () => {
    const code = appCodeOf(world, secret);
    granted(await finish(await ticketOf(world, email), code));
    const [again, older] = [
      await finish(await ticketOf(world, email), code),
      await finish(await ticketOf(world, email), appCodeOf(world, secret, -1)),
    ];
    expect(again.problem.errors).toEqual({ code: ['is wrong or was already used'] });
    expect(older.status).toBe(422);
  });

  test('of ten at once with one code lets one in', async () => {
    const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(world, email)));
    const code = appCodeOf(world, secret);
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a ticket', () => {
  test('works once', async () => {
    const ticket = await ticketOf(world, email);
    granted(await finish(ticket, appCodeOf(world, secret)));
    expect((await finish(ticket, appCodeOf(world, secret, 1))).problem.code).toBe('login_expired');
  });

  test('stays after a wrong code, and expires after ten minutes', async () => {
    const [first, second] = [await ticketOf(world, email), await ticketOf(world, email)];
    expect((await finish(first, '000000')).status).toBe(422);
    world.clock.advance(9 * minute);
    granted(await finish(first, appCodeOf(world, secret)));
    world.clock.advance(minute);
    expect((await finish(second, appCodeOf(world, secret))).problem.code).toBe('login_expired');
  });

  test('is no session', async () => {
    expect((await client(world.app, await ticketOf(world, email)).call(me)).status).toBe(401);
  });

  test('ends when the password changes', async () => {
    const ticket = await ticketOf(world, email);
    const link = await world.ctx.database.as({ role: 'system' }, (tx) =>
      makeResetLink(world.ctx, tx, world.people.users.ava, minute),
    );
    granted(await world.anonymous.call(resetPassword, { body: { token: link.token, password: 'nine tall lamps' } }));
    expect((await finish(ticket, appCodeOf(world, secret))).problem.code).toBe('login_expired');
    // The new password alone opens no session either.
    const next = await world.anonymous.call(login, { body: { email, password: 'nine tall lamps' } });
    expect(next.problem.code).toBe('two_factor_needed');
    const back = await world.ctx.database.as({ role: 'system' }, (tx) =>
      makeResetLink(world.ctx, tx, world.people.users.ava, minute),
    );
    granted(await world.anonymous.call(resetPassword, { body: { token: back.token, password: demoPassword } }));
  });
});

test('every other way to log in ends at the same ticket', async () => {
  const browser = { device: '', deviceKey: 'a key', mark: 'a mark', address: '198.51.100.1' };
  await expect(openFor(world.ctx, { id: world.people.users.ava, role: 'creator' }, browser)).rejects.toMatchObject({
    code: 'two_factor_needed',
    ticket: expect.stringMatching(/^vtl_/),
  });
});

describe('a recovery code', () => {
  test('logs in once, however it is typed, and the owner is told how many are left', async () => {
    const [first = ''] = recoveryCodes;
    const own = await signInWithCode(world, email, first.toUpperCase().replaceAll('-', ' '));
    expect(granted(await own.call(readTwoFactor)).recovery_codes_left).toBe(9);
    const mail = (await mailsAsSent(world.ctx, email)).at(-1);
    expect([mail?.kind, mail?.text]).toEqual(['recovery_code_used', expect.stringContaining('still use: 9.')]);
    expect((await finish(await ticketOf(world, email), first)).status).toBe(422);
  });

  test('of one user is nothing to another', async () => {
    const noor = await world.signIn('noor@creators.test');
    const other = await turnOn(world, noor);
    expect((await finish(await ticketOf(world, email), other.recoveryCodes[0] ?? '')).status).toBe(422);
  });
});

describe('guessing codes', () => {
  const guess = async (count: number, cookie?: string) => {
    const ticket = await ticketOf(world, email);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, number) => finish(ticket, String(100_000 + number), cookie)),
    );
    return answers.filter(({ status }) => status !== 429).length;
  };

  test('of 40 at once, at most ten are checked, and the owner is told once that the password is known', async () => {
    expect(await guess(40)).toBeLessThanOrEqual(10);
    expect((await finish(await ticketOf(world, email), appCodeOf(world, secret))).status).toBe(429);
    const mails = await mailsAsSent(world.ctx, email);
    expect(mails.filter(({ kind }) => kind === 'second_factor_locked')).toHaveLength(1);
    world.clock.advance(60 * minute);
    granted(await finish(await ticketOf(world, email), appCodeOf(world, secret)));
  });

  test('by strangers does not lock the owner out of a browser they have logged in with', async () => {
    const { headers } = await finish(await ticketOf(world, email), appCodeOf(world, secret));
    const cookie = [headers['set-cookie']].flat().map((set) => String(set).split(';', 1)[0]);
    world.clock.advance(minute);
    await guess(11);
    const ticket = await ticketOf(world, email);
    expect((await finish(ticket, appCodeOf(world, secret))).status).toBe(429);
    granted(await finish(ticket, appCodeOf(world, secret), cookie.join('; ')));
  });
});

test('a proof of the password still takes the password alone', async () => {
  const own = await signInWithCode(world, email, appCodeOf(world, secret));
  expect((await own.call(stepUp, { body: { password: demoPassword } })).status).toBe(200);
});
