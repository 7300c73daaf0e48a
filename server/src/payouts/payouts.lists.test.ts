import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportPayouts, listBrandPayouts, listPayouts } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addStaff } from '../merchants/merchants.service.ts';
import { givePayout } from './authorization.testing.ts';
import { approve, earnCurrent, openEarner, proofOf, request } from './payouts.testing.ts';

let world: World;
let owner: Client;
let creator: Client;
/** Payouts of Ava at Glow Lab, oldest first; the last two were requested in the same millisecond. */
const given: string[] = [];
const states = ['paid', 'paid', 'failed', 'requested', 'requested'];
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
  creator = await world.signIn('ava@creators.test');
  const { merchants, accounts } = world.people;
  for (const [index, state] of states.entries()) {
    given.push(await givePayout(world, merchants.glow, accounts.avaGlow, state));
    if (index < 3) world.clock.advance(1_000);
  }
  await givePayout(world, merchants.maison, accounts.avaMaison, 'requested');
});
afterAll(() => world[Symbol.asyncDispose]());

const newestFirst = () => [...given.slice(0, 3), ...given.slice(3).toSorted()].toReversed();
const glow = { merchant: 'glow-lab' };

describe('a list of payouts', () => {
  const pages = async (limit: number) => {
    const params = { merchant_account_id: world.people.accounts.avaGlow };
    const found: string[][] = [];
    let cursor: string | undefined;
    do {
      const query = { limit, ...(cursor && { cursor }) };
      const answer = await creator.call(listPayouts, { params, query });
      found.push(granted(answer).map((payout) => payout.id));
      cursor = answer.meta.next_cursor ?? undefined;
    } while (cursor);
    return found;
  };

  test.each([
    { limit: 1, sizes: [1, 1, 1, 1, 1] },
    { limit: 2, sizes: [2, 2, 1] },
    { limit: 4, sizes: [4, 1] },
    { limit: 5, sizes: [5] },
    { limit: 100, sizes: [5] },
  ])('has each payout once, newest first, in pages of $limit', async ({ limit, sizes }) => {
    const found = await pages(limit);
    expect(found.map((page) => page.length)).toEqual(sizes);
    expect(found.flat()).toEqual(newestFirst());
  });

  test.each(['nonsense', Buffer.from('{}').toString('base64url')])('refuses the cursor %s', async (cursor) => {
    const answer = await owner.call(listBrandPayouts, { params: glow, query: { cursor, limit: 5 } });
    expect(answer.problem).toMatchObject({
      status: 422,
      errors: { cursor: ['must be the next_cursor of the previous page'] },
    });
  });

  test('of a brand can be limited to one state, and its totals always cover all states', async () => {
    const totals = [
      { state: 'failed', payouts: 1, amount: { amount: '5000', currency: 'USD' } },
      { state: 'paid', payouts: 2, amount: { amount: '10000', currency: 'USD' } },
      { state: 'requested', payouts: 2, amount: { amount: '10000', currency: 'USD' } },
    ];
    const idsOf = async (query: { state?: 'paid' | 'sent'; limit?: number }) => {
      const answer = await owner.call(listBrandPayouts, { params: glow, query });
      expect(answer.meta.totals).toMatchObject(totals);
      return granted(answer).map((payout) => payout.id);
    };
    expect(await idsOf({})).toEqual(newestFirst());
    expect(await idsOf({ state: 'paid' })).toEqual([given[1], given[0]]);
    expect(await idsOf({ state: 'paid', limit: 1 })).toEqual([given[1]]);
    expect(await idsOf({ state: 'sent' })).toEqual([]);
  });

  test('shows the brand who the creator is, and that it is not approved yet', async () => {
    const [first] = granted(await owner.call(listBrandPayouts, { params: glow, query: { limit: 1 } }));
    expect(first).toMatchObject({ creator: 'ava', creator_display_name: 'Ava Lindqvist', approved_by: null });
  });
});

describe('the export of approved payouts', () => {
  const download = async () => owner.call(exportPayouts, { params: glow, body: { proof: await proofOf(owner) } });
  const rowsOf = (file: string) => file.trim().split('\r\n').slice(1);

  test('without any is a file with only a heading, and is in the audit log all the same', async () => {
    const { answer, audits } = await effectsOf(world, download);
    expect(rowsOf(answer.data)).toEqual([]);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="payouts-glow-lab-2026-11-20.csv"');
    const exported = audits.filter((entry) => entry.action === 'payouts.exported');
    expect(exported).toMatchObject([{ actor: world.people.users.glowStaff, details: { payouts: [] } }]);
  });

  test('has those approved and not yet sent, in the order of approval', async () => {
    const [one, other] = [await openEarner(world), await openEarner(world)];
    const made = [];
    for (const { creator: payee, earner } of [one, other]) {
      await earnCurrent(world, earner, 123_456n);
      made.push(granted(await request(payee, earner)).id);
    }
    for (const id of made.toReversed()) {
      world.clock.advance(1_000);
      granted(await approve(owner, 'glow-lab', id));
    }
    const rows = rowsOf((await download()).data);
    expect(rows.map((row) => row.split(',')[0])).toEqual(made.toReversed().map((id) => `"${id}"`));
    expect(rows[0]).toContain(',1234.56,"USD"');
    expect(rows[1]).toContain(world.clock.now().toISOString());
  });

  test('is for owners and finance: other staff are refused even with their own password', async () => {
    const { merchants, users } = world.people;
    await addStaff(world.ctx, merchants.glow, users.maisonStaff, 'manager');
    const helper = await world.signIn('brand@maison.test');
    const refused = await helper.call(exportPayouts, {
      params: glow,
      body: { proof: await proofOf(helper) },
    });
    expect(refused.problem).toMatchObject({
      code: 'forbidden',
      status: 403,
      message: expect.stringContaining('It needs the role owner or finance'),
    });
  });
});
