import { afterAll, beforeAll, expect, test } from 'vitest';
import { isForSecuredOperators } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { listUsers } from '@vitrine/contract/operators.ts';
import { changePassword } from '@vitrine/contract/passwords.ts';
import { listSessions, me } from '@vitrine/contract/sessions.ts';
import { readTwoFactor } from '@vitrine/contract/two-factor.ts';
import { loginAs, openLoginAsGrant } from '@vitrine/contract/impersonation.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { readConfig } from '../config.ts';
import { deleteSecondFactors } from './two-factor.queries.ts';
import { fullProof, stepUpProof, turnOn } from './two-factor.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.ctx.config.operatorsNeedSecondFactor = true;
});
afterAll(() => world[Symbol.asyncDispose]());

test('it is required in production, and nowhere else', () => {
  const settings = { DATABASE_URL: 'postgres://x', SECRET_KEY: 'x'.repeat(32), PUBLIC_URL: 'https://portal.example' };
  expect(readConfig({ ...settings, NODE_ENV: 'production' }).operatorsNeedSecondFactor).toBe(true);
  expect(readConfig(settings).operatorsNeedSecondFactor).toBe(false);
});

test('an operator without a second factor reaches their own account, and no other call', async () => {
  const operator = await world.signIn('operator@vitrine.test');
  const refused: string[] = [];
  for (const [name, endpoint] of endpoints) {
    if (!endpoint.access.includes('operator') || name === 'streamEvents' || name === 'logout') continue;
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, 'x']));
    const { problem } = await operator.call(endpoint, { params });
    if (problem.code === 'two_factor_required') refused.push(name);
  }
  const expected = [...endpoints].filter(([, endpoint]) => isForSecuredOperators(endpoint)).map(([name]) => name);
  expect(refused).toEqual(expected);
  expect(refused).toEqual(
    expect.arrayContaining(['listUsers', 'openLoginAsGrant', 'removeTwoFactor', 'changeInstallation']),
  );
  expect(granted(await operator.call(readTwoFactor)).is_missing).toBe(true);
  const again = await world.signIn('operator@vitrine.test');
  granted(await again.call(listSessions));
  granted(
    await again.call(changePassword, { body: { new_password: 'nine tall lamps', proof: await stepUpProof(again) } }),
  );
  const proof = await stepUpProof(again, 'nine tall lamps');
  granted(await again.call(changePassword, { body: { new_password: demoPassword, proof } }));
});

test('the refusal says what to do', async () => {
  const operator = await world.signIn('operator@vitrine.test');
  const { status, problem } = await operator.call(listUsers);
  expect([status, problem.message]).toEqual([
    403,
    'Operators need two-factor login. Turn it on in your account, and then continue with what you wanted to do.',
  ]);
});

test('creators and brand staff need none', async () => {
  for (const email of ['ava@creators.test', 'brand@glow.test']) {
    const own = await world.signIn(email);
    expect(granted(await own.call(readTwoFactor)).is_missing).toBe(false);
    expect((await own.call(me)).status).toBe(200);
  }
});

test('once it is on, the same session reaches everything; once it is off again, it doesn’t', async () => {
  const operator = await world.signIn('operator@vitrine.test');
  const ava = granted(await (await world.signIn('ava@creators.test')).call(me));
  const { secret } = await turnOn(world, operator);
  granted(await operator.call(listUsers));
  const proof = await fullProof(world, operator, secret);
  const grant = { mode: 'view', reason: 'A question about her account', proof } as const;
  const { code } = granted(await operator.call(openLoginAsGrant, { params: { uid: ava.uid }, body: grant }));
  await world.ctx.database.as({ role: 'system' }, (tx) => deleteSecondFactors(tx, world.people.users.operator));
  expect(granted(await operator.call(readTwoFactor)).is_missing).toBe(true);
  expect((await operator.call(listUsers)).problem.code).toBe('two_factor_required');
  // A grant from before doesn't go around it.
  const acting = await operator.call(loginAs, { params: { uid: ava.uid }, body: { code } });
  expect(acting.status).toBe(403);
});
