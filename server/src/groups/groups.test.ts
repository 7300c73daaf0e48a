import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeGroup, createGroup, dismissWelcome, listGroups, listWelcomes } from '@vitrine/contract/groups.ts';
import { acceptInvitation, createInvitation, listInvitations } from '@vitrine/contract/invitations.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { groupAt, recordMoves } from './groups.moves.ts';

let world: World;
let glow: Client;
let northwind: Client;
let noor: Client;
beforeAll(async () => {
  world = await openWorld();
  glow = await world.signIn('brand@glow.test');
  northwind = await world.signIn('brand@northwind.test');
  noor = await world.signIn('noor@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const params = { merchant: 'glow-lab' };

const create = (name: string, welcome = '') => glow.call(createGroup, { params, body: { name, welcome } });
const change = (of: Client, id: string, body: { name?: string; welcome?: string; archived?: boolean }) =>
  of.call(changeGroup, { params: { ...params, group_id: id }, body });
const creatorsIn = async (id: string) =>
  granted(await glow.call(listGroups, { params })).find((group) => group.id === id)?.creators;

/** A millisecond after the last one, because moves at the same time have no order. */
function move(groupId: string | null, inMs = 0) {
  world.clock.advance(1);
  const effectiveAt = new Date(world.clock.now().getTime() + inMs);
  const { merchants, accounts } = world.people;
  return world.ctx.database.as({ role: 'app', merchantId: merchants.glow }, (tx) =>
    recordMoves(world.ctx, tx, merchants.glow, [accounts.avaGlow], { groupId, effectiveAt, by: null }),
  );
}

describe('a group of creators', () => {
  test('has a name that no other group of the brand has, also in other letters', async () => {
    expect((await create('Gold')).status).toBe(201);
    const second = await create('gold');
    expect([second.status, second.problem.errors?.['name']?.[0]]).toEqual([
      422,
      'must not be the name of another group; “gold” is one already',
    ]);
    const elsewhere = await northwind.call(createGroup, {
      params: { merchant: 'northwind-outfitters' },
      body: { name: 'Gold' },
    });
    expect(elsewhere.status).toBe(201);
  });

  test('is created once by ten calls at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('Ten at once')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
  });

  test('is renamed, archived and brought back, and its name is free meanwhile', async () => {
    const { id } = granted(await create('Silver'));
    expect(granted(await change(glow, id, { name: 'Bronze', welcome: 'Hi' }))).toMatchObject({
      name: 'Bronze',
      welcome: 'Hi',
      archived_at: null,
    });
    expect(granted(await change(glow, id, { archived: true })).archived_at).not.toBeNull();
    expect((await create('Bronze')).status).toBe(201);
    expect((await change(glow, id, { archived: false })).status).toBe(422);
  });

  test('with creators, or with creators on their way to it, is not archived, and says why', async () => {
    const { id } = granted(await create('Full'));
    await move(id);
    expect(await creatorsIn(id)).toBe(1);
    const refused = await change(glow, id, { archived: true });
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      '“Full” has 1 creator. Move them to another group first, then archive it.',
    ]);
    await move(null);
    await move(id, 86_400_000);
    expect(await creatorsIn(id)).toBe(0);
    expect((await change(glow, id, { archived: true })).problem.message).toContain('1 creator will move to “Full”');
    await move(null, 2 * 86_400_000);
    expect((await change(glow, id, { archived: true })).status).toBe(200);
  });

  test('of another brand looks missing', async () => {
    const { id } = granted(await create('Ours'));
    const answer = await northwind.call(changeGroup, {
      params: { merchant: 'northwind-outfitters', group_id: id },
      body: { name: 'Theirs' },
    });
    expect(answer.status).toBe(404);
    const invited = await northwind.call(createInvitation, {
      params: { merchant: 'northwind-outfitters' },
      body: { by: 'link', expires_in_days: 7, group: id },
    });
    expect([invited.status, Object.keys(invited.problem.errors ?? {})]).toEqual([422, ['group']]);
  });
});

describe('a creator who accepts an invitation that names a group', () => {
  async function invited(groupId: string) {
    const { url } = granted(
      await glow.call(createInvitation, { params, body: { by: 'link', expires_in_days: 7, group: groupId } }),
    );
    return url?.split('#')[1] ?? '';
  }

  test('joins it, and reads its welcome text by email and on the portal until they put it away', async () => {
    const group = granted(await create('Newcomers', 'Say hello in the first week.'));
    const code = await invited(group.id);
    const [sent] = granted(await glow.call(listInvitations, { params }));
    expect(sent?.group).toEqual({ id: group.id, name: 'Newcomers' });
    const account = granted(await noor.call(acceptInvitation, { params: { code } }));
    const { glow: merchantId } = world.people.merchants;
    const now = await world.ctx.database.as({ role: 'system' }, (tx) =>
      groupAt(tx, merchantId, account.id, world.clock.now()),
    );
    expect(now).toBe(group.id);
    const mail = (await mailsAsSent(world.ctx, 'noor@creators.test')).find(({ kind }) => kind === 'group_welcome');
    expect(mail?.text).toContain('Say hello in the first week.');
    expect(granted(await noor.call(listWelcomes, {}))).toMatchObject([
      { slug: 'glow-lab', brand: 'Glow Lab', group: 'Newcomers', welcome: 'Say hello in the first week.' },
    ]);
    const dismissal = { params: { merchant_account_id: account.id } };
    expect((await glow.call(dismissWelcome, dismissal)).status).toBe(403);
    const ava = await world.signIn('ava@creators.test');
    expect((await ava.call(dismissWelcome, dismissal)).status).toBe(404);
    expect((await noor.call(dismissWelcome, dismissal)).status).toBe(200);
    expect((await noor.call(dismissWelcome, dismissal)).status).toBe(200);
    expect(granted(await noor.call(listWelcomes, {}))).toEqual([]);
  });

  test('joins no group if it was archived meanwhile', async () => {
    const group = granted(await create('Short-lived', 'Hi'));
    const code = await invited(group.id);
    granted(await change(glow, group.id, { archived: true }));
    const max = await world.signIn('max@creators.test');
    const answer = await max.call(acceptInvitation, { params: { code } });
    // Max can't accept anything; the invitation stays open for somebody who can.
    expect(answer.status).toBe(403);
    expect(await creatorsIn(group.id)).toBe(0);
  });
});

test('a group that the terms have a rule for is not archived until they have none', async () => {
  const { id } = granted(await create('Paid more'));
  const publish = (rules: { kind: 'percentage'; rate: number; group?: string }[]) =>
    glow.call(publishTerms, { params, body: { rules } });
  const everyone = { kind: 'percentage', rate: 2000 } as const;
  granted(await publish([everyone, { kind: 'percentage', rate: 3000, group: id }]));
  const refused = await change(glow, id, { archived: true });
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    'Your terms have a rule for “Paid more”. Publish terms without it first, then archive the group.',
  ]);
  world.clock.advance(1);
  granted(await publish([everyone]));
  expect((await change(glow, id, { archived: true })).status).toBe(409);
  // Until the notice period is over, the rule is in effect.
  world.clock.advance(60 * 86_400_000);
  glow = await world.signIn('brand@glow.test');
  expect((await change(glow, id, { archived: true })).status).toBe(200);
});
