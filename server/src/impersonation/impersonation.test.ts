import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loginAs, openLoginAsGrant } from '@vitrine/contract/impersonation.ts';
import { logout, me } from '@vitrine/contract/sessions.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { addPlacement, listPlacements } from '@vitrine/contract/storefront.ts';
import { type Client, client } from '../../world/client.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';

// The sixteen misuses of reliability R55, each in its own test, next to the correct use.

let world: World;
let token: string;
let operator: Client;
let uids: Record<'ava' | 'noor' | 'max' | 'glowStaff' | 'operator', string>;

const reason = 'Ava asked us why a commission is missing';

async function uidOf(userId: string): Promise<string> {
  const row = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('uid').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return row.uid;
}

async function setUser(userId: string, change: { role?: string; user_status?: number }): Promise<void> {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('users').set(change).where('id', '=', userId).execute(),
  );
}

async function audited(action: string) {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('audit_entries').selectAll().where('action', '=', action).orderBy('seq').execute(),
  );
}

async function countImpersonations(): Promise<number> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('sessions').select('id').where('kind', '=', 'impersonation').execute(),
  );
  return rows.length;
}

const grantFor = async (uid: string, mode: 'view' | 'assist' = 'view', by = operator) => {
  const answer = await by.call(openLoginAsGrant, { params: { uid }, body: { mode, reason } });
  expect(answer.status, JSON.stringify(answer.problem)).toBe(201);
  return answer.data.code;
};

const redeem = (by: Client, uid: string, code: string) => by.call(loginAs, { params: { uid }, body: { code } });

async function impersonate(uid: string, mode: 'view' | 'assist' = 'view'): Promise<Client> {
  const answer = await redeem(operator, uid, await grantFor(uid, mode));
  expect(answer.status).toBe(200);
  return client(world.app, answer.data.token);
}

/** The generic answer to everything invalid, without the fields that differ in each request. */
async function expectRefused(by: Client, uid: string, code: string): Promise<void> {
  const sessions = await countImpersonations();
  const answer = await redeem(by, uid, code);
  const nothing = await world.anonymous.call(loginAs, { params: { uid: 'nobody-at-all' } });
  const plain = ({ problem }: typeof answer) => ({ ...problem, request_id: '', instance: '' });
  expect(answer.status).toBe(403);
  expect(plain(answer)).toEqual(plain(nothing));
  expect(await countImpersonations()).toBe(sessions);
}

beforeAll(async () => {
  world = await openWorld();
  const { users } = world.people;
  uids = {
    ava: await uidOf(users.ava),
    noor: await uidOf(users.noor),
    max: await uidOf(users.max),
    glowStaff: await uidOf(users.glowStaff),
    operator: await uidOf(users.operator),
  };
});
beforeEach(async () => {
  token = await world.token('operator@vitrine.test');
  operator = client(world.app, token);
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a grant', () => {
  test('opens the portal as its creator sees it, says so, and is recorded with both names (S22)', async () => {
    const answer = await redeem(operator, uids.ava, await grantFor(uids.ava));
    expect(answer.data.ends_at).toBe(new Date(world.clock.now().getTime() + 1_800_000).toISOString());
    const impersonated = client(world.app, answer.data.token);
    const seen = await impersonated.call(me);
    expect(seen.data).toMatchObject({
      user_handle: 'ava',
      impersonation: { operator: 'Vitrine Operator', mode: 'view', ends_at: answer.data.ends_at },
    });
    const { users } = world.people;
    const started = (await audited('impersonation.started')).at(-1);
    expect(started).toMatchObject({
      actor_id: users.operator,
      subject_kind: 'user',
      subject_id: users.ava,
      details: expect.objectContaining({ mode: 'view', reason }),
    });
    await impersonated.call(logout);
    expect((await audited('impersonation.ended')).at(-1)).toMatchObject({
      actor_id: users.ava,
      impersonator_id: users.operator,
      subject_id: users.ava,
    });
  });

  test('needs a meaningful reason (S22)', async () => {
    const answer = await operator.call(openLoginAsGrant, {
      params: { uid: uids.ava },
      body: { mode: 'view', reason: 'because' },
    });
    expect([answer.status, answer.problem.errors]).toEqual([422, { reason: ['must have at least 10 characters'] }]);
  });

  test('is redeemed once, however many requests come at once (S22)', async () => {
    const code = await grantFor(uids.ava);
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(operator, uids.ava, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
  });
});

describe('an impersonated session is not opened by (S22)', () => {
  test('1: a GET', async () => {
    const before = await countImpersonations();
    const answer = await world.app.inject({
      method: 'GET',
      url: `/api/v1/login-as/${uids.ava}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.statusCode, await countImpersonations()]).toEqual([404, before]);
  });

  test('2: a missing grant, for any caller and any body', async () => {
    await expectRefused(operator, uids.ava, '');
    await expectRefused(operator, uids.ava, 'vti_made-up');
    await expectRefused(world.anonymous, uids.ava, 'vti_made-up');
    await expectRefused(operator, 'nobody-at-all', 'vti_made-up');
    for (const body of [undefined, { code: 7 }, { other: 'thing' }, [], null]) {
      const answer = await world.app.inject({
        method: 'POST',
        url: `/api/v1/login-as/${uids.ava}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      expect(answer.statusCode).toBe(403);
    }
  });

  test('3: a used grant', async () => {
    const code = await grantFor(uids.ava);
    expect((await redeem(operator, uids.ava, code)).status).toBe(200);
    await expectRefused(operator, uids.ava, code);
  });

  test('4: a grant after its minute', async () => {
    const code = await grantFor(uids.ava);
    world.clock.advance(60_001);
    await expectRefused(operator, uids.ava, code);
    expect((await redeem(operator, uids.ava, await grantFor(uids.ava))).status).toBe(200);
  });

  test('5: the grant of another operator, or of another session of the same one', async () => {
    await createUser(world.ctx, {
      email: 'second@vitrine.test',
      password: 'vitrine-demo',
      role: 'operator',
      displayName: 'Second Operator',
    });
    const code = await grantFor(uids.ava);
    await expectRefused(await world.signIn('second@vitrine.test'), uids.ava, code);
    await expectRefused(await world.signIn('operator@vitrine.test'), uids.ava, code);
    expect((await redeem(operator, uids.ava, code)).status).toBe(200);
  });

  test('6: a grant for another user', async () => {
    const code = await grantFor(uids.ava);
    await expectRefused(operator, uids.noor, code);
    expect((await redeem(operator, uids.ava, code)).status).toBe(200);
  });

  test('7: a creator, a brand or a shop that has the code', async () => {
    const code = await grantFor(uids.ava);
    for (const email of ['ava@creators.test', 'noor@creators.test', 'brand@glow.test'])
      await expectRefused(await world.signIn(email), uids.ava, code);
    await expectRefused(world.shop('vtk_demo_glow_lab'), uids.ava, code);
    expect((await audited('impersonation.refused')).length).toBeGreaterThan(0);
  });

  test('8: an impersonated session', async () => {
    const code = await grantFor(uids.noor);
    for (const mode of ['view', 'assist'] as const) {
      const impersonated = await impersonate(uids.ava, mode);
      expect((await redeem(impersonated, uids.noor, code)).status).toBe(403);
      const answer = await impersonated.call(openLoginAsGrant, {
        params: { uid: uids.noor },
        body: { mode: 'view', reason },
      });
      expect(answer.status).toBe(403);
    }
  });

  test('9: a grant for oneself', async () => {
    const answer = await operator.call(openLoginAsGrant, {
      params: { uid: uids.operator },
      body: { mode: 'view', reason },
    });
    expect([answer.status, answer.problem.code]).toEqual([403, 'forbidden']);
  });

  test('10: a grant for an equal or higher role: brand staff or an operator', async () => {
    const answer = await operator.call(openLoginAsGrant, {
      params: { uid: uids.glowStaff },
      body: { mode: 'assist', reason },
    });
    expect([answer.status, answer.problem.code]).toEqual([403, 'forbidden']);
  });

  test('11: a grant for an inactive user, also if they were active when it was opened', async () => {
    const answer = await operator.call(openLoginAsGrant, {
      params: { uid: uids.max },
      body: { mode: 'view', reason },
    });
    expect(answer.status).toBe(403);
    const code = await grantFor(uids.noor);
    await setUser(world.people.users.noor, { user_status: 50 });
    await expectRefused(operator, uids.noor, code);
    await setUser(world.people.users.noor, { user_status: 100 });
  });
});

describe('an impersonated session', () => {
  const place = () => ({ params: { merchant_account_id: world.people.accounts.avaGlow } });

  test('12: with view only can read but write nothing (S22)', async () => {
    const impersonated = await impersonate(uids.ava, 'view');
    expect((await impersonated.call(listPlacements, place())).status).toBe(200);
    const answer = await impersonated.call(addPlacement, { ...place(), body: { product_id: 'any' } });
    expect([answer.status, answer.problem.code]).toEqual([403, 'view_only']);
  });

  test('13: with assist can do what is open to it, and nothing with money, credentials or addresses (S22)', async () => {
    const impersonated = await impersonate(uids.ava, 'assist');
    const product = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('products')
        .select('id')
        .where('merchant_id', '=', world.people.merchants.glow)
        .executeTakeFirstOrThrow(),
    );
    expect(
      (await impersonated.call(addPlacement, { ...place(), body: { product_id: product.id } })).status,
    ).toBeLessThan(300);
    const closed = [...endpoints.values()].filter(
      (entry) => entry.access.includes('creator') && entry.method !== 'GET' && !entry.allowedInAssistMode,
    );
    for (const entry of closed) {
      const names = [...entry.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
      const answer = await impersonated.call(entry, { params: Object.fromEntries(names.map((name) => [name, 'any'])) });
      expect([answer.status, answer.problem.code], entry.path).toEqual([403, 'owner_only']);
    }
  });

  test("cannot download the creator's files (S22)", async () => {
    const files = [...endpoints.values()].filter((entry) => entry.access.includes('creator') && entry.gives);
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter(({ ownerOnly }) => !ownerOnly).map(({ path }) => path)).toEqual([]);
  });

  test("14: ends after thirty minutes, or earlier with its operator's own session (S22)", async () => {
    const impersonated = await impersonate(uids.ava);
    world.clock.advance(29 * 60_000);
    expect((await impersonated.call(me)).status).toBe(200);
    world.clock.advance(61_000);
    expect((await impersonated.call(me)).status).toBe(401);
    operator = await world.signIn('operator@vitrine.test');
    const another = await impersonate(uids.ava);
    await operator.call(logout);
    expect((await another.call(me)).status).toBe(401);
  });

  test('15: ends when the operator leaves it or is logged in as themself again (S04, S22)', async () => {
    const left = await impersonate(uids.ava);
    await left.call(logout);
    expect((await left.call(me)).status).toBe(401);
    expect((await operator.call(me)).data.role).toBe('operator');
    const forgotten = await impersonate(uids.ava);
    await operator.call(me);
    expect((await forgotten.call(me)).status).toBe(401);
  });

  test('16: ends when the operator loses the role or the user is suspended (S22)', async () => {
    const { users } = world.people;
    for (const [userId, change, back] of [
      [users.operator, { role: 'brand' }, { role: 'operator' }],
      [users.operator, { user_status: 50 }, { user_status: 100 }],
      [users.ava, { user_status: 50 }, { user_status: 100 }],
    ] as const) {
      const impersonated = await impersonate(uids.ava);
      await setUser(userId, change);
      expect((await impersonated.call(me)).status).toBe(401);
      await setUser(userId, back);
    }
  });
});

test('every request of an impersonated session is logged at the default level', async () => {
  const ava = uids.ava;
  const grant = await redeem(operator, ava, await grantFor(ava));
  const lines: string[] = [];
  const log = createLog(readConfig({ SECRET_KEY: 'x'.repeat(32) }).logLevel, {
    write: (line) => void lines.push(line),
  });
  const { fastify, close } = await createApp({ ...world.ctx, metrics: new Registry(), log });
  await client(fastify, grant.data.token).call(me);
  await client(fastify, await world.token('ava@creators.test')).call(me);
  await close();
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      operator: world.people.users.operator,
      user: world.people.users.ava,
      mode: 'view',
      method: 'GET',
      path: '/api/v1/me',
      status: 200,
    }),
  ]);
});
