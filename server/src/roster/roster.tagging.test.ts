import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { readCreator, tagCreator, tagCreators } from '@vitrine/contract/roster.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openLateScene, type RedecisionScene } from '../orders/redecide.testing.ts';

let scene: RedecisionScene;
let owner: Client;
beforeEach(async () => {
  scene = await openLateScene();
  owner = await scene.world.signIn('brand@glow.test');
});
afterEach(() => scene[Symbol.asyncDispose]());

const params = () => ({ merchant: 'glow-lab', merchant_account_id: scene.kim.merchantAccountId });

describe('tagging many creators', () => {
  const change = (body: NonNullable<CallOf<typeof tagCreators>['body']>) =>
    owner.call(tagCreators, { params: { merchant: 'glow-lab' }, body });
  const tagsOf = async () => granted(await owner.call(readCreator, { params: params() })).tags;

  test('adds a tag to some or to all that a filter finds, and removes it from them', async () => {
    const account = scene.kim.merchantAccountId;
    expect(granted(await change({ tag: ' Early  Birds', change: 'add', merchant_account_ids: [account] }))).toEqual({
      changed: 1,
      unchanged: 0,
      full: 0,
    });
    expect(await tagsOf()).toEqual(['early birds']);
    expect(granted(await change({ tag: 'early birds', change: 'add', filter: {} }))).toEqual({
      changed: 1,
      unchanged: 1,
      full: 0,
    });
    expect(granted(await change({ tag: 'early birds', change: 'remove', filter: { search: '@kim' } }))).toEqual({
      changed: 1,
      unchanged: 0,
      full: 0,
    });
    expect(await tagsOf()).toEqual([]);
    const [entry] = await scene.world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['action', 'details'])
        .where('action', 'like', 'creator.%tagged')
        .orderBy('seq', 'desc')
        .execute(),
    );
    expect(entry).toMatchObject({ action: 'creator.untagged', details: { tag: 'early birds', creators: 1 } });
  });

  test('leaves those who have the most tags, and says how many', async () => {
    for (let number = 0; number < 10; number += 1)
      granted(await owner.call(tagCreator, { params: params(), body: { tag: `tag ${number}` } }));
    expect(granted(await change({ tag: 'one more', change: 'add', filter: {} }))).toEqual({
      changed: 1,
      unchanged: 0,
      full: 1,
    });
    expect(granted(await change({ tag: 'tag 3', change: 'add', filter: { search: '@kim' } }))).toEqual({
      changed: 0,
      unchanged: 1,
      full: 0,
    });
  });

  test('changes nobody if one of them is not the brand’s', async () => {
    const { noorNorthwind } = scene.world.people.accounts;
    const ids = [scene.kim.merchantAccountId, noorNorthwind];
    expect((await change({ tag: 'ours', change: 'add', merchant_account_ids: ids })).status).toBe(404);
    expect(await tagsOf()).toEqual([]);
  });
});
