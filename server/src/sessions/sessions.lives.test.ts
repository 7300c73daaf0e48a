import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login } from '@vitrine/contract/passwords.ts';
import { endOtherSessions, endSession, listSessions, logout, me } from '@vitrine/contract/sessions.ts';
import { client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { impersonateAva } from '../impersonation/impersonation.testing.ts';
import { newId } from '../platform/ids.ts';
import { createUser } from '../passwords/passwords.service.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const creator = 'ava@creators.test';
const brand = 'brand@glow.test';
const operator = 'operator@vitrine.test';
const start = new Date('2026-11-20T12:00:00Z');
let world: World;
let users = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.set(start));

const after = (ms: number) => world.clock.set(new Date(start.getTime() + ms));

/** A user with no sessions. */
async function newUser(): Promise<{ email: string; id: string }> {
  users += 1;
  const email = `user${users}@creators.test`;
  const id = await createUser(world.ctx, {
    email,
    password: demoPassword,
    role: 'creator',
    handle: `user${users}`,
    displayName: 'User',
  });
  return { email, id };
}

describe('an idle session', () => {
  test.each([
    { role: 'creator', email: creator, idle: 14 * day },
    { role: 'brand', email: brand, idle: 12 * hour },
    { role: 'operator', email: operator, idle: 30 * minute },
  ])('of a $role ends right after $idle ms', async ({ email, idle }) => {
    const [kept, late] = [await world.signIn(email), await world.signIn(email)];
    after(idle);
    expect((await kept.call(me)).status).toBe(200);
    after(idle + 1);
    expect((await late.call(me)).status).toBe(401);
    expect((await kept.call(me)).status).toBe(200);
  });

  test('is not listed anymore', async () => {
    const { email } = await newUser();
    await world.signIn(email);
    after(14 * day);
    expect(granted(await (await world.signIn(email)).call(listSessions))).toHaveLength(1);
  });
});

test.each([
  { role: 'creator', email: creator, life: 90 * day, step: 13 * day },
  { role: 'brand', email: brand, life: 7 * day, step: 11 * hour },
  { role: 'operator', email: operator, life: 8 * hour, step: 29 * minute },
])('a session of a $role that is used daily ends exactly $life ms after login', async ({ email, life, step }) => {
  const person = await world.signIn(email);
  for (let passed = step; passed < life; passed += step) {
    after(passed);
    expect((await person.call(me)).status).toBe(200);
  }
  after(life - 1);
  expect((await person.call(me)).status).toBe(200);
  after(life);
  expect((await person.call(me)).status).toBe(401);
});

test('the time of last use is exact to a minute', async () => {
  const { email } = await newUser();
  const person = await world.signIn(email);
  const seenAt = async () => granted(await person.call(listSessions))[0]?.last_seen_at;
  after(minute);
  await person.call(me);
  expect(await seenAt()).toBe(start.toISOString());
  after(minute + 1);
  await person.call(me);
  expect(await seenAt()).toBe(world.clock.now().toISOString());
});

describe('ending sessions', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1';

  test('at logout is in the audit log', async () => {
    const { email, id } = await newUser();
    const person = await world.signIn(email);
    const { audits } = await effectsOf(world, () => person.call(logout));
    expect(audits).toEqual([{ action: 'session.ended', actor: id, subject: id, details: {} }]);
  });

  test('of another device names it in the audit log and refreshes open tabs', async () => {
    const { email, id } = await newUser();
    const person = await world.signIn(email);
    after(second);
    granted(
      await world.anonymous.call(login, {
        body: { email, password: demoPassword },
        headers: { 'user-agent': phone },
      }),
    );
    const found = granted(await person.call(listSessions)).find((session) => session.system === 'iPhone');
    const params = { session_id: found?.id ?? '' };
    const { audits, events } = await effectsOf(world, () => person.call(endSession, { params }));
    expect(audits).toEqual([
      { action: 'session.revoked', actor: id, subject: id, details: { about: 'Safari, iPhone' } },
    ]);
    expect(events).toEqual([{ kind: 'user-update', to: id }]);
    expect((await person.call(endSession, { params })).problem).toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each(['not-an-id', newId(start)])('that do not exist is not found: %s', async (id) => {
    const person = await world.signIn(creator);
    const answer = await person.call(endSession, { params: { session_id: id } });
    expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('all at once counts the other logins, keeps the current one and is recorded', async () => {
    const { email, id } = await newUser();
    const others = [await world.token(email), await world.token(email)];
    const person = await world.signIn(email);
    const { answer, audits } = await effectsOf(world, () => person.call(endOtherSessions));
    expect(granted(answer)).toEqual({ ended: 2 });
    expect(audits).toEqual([{ action: 'session.others_revoked', actor: id, subject: id, details: {} }]);
    for (const token of others) expect((await client(world.app, token).call(me)).status).toBe(401);
    expect((await person.call(me)).status).toBe(200);
    expect(granted(await person.call(endOtherSessions))).toEqual({ ended: 0 });
  });

  test('all at once ends impersonation too, without counting it', async () => {
    const ava = await world.signIn(creator);
    await ava.call(endOtherSessions);
    const operated = await impersonateAva(world, 'assist', 'Helping with a link');
    expect((await operated.call(me)).status).toBe(200);
    expect(granted(await ava.call(endOtherSessions))).toEqual({ ended: 0 });
    expect((await operated.call(me)).status).toBe(401);
  });

  test("is for the owner: an impersonating operator can't", async () => {
    const operated = await impersonateAva(world, 'assist', 'Helping with a link');
    expect((await operated.call(endOtherSessions)).status).toBe(403);
    expect((await operated.call(endSession, { params: { session_id: newId(start) } })).status).toBe(403);
  });
});
