import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, resetPassword } from '@vitrine/contract/passwords.ts';
import { demoPassword } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeResetLink } from '../passwords/reset.links.ts';
import { deviceKeyOf } from './known.devices.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const email = 'ava@creators.test';
const attempt = (password: string, key: string) =>
  world.anonymous.call(login, { body: { email, password }, headers: { cookie: `vt_device=${key}` } });
const keyOf = (browser: number) => String(browser).padStart(43, 'k');

test('the 20 latest browsers of a user are known; an older one counts as a stranger again', async () => {
  for (let browser = 0; browser < 21; browser += 1) {
    world.clock.advance(1_000);
    expect((await attempt(demoPassword, keyOf(browser))).status).toBe(200);
  }
  const stranger = 'x'.repeat(43);
  for (let guess = 0; guess < 15; guess += 1) await attempt('wrong', stranger);
  const statuses = [];
  for (const browser of [0, 1, 20]) statuses.push((await attempt(demoPassword, keyOf(browser))).status);
  expect(statuses).toEqual([429, 200, 200]);
});

test('the browser that reset the password logs in, however many wrong passwords strangers type', async () => {
  const { id } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  );
  const url = await world.ctx.database.as({ role: 'system' }, (tx) => makeResetLink(world.ctx, tx, id, 3_600_000));
  const token = /#(vtr_[\w-]{43})/.exec(JSON.stringify(url))?.[1] ?? '';
  const password = 'three quiet windows';
  const own = keyOf(99);
  const answer = await world.anonymous.call(resetPassword, {
    body: { token, password },
    headers: { cookie: `vt_device=${own}` },
  });
  expect(answer.status).toBe(202);
  for (let guess = 0; guess < 30; guess += 1) await attempt('wrong', 'y'.repeat(43));
  expect((await attempt(password, 'y'.repeat(43))).status).toBe(429);
  expect((await attempt(password, own)).status).toBe(200);
});

describe('the cookie of a browser', () => {
  const fresh = /^vt_device=[\w-]{43}; Path=\/api\/v1; Max-Age=31536000; HttpOnly; SameSite=Strict$/;
  const sent = keyOf(1);

  test('is for the API only, a year long, and closed to scripts and other sites', () => {
    expect(deviceKeyOf(undefined, false).cookie).toMatch(fresh);
    expect(deviceKeyOf(undefined, true).cookie).toMatch(/; SameSite=Strict; Secure$/);
  });

  test.each([`vt_device=${sent}`, `a=b; vt_device=${sent}`, `vt_device=${sent}; a=b`])(
    'keeps its key and is renewed: %s',
    (cookies) => {
      const { key, cookie } = deviceKeyOf(cookies, false);
      expect([key, cookie.split(';')[0]]).toEqual([sent, `vt_device=${sent}`]);
    },
  );

  test.each([
    'vt_device=',
    `vt_device=${sent}k`,
    `vt_device=${sent.slice(1)}`,
    `xvt_device=${sent}`,
    `vt_device=${'é'.repeat(43)}`,
  ])('that is not valid is replaced: %s', (cookies) => {
    const [one, other] = [deviceKeyOf(cookies, false), deviceKeyOf(cookies, false)];
    expect(one.cookie).toMatch(fresh);
    expect(one.key).not.toBe(sent);
    expect(one.key).not.toBe(other.key);
  });
});
