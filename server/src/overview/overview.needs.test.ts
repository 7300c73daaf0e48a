import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOverview } from '@vitrine/contract/overview.ts';
import { listPayoutMethods, removePayoutMethod } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { brandSide, creatorSide } from '../conversations/conversations.testing.ts';
import { earn } from '../ledger/ledger.testing.ts';
import { addMethod, avaOf, proofOf } from '../payouts/payouts.testing.ts';

let world: World;
let ava: Client;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const needs = async (account?: string) => {
  const query = account === undefined ? {} : { merchant_account_id: account };
  return granted(await ava.call(readOverview, { query })).needs;
};
const ofKind = async (kind: string, account?: string) => (await needs(account)).filter((need) => need.kind === kind);

test('unread messages of a brand are counted at its storefront until they are read', async () => {
  const { avaGlow, avaMaison } = world.people.accounts;
  const brand = brandSide(await world.signIn('brand@glow.test'), 'glow-lab', avaGlow);
  const creator = creatorSide(ava, avaGlow);
  expect(await ofKind('unread_messages')).toEqual([]);
  await brand.send('Could you send a picture?');
  await brand.send('By Friday, please.');
  expect(await ofKind('unread_messages')).toMatchObject([
    { slug: 'glow-lab', merchant_display_name: 'Glow Lab', count: 2 },
  ]);
  expect(await ofKind('unread_messages', avaMaison)).toEqual([]);
  await creator.markRead(1);
  expect(await ofKind('unread_messages')).toMatchObject([{ count: 1 }]);
  await creator.markRead(2);
  await creator.send('Of course.');
  expect(await ofKind('unread_messages')).toEqual([]);
});

test('bank details are reported missing at each storefront with money, until they are added', async () => {
  const glow = avaOf(world);
  const maturesAt = world.clock.now();
  const { merchants, accounts } = world.people;
  const maison = { ...glow, merchantId: merchants.maison, merchantAccountId: accounts.avaMaison, currency: 'EUR' };
  expect(await ofKind('missing_payout_method')).toEqual([]);
  await earn(world.ctx, glow, { amount: 500n, maturesAt });
  expect(await ofKind('missing_payout_method')).toEqual([{ kind: 'missing_payout_method', count: 1 }]);
  expect(await ofKind('missing_payout_method', accounts.avaMaison)).toEqual([]);
  await earn(world.ctx, maison, { amount: 700n, maturesAt });
  expect(await ofKind('missing_payout_method')).toMatchObject([{ count: 2 }]);
  await addMethod(ava);
  expect(await ofKind('missing_payout_method')).toEqual([]);
  const [method] = granted(await ava.call(listPayoutMethods));
  const params = { payout_method_id: method?.id ?? '' };
  granted(await ava.call(removePayoutMethod, { params, body: { proof: await proofOf(ava) } }));
  expect(await ofKind('missing_payout_method')).toMatchObject([{ count: 2 }]);
});
