import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword, login, stepUp } from '@vitrine/contract/passwords.ts';
import { endOtherSessions, me } from '@vitrine/contract/sessions.ts';
import { confirmEmail } from '@vitrine/contract/settings.ts';
import { type Client, client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { impersonateAva } from '../impersonation/impersonation.testing.ts';
import { newSecret } from '../platform/ids.ts';

let world: World;
let ava: Client;
let noor: Client;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
});

const mailsTo = async (recipient: string) => (await mailsAsSent(world.ctx, recipient)).toReversed();

/** The password confirmed again, which a sensitive call requires. */
async function proofOf(who: Client, password = demoPassword): Promise<string> {
  const answer = await who.call(stepUp, { body: { password } });
  return answer.status === 200 ? answer.data.proof : 'none';
}

describe('logging in', () => {
  test('answers a token and the user with their merchant accounts (S14)', async () => {
    const answer = await world.anonymous.call(login, {
      body: { email: ' Ava@Creators.test ', password: demoPassword },
    });
    expect(answer.status).toBe(200);
    expect(answer.data.token).toMatch(/^vtp_[A-Za-z0-9_-]{43}$/);
    expect(answer.data.user).toMatchObject({ display_name: 'Ava Lindqvist', user_handle: 'ava', user_status: 100 });
    expect(answer.data.user.merchant_accounts.map((account) => account.merchant_display_name)).toEqual([
      'Glow Lab',
      'Maison Clair',
    ]);
  });

  test('answers a wrong password and an unknown email alike', async () => {
    const wrong = await world.anonymous.call(login, { body: { email: 'ava@creators.test', password: 'not it' } });
    const unknown = await world.anonymous.call(login, { body: { email: 'nobody@creators.test', password: 'not it' } });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...wrong.problem, request_id: '' }).toEqual({ ...unknown.problem, request_id: '' });
  });

  test('names the invalid field', async () => {
    const answer = await world.anonymous.call(login, { body: { email: 'ava', password: '' } });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors).toEqual({
      email: ['must be an email address, like name@example.test'],
      password: ['must not be empty'],
    });
  });

  test('allows a number of wrong guesses for an account and then none for an hour, not even the right one', async () => {
    const guess = (password: string) =>
      world.anonymous.call(login, { body: { email: 'noor@creators.test', password } });
    for (let count = 0; count < 15; count += 1) expect((await guess(`wrong ${count}`)).status).toBe(401);
    expect((await guess(demoPassword)).status).toBe(429);
    world.clock.advance(3_600_000);
    expect((await guess(demoPassword)).status).toBe(200);
  });
});

describe('the password (S27)', () => {
  const change = async (current: string, next: string, who = ava) =>
    who.call(changePassword, { body: { new_password: next, proof: await proofOf(who, current) } });

  test("is changed with the current one; every other session ends, also an operator's, and an email says so", async () => {
    const other = await world.signIn('ava@creators.test');
    const operator = await impersonateAva(world, 'view', 'Helping with a storefront');
    const answer = await change(demoPassword, 'a longer secret');
    expect(answer.data.sessions_ended).toBeGreaterThanOrEqual(1);
    expect((await ava.call(me)).status).toBe(200);
    expect([(await other.call(me)).status, (await operator.call(me)).status]).toEqual([401, 401]);
    expect((await mailsTo('ava@creators.test'))[0]?.kind).toBe('password_changed');
    expect(
      (await world.anonymous.call(login, { body: { email: 'ava@creators.test', password: demoPassword } })).status,
    ).toBe(401);
    expect((await change('a longer secret', demoPassword)).status).toBe(200);
  });

  const guessed = 'is too easy to guess; try three random words instead';
  const known = 'must not be your name, handle or email address';
  test.each([
    ['short', 'must have at least 8 characters'],
    ['Sunshine2026!', guessed],
    ['abcdefghij', guessed],
    ['Noor Haddad 1', known],
    ['noor@creators.test', known],
    [demoPassword, 'must be different from your current password'],
  ])('is refused by the rules of registration, on its field: %s', async (next, reason) => {
    const answer = await change(demoPassword, next, noor);
    expect([answer.status, answer.problem.errors]).toEqual([422, { new_password: [reason] }]);
  });

  test("is not changed without the current one, or with another user's proof", async () => {
    const answers = [
      await change('wrong', 'another secret'),
      await ava.call(changePassword, { body: { new_password: 'another secret', proof: await proofOf(noor) } }),
    ];
    expect(answers.map((answer) => answer.problem.code)).toEqual(['step_up_needed', 'step_up_needed']);
  });

  test('cannot be changed by an anonymous caller or a dead token', async () => {
    const dead = client(world.app, newSecret('vtp'));
    const statuses = [];
    for (const who of [world.anonymous, dead])
      statuses.push(
        (await change(demoPassword, 'another secret', who)).status,
        (await who.call(endOtherSessions)).status,
        (await who.call(confirmEmail, { body: { token: 'x' } })).status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
  });
});
