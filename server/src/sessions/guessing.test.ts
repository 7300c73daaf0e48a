import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgotPassword, login, resetPassword } from '@vitrine/contract/passwords.ts';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { mailLockedOwners } from './lock.notices.ts';
import { answerResets } from '../passwords/reset.service.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const hour = 3_600_000;

const attempt = (email: string, password: string, cookie?: string) =>
  world.anonymous.call(login, { body: { email, password }, ...(cookie ? { headers: { cookie } } : {}) });

async function guessSequentially(email: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await attempt(email, `wrong ${number}`);
}

/** Logs in and returns the cookies that the browser then sends. */
async function browserOf(email: string): Promise<string> {
  const { headers } = await attempt(email, demoPassword);
  const set = headers['set-cookie'];
  return (Array.isArray(set) ? set : [set]).map((cookie) => String(cookie).split(';', 1)[0]).join('; ');
}

const mailsTo = (recipient: string) => mailsAsSent(world.ctx, recipient);
const lockMailsTo = async (recipient: string) =>
  (await mailsTo(recipient)).filter((mail) => mail.kind === 'sign_in_locked');

describe('guessing a password', () => {
  test('of 200 wrong passwords sent at once, at most 15 are hashed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => attempt('noor@creators.test', `wrong ${number}`)),
    );
    const hashed = answers.filter((answer) => answer.status !== 429);
    expect(hashed.length).toBeLessThanOrEqual(15);
    expect(hashed.every((answer) => answer.problem.code === 'wrong_credentials')).toBe(true);
  });

  test('of 200 sent at once from a known browser, at most 15 are hashed too', async () => {
    world.clock.advance(hour);
    const cookie = await browserOf('noor@creators.test');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => attempt('noor@creators.test', `wrong ${number}`, cookie)),
    );
    expect(answers.filter((answer) => answer.status !== 429).length).toBeLessThanOrEqual(15);
  });

  test('16 wrong guesses of strangers do not lock the owner out of a browser they have logged in with', async () => {
    const cookie = await browserOf('ava@creators.test');
    await guessSequentially('ava@creators.test', 16);
    expect((await attempt('ava@creators.test', demoPassword)).status).toBe(429);
    expect((await attempt('ava@creators.test', demoPassword, cookie)).status).toBe(200);
    expect((await attempt('ava@creators.test', demoPassword)).status).toBe(429);
  });

  test("a stranger's own browser is known for their account and for no other", async () => {
    const cookie = await browserOf('max@creators.test');
    await guessSequentially('brand@maison.test', 16);
    expect((await attempt('brand@maison.test', demoPassword, cookie)).status).toBe(429);
    expect((await attempt('brand@maison.test', demoPassword, 'vt_device=made-up')).status).toBe(429);
  });

  test('the owner gets one email for each lock, in their language; an unknown address gets none', async () => {
    granted(await (await world.signIn('brand@glow.test')).call(changeProfile, { body: { locale: 'es' } }));
    await guessSequentially('brand@glow.test', 20);
    await guessSequentially('nobody@creators.test', 20);
    await mailLockedOwners(world.ctx);
    await mailLockedOwners(world.ctx);
    expect(await lockMailsTo('brand@glow.test')).toMatchObject([{ subject: 'Alguien intenta entrar en tu cuenta' }]);
    expect(await mailsTo('nobody@creators.test')).toEqual([]);
    world.clock.advance(hour);
    await guessSequentially('brand@glow.test', 16);
    await mailLockedOwners(world.ctx);
    expect(await lockMailsTo('brand@glow.test')).toHaveLength(2);
  });

  test('a known and an unknown address are refused alike, before and after the lock', async () => {
    world.clock.advance(hour);
    for (let number = 0; number < 17; number += 1) {
      const known = await attempt('brand@northwind.test', 'wrong');
      const unknown = await attempt('no.such@creators.test', 'wrong');
      expect(unknown.status).toBe(known.status);
      expect({ ...unknown.problem, request_id: '' }).toEqual({ ...known.problem, request_id: '' });
    }
    const noted = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('lock_notices').select('email').orderBy('email').execute(),
    );
    expect(noted.map((row) => row.email)).toEqual(['brand@northwind.test', 'no.such@creators.test']);
  });

  test('a new password by email ends the lock of a known browser too', async () => {
    world.clock.advance(hour);
    const cookie = await browserOf('noor@creators.test');
    for (let number = 0; number < 16; number += 1) await attempt('noor@creators.test', 'wrong', cookie);
    expect((await attempt('noor@creators.test', demoPassword, cookie)).status).toBe(429);
    granted(await world.anonymous.call(forgotPassword, { body: { email: 'noor@creators.test' } }));
    await answerResets(world.ctx);
    const text = (await mailsTo('noor@creators.test')).findLast((mail) => mail.kind === 'password_reset')?.text ?? '';
    const token = /vtr_[\w-]{43}/.exec(text)?.[0] ?? '';
    granted(await world.anonymous.call(resetPassword, { body: { token, password: demoPassword } }));
    expect((await attempt('noor@creators.test', demoPassword, cookie)).status).toBe(200);
  });
});
