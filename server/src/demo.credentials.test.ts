import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '@vitrine/contract/passwords.ts';
import { readInvitation } from '@vitrine/contract/invitations.ts';
import { listOrders } from '@vitrine/contract/orders.ts';
import { client } from '../world/client.ts';
import { demoApiKey, demoInvitation, demoPassword } from '../world/people.ts';
import { openWorld, type World } from '../world/world.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { refuseDemoCredentials, removeDemoCredentials } from './demo.credentials.ts';
import { addInvitation } from './invitations/invitations.service.ts';
import { startServer } from './server.ts';

let world: World;
let dataDir: string;
beforeAll(async () => {
  // The server under test has the real time, and the demo’s invitation ends after a week.
  world = await openWorld({ at: new Date() });
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-production-'));
  const body = { by: 'link' as const, reusable: true, expires_in_days: 7, note: '', code: demoInvitation };
  await addInvitation(world.ctx, world.people.merchants.glow, body);
  await addDemoCreators(more);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** More than may wait for the hash of a password at once. */
const more = 60;

async function addDemoCreators(count: number): Promise<void> {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`with made as (
        insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
        select gen_random_uuid(), 'demo' || n, 'demo' || n, 'demo' || n, 'creator', 'demo' || n || '@creators.test', 'Demo ' || n, 'demo' || n, 100, ${world.clock.now()}
        from generate_series(1, ${count}::int) n returning id)
      insert into credentials (user_id, password_hash, changed_at)
      select made.id, c.password_hash, c.changed_at from made, credentials c join users u on u.id = c.user_id where u.email = 'ava@creators.test'`.execute(
      tx,
    ),
  );
}

/** Starts the product in production mode, on the database of this test. */
async function startProduction(): Promise<string> {
  const config = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: world.ctx.database.url,
    SECRET_KEY: world.ctx.config.secretKey,
    PUBLIC_URL: 'https://portal.example',
    DATA_DIR: dataDir,
    ROLES: 'api',
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  try {
    const running = await startServer(config);
    await running.stop();
    return 'started';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("production refuses the demo's credentials: to log in, to call and to register", async () => {
  const ctx = { ...world.ctx, metrics: new Registry(), config: { ...world.ctx.config, production: true } };
  const { fastify, close } = await createApp(ctx);
  const calls = client(fastify);
  const body = { email: 'operator@vitrine.test', password: demoPassword };
  expect((await calls.call(login, { body })).problem.code).toBe('wrong_credentials');
  expect((await client(fastify, demoApiKey).call(listOrders, { params: { merchant: 'glow-lab' } })).status).toBe(401);
  expect((await calls.call(readInvitation, { params: { code: demoInvitation } })).status).toBe(404);
  await close();
});

test('production does not start on a database with the demo in it, and says what it found and how to remove it', async () => {
  const message = await startProduction();
  for (const part of [
    'demo password of operator@vitrine.test',
    'demo password of demo60@creators.test',
    'demo API key vtk_demo',
    'demo Shopify secret',
    'demo invitation link',
    'npm run demo -- --remove',
  ])
    expect(message).toContain(part);
});

test('after their removal the credentials give no access, and production starts', async () => {
  const token = await world.token('ava@creators.test');
  expect(await removeDemoCredentials(world.ctx)).toHaveLength(12 + more);
  await expect(refuseDemoCredentials(world.ctx)).resolves.toBeUndefined();
  const body = { email: 'ava@creators.test', password: demoPassword };
  expect((await world.anonymous.call(login, { body })).status).toBe(401);
  expect(
    (await world.app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(401);
  expect(await removeDemoCredentials(world.ctx)).toEqual([]);
  expect(await startProduction()).toBe('started');
});
