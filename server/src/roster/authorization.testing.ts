import { randomUUID } from 'node:crypto';
import { addCreatorNote, endCreator, pauseCreator, tagCreator } from '@vitrine/contract/roster.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { objectTo } from '../suspensions/authorization.testing.ts';
import { createUser } from '../passwords/passwords.service.ts';

/** Another creator of a brand. */
async function spareCreator(world: World, merchant: string): Promise<string> {
  const name = `spare_${randomUUID().slice(0, 8)}`;
  const creatorId = await createUser(world.ctx, {
    email: `${name}@creators.test`,
    password: demoPassword,
    role: 'creator',
    handle: name,
    displayName: 'A Spare Creator',
  });
  return openMerchantAccount(world.ctx, merchant, creatorId);
}

/** Creators whom somebody of the staff changes in the access matrix. Without the right to, an owner writes the note. */
export async function rosterIds(
  world: World,
  client: Client,
  owner: Client,
  merchant: string,
): Promise<Record<string, string>> {
  const reason = 'A call of the access matrix';
  const [pausable, paused, endable, ending, objecting] = [
    await spareCreator(world, merchant),
    await spareCreator(world, merchant),
    await spareCreator(world, merchant),
    await spareCreator(world, merchant),
    await spareCreator(world, merchant),
  ];
  const place = (account: string) => ({ merchant, merchant_account_id: account });
  for (const account of [paused, objecting])
    granted(await owner.call(pauseCreator, { params: place(account), body: { category: 'other', reason } }));
  await objectTo(world, { account: objecting });
  granted(await owner.call(endCreator, { params: place(ending), body: { reason } }));
  granted(await owner.call(tagCreator, { params: place(paused), body: { tag: 'spare' } }));
  const note = { params: place(paused), body: { body: 'A note' } };
  const own = await client.call(addCreatorNote, note);
  const { id } = own.status < 300 ? own.data : granted(await owner.call(addCreatorNote, note));
  return {
    'pauseCreator.merchant_account_id': pausable,
    'resumeCreator.merchant_account_id': paused,
    'upholdPause.merchant_account_id': objecting,
    'endCreator.merchant_account_id': endable,
    'keepCreator.merchant_account_id': ending,
    'untagCreator.merchant_account_id': paused,
    tag: 'spare',
    'deleteCreatorNote.merchant_account_id': paused,
    note_id: id,
  };
}

export function rosterBodies(ids: Record<string, string>): Record<string, unknown> {
  const reason = 'A call of the access matrix';
  return {
    pauseCreator: { category: 'other', reason },
    endCreator: { reason },
    moveCreators: { group_id: null, merchant_account_ids: [ids['merchant_account_id']] },
    tagCreator: { tag: randomUUID() },
    tagCreators: { tag: randomUUID(), change: 'add', merchant_account_ids: [ids['merchant_account_id']] },
    addCreatorNote: { body: 'A note' },
  };
}
