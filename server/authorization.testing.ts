import { createMerchant } from './src/merchants/merchants.service.ts';
import { createUser } from './src/passwords/passwords.service.ts';
import { newId, newSecret, sha256 } from './src/platform/ids.ts';
import { type Client, client } from './world/client.ts';
import type { World } from './world/world.ts';

/** A session of a kind that no call creates, and its client. */
export async function sessionOf(
  world: World,
  userId: string,
  change: { revoked?: boolean; expired?: boolean; impersonation?: 'view' | 'assist'; parentId?: string },
): Promise<Client> {
  const token = newSecret('vtp');
  const now = world.clock.now();
  const { impersonation } = change;
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('sessions')
      .values({
        id: newId(now),
        token_hash: sha256(token),
        user_id: userId,
        kind: impersonation ? 'impersonation' : 'login',
        mode: impersonation ?? 'full',
        impersonator_id: impersonation ? world.people.users.operator : null,
        parent_id: change.parentId ?? null,
        created_at: now,
        last_seen_at: now,
        idle_seconds: 3600,
        expires_at: new Date(now.getTime() + (change.expired ? -1 : 1_800_000)),
        revoked_at: change.revoked ? now : null,
      })
      .execute(),
  );
  return client(world.app, token);
}

/** An operator who impersonates Ava, with a session of their own. */
export async function operatorAsAva(world: World, mode: 'view' | 'assist'): Promise<Client> {
  await world.token('operator@vitrine.test');
  const parent = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', world.people.users.operator)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  return sessionOf(world, world.people.users.ava, { impersonation: mode, parentId: parent.id });
}

/** What only operators can access: a user and a brand that are none of the callers’, a failed email, a failed task. */
export async function idsOfOperator(world: World): Promise<Record<string, string>> {
  const userId = await createUser(world.ctx, {
    email: 'somebody@creators.test',
    password: 'vitrine-demo',
    role: 'creator',
    handle: 'somebody',
    displayName: 'Somebody Else',
  });
  const brand = { displayName: 'Somebody’s Brand', currency: 'USD', shopUrl: 'https://somebody.example' };
  const merchantId = await createMerchant(world.ctx, brand);
  const mailId = newId(world.clock.now());
  const { pool } = world.ctx.database;
  await pool.query(`select graphile_worker.add_job('deliver_mails')`);
  const { rows: jobs } = await pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set last_error = 'it failed' returning id::text`,
  );
  const { rows: nodes } = await pool.query<{ run_id: string }>(
    `insert into nodes (run_id, name, roles, version, host, process_id, stopped_at)
     values (gen_random_uuid(), 'node-9', '{redirect}', '1.0.0', 'host-9', 9, now()) returning run_id`,
  );
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx
      .insertInto('mails')
      .values({
        id: mailId,
        recipient: 'somebody@creators.test',
        kind: 'invitation',
        subject: 'A mail',
        text: 'A mail with a link: https://portal.example/start-invite#hidden-until-sent-1',
        html: '<p>A mail</p>',
        sealed: world.ctx.sealer.seal(JSON.stringify(['a-code'])),
        secrets_expire_at: new Date(world.clock.now().getTime() + 86_400_000),
        created_at: world.clock.now(),
        failed_at: world.clock.now(),
      })
      .execute();
    const { uid } = await tx.selectFrom('users').select('uid').where('id', '=', userId).executeTakeFirstOrThrow();
    return {
      uid,
      merchant_id: merchantId,
      mail_id: mailId,
      job_id: jobs[0]?.id ?? '',
      node_id: nodes[0]?.run_id ?? '',
    };
  });
}
