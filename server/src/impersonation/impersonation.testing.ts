import { type Client, client } from '../../world/client.ts';
import type { World } from '../../world/world.ts';
import { newId, newSecret, sha256 } from '../platform/ids.ts';

/** An operator's session that impersonates Ava, with its grant. */
export async function impersonateAva(world: World, mode: 'view' | 'assist', reason: string): Promise<Client> {
  const token = newSecret('vtp');
  const now = world.clock.now();
  const { operator, ava: target } = world.people.users;
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const own = newId(now);
    const life = {
      created_at: now,
      last_seen_at: now,
      idle_seconds: 1800,
      expires_at: new Date(now.getTime() + 1_800_000),
      revoked_at: null,
    };
    const login = { id: own, user_id: operator, kind: 'login', mode: 'full', impersonator_id: null, parent_id: null };
    const looking = { id: newId(now), user_id: target, kind: 'impersonation', mode, impersonator_id: operator };
    await tx
      .insertInto('sessions')
      .values([
        { ...life, ...login, token_hash: sha256(newSecret('vtp')) },
        { ...life, ...looking, parent_id: own, token_hash: sha256(token) },
      ])
      .execute();
    await tx
      .insertInto('impersonation_grants')
      .values({
        code_hash: sha256(token),
        operator_id: operator,
        session_id: own,
        target_id: target,
        mode,
        reason,
        ticket: null,
        created_at: now,
        expires_at: now,
        used_at: now,
      })
      .execute();
  });
  return client(world.app, token);
}
