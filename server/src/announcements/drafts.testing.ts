import { createAnnouncementDraft, type DraftFields } from '@vitrine/contract/announcements.drafts.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';
import { recordMoves } from '../groups/groups.moves.ts';
import { newId } from '../platform/ids.ts';

export function draftFields(fields: Partial<DraftFields> = {}): DraftFields {
  return {
    title: 'News',
    body: 'Something **new**',
    picture: null,
    picture_alt: '',
    product_ids: [],
    audience: { kind: 'all' },
    pinned: false,
    ...fields,
  };
}

export async function startDraft(staff: Client, merchant: string, fields: Partial<DraftFields> = {}) {
  return granted(await staff.call(createAnnouncementDraft, { params: { merchant }, body: draftFields(fields) }));
}

/** A draft for each call of the access matrix that ends it or needs its first revision. */
export async function draftsForCalls(staff: Client, merchant: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name of ['save', 'publish', 'schedule', 'delete'])
    ids[`${name}AnnouncementDraft.draft_id`] = (await startDraft(staff, merchant)).id;
  return ids;
}

/** A group of a brand with some of its accounts, from now on. */
export async function addGroup(
  world: World,
  merchantId: string,
  name: string,
  accounts: readonly string[],
): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.insertInto('creator_groups').values({ merchant_id: merchantId, id, name, created_at: now }).execute();
    await recordMoves(world.ctx, tx, merchantId, accounts, { groupId: id, effectiveAt: now, by: null });
  });
  return id;
}
