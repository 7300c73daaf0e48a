import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endOtherSessions, endSession, listSessions, me } from '@vitrine/contract/sessions.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { openWorld, type World } from '../../world/world.ts';
import { client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a session', () => {
  test('ends on the server at logout (§106)', async () => {
    const token = await world.token('ava@creators.test');
    const headers = { authorization: `Bearer ${token}` };
    const answersMe = async () => (await world.app.inject({ url: '/api/v1/me', headers })).statusCode;
    expect(await answersMe()).toBe(200);
    const answer = await world.app.inject({ method: 'POST', url: '/api/v1/logout', headers });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { signed_out: true } }]);
    expect(await answersMe()).toBe(401);
  });

  test("is refused with the specification's messages when missing, dead or invalid (S21)", async () => {
    const strange = [
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      'Bearer vtp_x',
      `Bearer vtp_${'a'.repeat(43)}`,
      'Bearer \u00e9',
      `Bearer ${'x'.repeat(9000)}`,
      'bearer null',
      'Bearer undefined',
    ];
    for (const authorization of strange) {
      const answer = await world.anonymous.call(me, { headers: { authorization } });
      expect(answer.status, authorization.slice(0, 40)).toBe(401);
      expect(answer.problem.message).toBe('AuthenticationException with message Unauthenticated.');
    }
  });

  test('cannot be replaced by an internal id or a cookie', async () => {
    const answer = await world.anonymous.call(me, {
      headers: {
        authorization: `Bearer ${world.people.users.ava}`,
        cookie: `token=${await world.token('ava@creators.test')}`,
      },
    });
    expect(answer.status).toBe(401);
  });

  test('ends after 14 idle days, and after 90 days in any case', async () => {
    const ava = await world.signIn('ava@creators.test');
    world.clock.advance(15 * 86_400_000);
    expect((await ava.call(me)).status).toBe(401);
    const other = await world.signIn('ava@creators.test');
    for (let day = 0; day < 9; day += 1) {
      world.clock.advance(10 * 86_400_000 - 1000);
      expect((await other.call(me)).status).toBe(200);
    }
    world.clock.advance(86_400_000);
    expect((await other.call(me)).status).toBe(401);
  });

  test('of a user whose user_status is not 100 shows who they are and nothing else (S05)', async () => {
    const max = await world.signIn('max@creators.test');
    expect((await max.call(me)).data.user_status).toBe(10);
  });

  test.each([
    [0, /registration is unfinished. Ask the brand/],
    [10, /registration is unfinished. Ask the brand/],
    [50, /is locked. Contact the operator/],
    [90, /is closed. If that’s a mistake/],
    [42, /can’t be used right now. Contact the operator/],
  ])('is refused for status %i with the reason, and only after the right password (S05)', async (status, reason) => {
    const setStatus = (user_status: number) =>
      world.ctx.database.as({ role: 'system' }, (tx) =>
        tx.updateTable('users').set({ user_status }).where('id', '=', world.people.users.max).execute(),
      );
    await setStatus(status);
    const max = await world.signIn('max@creators.test');
    const refused = await max.call(listSessions);
    expect([refused.status, refused.problem.code]).toEqual([403, 'forbidden']);
    expect(refused.problem.message).toMatch(reason);
    const guess = await world.anonymous.call(login, { body: { email: 'max@creators.test', password: 'not it' } });
    const stranger = await world.anonymous.call(login, {
      body: { email: 'nobody@creators.test', password: 'not it' },
    });
    expect({ ...guess.problem, request_id: '' }).toEqual({ ...stranger.problem, request_id: '' });
    await setStatus(10);
  });

  test('stores no token or password readable in the database', async () => {
    const token = await world.token('ava@creators.test');
    const found = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('sessions').select('token_hash').execute(),
    );
    expect(found.every((row) => row.token_hash.length === 32 && !row.token_hash.toString().includes(token))).toBe(true);
  });
});

describe('GET /me', () => {
  /** `data` of the body, which a client of the specification reads as `data.data`. */
  async function userOf(email: string) {
    const headers = { authorization: `Bearer ${await world.token(email)}` };
    const answer = await world.app.inject({ url: '/api/v1/me', headers });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    return answer.json().data;
  }

  test('answers the user in data (§107)', async () => {
    expect(await userOf('ava@creators.test')).toMatchObject({ email: 'ava@creators.test', role: 'creator' });
  });

  test('answers a profile of name, handle and picture, and one or more merchant accounts (§1)', async () => {
    const ava = await userOf('ava@creators.test');
    expect(ava).toMatchObject({
      display_name: 'Ava Lindqvist',
      user_handle: 'ava',
      avatar: expect.stringMatching(/^http.*\.webp$/),
    });
    const names = (user: { merchant_accounts: { merchant_display_name: string }[] }) =>
      user.merchant_accounts.map((account) => account.merchant_display_name);
    expect(names(ava)).toEqual(['Glow Lab', 'Maison Clair']);
    expect(names(await userOf('noor@creators.test'))).toEqual(['Northwind Outfitters']);
  });

  test('answers every field of a user (§58)', async () => {
    expect(await userOf('ava@creators.test')).toMatchObject({
      uid: expect.stringMatching(/^\S+$/),
      motom_user_id: expect.stringMatching(/^\S+$/),
      motom_user_unique_key: expect.stringMatching(/^\S+$/),
      display_name: 'Ava Lindqvist',
      user_handle: 'ava',
      avatar: expect.any(String),
      user_status: 100,
      merchant_accounts: expect.any(Array),
    });
  });

  test('answers every field of a merchant account (§59)', async () => {
    const { merchant_accounts: accounts } = await userOf('ava@creators.test');
    expect(accounts[0]).toMatchObject({
      id: world.people.accounts.avaGlow,
      merchant_display_name: 'Glow Lab',
      brand_logo: expect.stringMatching(/^http.*\/media\/demo\/logo-glow-lab\.webp$/),
    });
  });
});

describe('sessions (S27)', () => {
  test('are listed with device and network, with the current one marked, and can be ended one by one or all at once', async () => {
    const ava = await world.signIn('ava@creators.test');
    const noor = await world.signIn('noor@creators.test');
    const phone = await world.anonymous.call(login, {
      body: { email: 'ava@creators.test', password: demoPassword },
      headers: {
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1',
      },
    });
    const onPhone = client(world.app, phone.data.token);
    const { data: sessions } = await ava.call(listSessions);
    expect(sessions.filter((session) => session.current)).toHaveLength(1);
    const found = sessions.find((session) => session.system === 'iPhone');
    expect(found).toMatchObject({ browser: 'Safari', network: '127.0.0.x', current: false });
    expect(JSON.stringify(sessions)).not.toContain('127.0.0.1');
    const id = found?.id ?? '';
    expect((await noor.call(endSession, { params: { session_id: id } })).status).toBe(404);
    expect((await onPhone.call(me)).status).toBe(200);
    expect((await ava.call(endSession, { params: { session_id: id } })).status).toBe(200);
    expect((await onPhone.call(me)).status).toBe(401);
    await world.signIn('ava@creators.test');
    expect((await ava.call(endOtherSessions)).data.ended).toBeGreaterThanOrEqual(1);
    expect(await ava.call(listSessions)).toMatchObject({ data: [{ current: true }] });
  });
});
