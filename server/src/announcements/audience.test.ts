import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getAnnouncement,
  getAnnouncementList,
  getPublishedAnnouncement,
  listAnnouncementReaders,
  readAnnouncements,
} from '@vitrine/contract/announcements.ts';
import {
  createAnnouncementDraft,
  listAnnouncementAudiences,
  publishAnnouncementDraft,
} from '@vitrine/contract/announcements.drafts.ts';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import { tagCreator, untagCreator } from '@vitrine/contract/roster.ts';
import { addPlacement, searchProducts } from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { recordMoves } from '../groups/groups.moves.ts';
import { mailAnnouncements } from './announcements.jobs.ts';
import { exportAnnouncements } from './announcements.data-export.ts';
import { completeAnnouncements } from './announcements.live.ts';
import { addGroup, draftFields, startDraft } from './drafts.testing.ts';

let world: World;
let ava: Client;
let noor: Client;
let glow: Client;
let group: string;
let noorAccount: string;
const merchant = 'glow-lab';
const vip = async (title: string) => {
  world.clock.advance(1_000);
  const draft = await startDraft(glow, merchant, { title, audience: { kind: 'groups', group_ids: [group] } });
  return granted(
    await glow.call(publishAnnouncementDraft, {
      params: { merchant, draft_id: draft.id },
      body: { revision: draft.revision },
    }),
  );
};
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
  glow = await world.signIn('brand@glow.test');
  const { merchants, users, accounts } = world.people;
  await openMerchantAccount(world.ctx, merchants.glow, users.noor);
  const found = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_accounts')
      .select('id')
      .where('merchant_id', '=', merchants.glow)
      .where('creator_id', '=', users.noor)
      .executeTakeFirstOrThrow(),
  );
  noorAccount = found.id;
  group = await addGroup(world, merchants.glow, 'VIP', [accounts.avaGlow]);
});
afterAll(() => world[Symbol.asyncDispose]());

const unread = async (creator: Client) =>
  granted(await creator.call(getMerchantList)).reduce((sum, entry) => sum + entry.unread_announcement_count, 0);
const titles = async (creator: Client) => granted(await creator.call(getAnnouncementList)).map(({ title }) => title);

describe('an announcement to a group', () => {
  it('is for its creators only: in lists, counts, by id, when read, and in the export', async () => {
    const before = { ava: await unread(ava), noor: await unread(noor) };
    const { id, readers } = await vip('For VIPs');
    expect(readers).toBe(1);
    expect(await titles(ava)).toContain('For VIPs');
    expect(await titles(noor)).not.toContain('For VIPs');
    expect((await noor.call(getAnnouncementList)).meta.total).toBe(0);
    expect([await unread(ava), await unread(noor)]).toEqual([before.ava + 1, before.noor]);
    const params = { announcement_id: id };
    expect(granted(await ava.call(getAnnouncement, { params })).title).toBe('For VIPs');
    expect((await noor.call(getAnnouncement, { params })).status).toBe(404);
    granted(await noor.call(readAnnouncements, { body: { announcement_ids: [id] } }));
    granted(await noor.call(readAnnouncements, { body: { all: true } }));
    const { rows } = await world.ctx.database.as({ role: 'system' }, (tx) =>
      sql`select from announcement_reads where announcement_id = ${id}::uuid`.execute(tx),
    );
    expect(rows).toEqual([]);
    const exported = async (userId: string) =>
      JSON.stringify(
        await world.ctx.database.as({ role: 'app', creatorId: userId }, (tx) =>
          exportAnnouncements(world.ctx, tx, { userId, accountIds: [] } as never),
        ),
      );
    expect(await exported(world.people.users.ava)).toContain('For VIPs');
    expect(await exported(world.people.users.noor)).not.toContain('For VIPs');
  });

  it('sends its live event to nobody else', async () => {
    const { id } = await vip('Live for VIPs');
    const event = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('events')
        .select(['seq', 'kind', 'payload'])
        .where('audience_creators', '=', world.people.merchants.glow)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    );
    expect(event.payload).toEqual({ announcement_id: id });
    const stored = {
      ...event,
      audience: `creators ${world.people.merchants.glow}` as const,
      payload: { announcement_id: id },
    };
    const addition = await world.ctx.database.as({ role: 'system' }, (tx) =>
      completeAnnouncements.read(world.ctx, tx, [stored]),
    );
    const seenBy = (userId: string) => addition(stored, { userId } as never);
    expect([seenBy(world.people.users.ava), seenBy(world.people.users.noor)]).toEqual([undefined, 'hidden']);
  });

  it('is emailed and put on the bell for its creators only, once', async () => {
    await mailAnnouncements(world.ctx);
    const { id } = await vip('Mailed to VIPs');
    await mailAnnouncements(world.ctx);
    await mailAnnouncements(world.ctx);
    const found = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
      mails: await tx
        .selectFrom('mails')
        .select('recipient')
        .where('subject', '=', 'Glow Lab: Mailed to VIPs')
        .execute(),
      bells: await tx
        .selectFrom('notifications')
        .select(['user_id', 'kind'])
        .where(sql<boolean>`payload ->> 'announcement_id' = ${id}`)
        .execute(),
    }));
    expect(found.mails).toEqual([{ recipient: 'ava@creators.test' }]);
    expect(found.bells).toEqual([{ user_id: world.people.users.ava, kind: 'announcement' }]);
  });

  it('stays with those who were in the group when it was published', async () => {
    const { merchants } = world.people;
    const { id } = await vip('Before Noor');
    world.clock.advance(1_000);
    const move = (accounts: readonly string[], groupId: string | null) =>
      world.ctx.database.as({ role: 'system' }, (tx) =>
        recordMoves(world.ctx, tx, merchants.glow, accounts, { groupId, effectiveAt: world.clock.now(), by: null }),
      );
    await move([noorAccount], group);
    await move([world.people.accounts.avaGlow], null);
    expect(await titles(noor)).not.toContain('Before Noor');
    expect(await titles(ava)).toContain('Before Noor');
    await vip('After Noor');
    expect(await titles(noor)).toContain('After Noor');
    expect(await titles(ava)).not.toContain('After Noor');
    const params = { merchant, announcement_id: id };
    expect(granted(await glow.call(getPublishedAnnouncement, { params })).audience).toEqual({
      kind: 'groups',
      groups: [{ id: group, name: 'VIP' }],
    });
  });

  it('without creators is not published', async () => {
    const empty = await addGroup(world, world.people.merchants.glow, 'Nobody', []);
    const draft = await startDraft(glow, merchant, { audience: { kind: 'groups', group_ids: [empty] } });
    const answer = await glow.call(publishAnnouncementDraft, {
      params: { merchant, draft_id: draft.id },
      body: { revision: draft.revision },
    });
    expect([answer.status, answer.problem.message]).toEqual([
      409,
      'No creator is in this audience now. Choose another one.',
    ]);
    expect(granted(await glow.call(listAnnouncementAudiences, { params: { merchant } }))).toEqual({
      creators: 2,
      groups: [
        { id: empty, name: 'Nobody', creators: 0 },
        { id: group, name: 'VIP', creators: 1 },
      ],
      tags: [],
    });
  });
});

describe('an announcement to creators with tags', () => {
  const tag = (account: string, name: string) =>
    glow.call(tagCreator, { params: { merchant, merchant_account_id: account }, body: { tag: name } });
  const publishTo = async (tags: string[], title: string) => {
    world.clock.advance(1_000);
    const draft = await startDraft(glow, merchant, { title, audience: { kind: 'tags', tags } });
    const params = { merchant, draft_id: draft.id };
    return glow.call(publishAnnouncementDraft, { params, body: { revision: draft.revision } });
  };

  it('is for those who had one of them when it was published', async () => {
    granted(await tag(noorAccount, 'early birds'));
    const { audience, readers } = granted(await publishTo(['Early  birds'], 'For early birds'));
    expect([audience, readers]).toEqual([{ kind: 'tags', tags: ['early birds'] }, 1]);
    granted(await tag(world.people.accounts.avaGlow, 'early birds'));
    expect(await titles(noor)).toContain('For early birds');
    expect(await titles(ava)).not.toContain('For early birds');
    const { tags } = granted(await glow.call(listAnnouncementAudiences, { params: { merchant } }));
    expect(tags).toEqual([{ tag: 'early birds', creators: 2 }]);
  });

  it('takes only tags that a creator has, and is not published once none has them', async () => {
    const body = draftFields({ audience: { kind: 'tags', tags: ['nobody'] } });
    const refused = await glow.call(createAnnouncementDraft, { params: { merchant }, body });
    expect(refused.problem.errors).toEqual({
      'audience.tags.0': ['must be a tag of a creator; no creator has “nobody”'],
    });
    granted(await tag(noorAccount, 'for a while'));
    const draft = await startDraft(glow, merchant, { audience: { kind: 'tags', tags: ['for a while'] } });
    const place = { merchant, merchant_account_id: noorAccount, tag: 'for a while' };
    granted(await glow.call(untagCreator, { params: place }));
    const params = { merchant, draft_id: draft.id };
    const published = await glow.call(publishAnnouncementDraft, { params, body: { revision: draft.revision } });
    expect(published.problem.message).toBe('No creator is in this audience now. Choose another one.');
  });
});

it('staff see who has read an announcement and who hasn’t', async () => {
  const { id } = await vip('Who reads');
  const params = { merchant, announcement_id: id };
  const names = async (state: 'read' | 'unread') =>
    granted(await glow.call(listAnnouncementReaders, { params, query: { state } })).map((row) => row.user_handle);
  expect([await names('read'), await names('unread')]).toEqual([[], ['noor']]);
  granted(await noor.call(readAnnouncements, { body: { announcement_ids: [id] } }));
  expect([await names('read'), await names('unread')]).toEqual([['noor'], []]);
  const maison = await world.signIn('brand@maison.test');
  for (const own of [merchant, 'maison-clair'])
    expect(
      (await maison.call(listAnnouncementReaders, { params: { merchant: own, announcement_id: id } })).status,
    ).toBe(404);
});

it('products are shown as cards that say whether they are on the creator’s storefront', async () => {
  const account = { merchant_account_id: noorAccount };
  const [product] = granted(await noor.call(searchProducts, { params: account }));
  const productId = product?.id ?? '';
  const draft = await startDraft(glow, merchant, { title: 'Feature this', product_ids: [productId] });
  granted(
    await glow.call(publishAnnouncementDraft, { params: { merchant, draft_id: draft.id }, body: { revision: 1 } }),
  );
  const placed = async () =>
    granted(await noor.call(getAnnouncement, { params: { announcement_id: draft.id } })).products.map((each) => [
      each.title,
      each.placed,
    ]);
  expect(await placed()).toEqual([[product?.title, false]]);
  granted(await noor.call(addPlacement, { params: account, body: { product_id: productId } }));
  expect(await placed()).toEqual([[product?.title, true]]);
});

it('to thousands of creators of a group goes to each of them', async () => {
  const { merchants } = world.people;
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`with made as (
        insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
        select gen_random_uuid(), 'mass' || n, 'mass' || n, 'mass' || n, 'creator', 'mass' || n || '@creators.test', 'Mass ' || n, 'mass' || n, 100, ${world.clock.now()}
        from generate_series(1, 2000) n returning id), joined as (
        insert into merchant_accounts (merchant_id, id, creator_id, joined_at)
        select ${merchants.glow}::uuid, gen_random_uuid(), id, ${world.clock.now()} from made returning id, creator_id)
      insert into group_moves (merchant_id, merchant_account_id, creator_id, id, group_id, effective_at, created_at)
      select ${merchants.glow}::uuid, id, creator_id, gen_random_uuid(), ${group}::uuid, ${world.clock.now()}, ${world.clock.now()} from joined`.execute(
      tx,
    ),
  );
  expect((await vip('For thousands')).readers).toBe(2_001);
});
