import { randomUUID } from 'node:crypto';
import { createGroup } from '@vitrine/contract/groups.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';
import { newId, sha256 } from '../platform/ids.ts';

/** Opens a brand's application page. */
async function openApplicationPage(world: World, merchantId: string): Promise<void> {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('application_pages')
      .values({ merchant_id: merchantId, is_open: true, picture: null, group_id: null, updated_at: world.clock.now() })
      .onConflict((same) => same.column('merchant_id').doUpdateSet({ is_open: true }))
      .execute(),
  );
}

/** An application that waits, and the code in its emails. */
export async function waitingApplication(world: World, merchantId: string): Promise<{ id: string; code: string }> {
  const now = world.clock.now();
  const id = newId(now);
  const code = `vta_${randomUUID()}`;
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('applications')
      .values({
        merchant_id: merchantId,
        id,
        code_hash: sha256(code),
        creator_id: null,
        email: `${randomUUID()}@apply.test`,
        name: 'An Applicant',
        answers: '[]',
        locale: 'en',
        state: 'waiting',
        terms_version: null,
        created_at: now,
        confirmed_at: now,
        decided_at: null,
        decided_by: null,
        decided_rule: null,
        reason: null,
        invitation_id: null,
      })
      .execute(),
  );
  return { id, code };
}

/** A group, an application, and where a creator of the brand can apply: where they don't work yet. */
export async function idsOfApplications(
  world: World,
  merchantId: string,
  owner: Client,
): Promise<Record<string, string>> {
  const group = await owner.call(createGroup, { params: { merchant: merchantId }, body: { name: 'Kept' } });
  await openApplicationPage(world, merchantId);
  const { id, code } = await waitingApplication(world, merchantId);
  const { glow, northwind } = world.people.merchants;
  return {
    group_id: granted(group).id,
    application_id: id,
    'readOwnApplication.code': code,
    'confirmApplication.code': code,
    'withdrawApplication.code': code,
    'applyAsCreator.merchant': merchantId === glow ? northwind : glow,
  };
}
