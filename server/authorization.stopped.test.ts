import { describe, expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import type { RefusalCode } from '@vitrine/contract/refusals.ts';
import { renewMethod } from './src/payouts/authorization.testing.ts';
import { callAs, judgedCalls, openMatrix } from './authorization.matrix.testing.ts';
import { missing } from './authorization.callers.testing.ts';
import { isClosedWhileSuspended } from '@vitrine/contract/endpoint.ts';
import { createCollection } from '@vitrine/contract/storefront.ts';
import { liftSuspension, suspendUser } from '@vitrine/contract/suspensions.ts';
import { beginPeriod, endPeriod, lockAccount } from './src/creators/account.periods.ts';
import { granted } from './world/shelves.ts';

// A creator whom a brand has paused, whose work there has ended, or whom an operator suspends: everything of theirs can be read, exported and cashed
// out, changes are refused in plain words, and nothing of others is there.

const matrix = openMatrix();
const ofAccounts = judgedCalls.filter(
  ([, { access, scope }]) => access.includes('creator') && scope === 'own_merchant_account',
);

/** What is done only once about the same thing; tried as a paused creator. */
const doneOnce = new Set(['sendClaim', 'sendObjection']);

describe.each(['paused', 'ended'] as const)('a creator who is %s', (kind) => {
  const change = async (begins: boolean) => {
    const { clock, ctx, people } = matrix.world;
    // After everything that the caller has.
    clock.advance(1);
    await ctx.database.as({ role: 'system' }, async (tx) => {
      const account = await lockAccount(tx, people.merchants.glow, people.accounts.avaGlow);
      const open = kind === 'paused' ? account?.pause : account?.ending;
      const period = { kind, reason: 'A test of the access matrix', startedAt: ctx.clock.now(), by: null };
      if (account && begins) await beginPeriod(ctx, tx, account, period);
      if (account && open) await endPeriod(ctx, tx, account, open, null);
    });
  };

  test('reads everything, and changes nothing that shoppers see', async () => {
    const ava = matrix.callers.find(({ name }) => name === 'creator of Glow Lab');
    if (!ava) throw new Error('there is no such caller');
    await change(true);
    const code = `account_${kind}` as const;
    const refused: string[] = [];
    for (const call of ofAccounts) {
      const [name, endpoint] = call;
      if (kind === 'ended' && doneOnce.has(name)) continue;
      if (name === 'requestPayout') await renewMethod(matrix.world, ava.client, ava.own);
      const answer = await callAs(matrix, call, ava, ava.own);
      const isChange = endpoint.refusals?.includes(code satisfies RefusalCode) ?? false;
      if (isChange) refused.push(name);
      expect([answer.status < 300, answer.problem?.code], name).toEqual(isChange ? [false, code] : [true, undefined]);
      const foreign = await callAs(matrix, call, ava, ava.foreign);
      const nowhere = await callAs(matrix, call, ava, missing);
      if (endpoint.path.includes('{')) expect([foreign.status, nowhere.status], name).toEqual([404, 404]);
    }
    expect(refused).toEqual(expect.arrayContaining(['addPlacement', 'createLink', 'changeLink', 'changeAppearance']));
    await change(false);
  });
});

test('a suspended creator reads everything, and changes only what the contract opens to them', async () => {
  const { world, callers } = matrix;
  world.clock.advance(1);
  const byName = (name: string) => {
    const found = callers.find((caller) => caller.name === name);
    if (!found) throw new Error('there is no such caller');
    return found;
  };
  const [noor, operator] = [byName('creator of Northwind'), byName('operator')];
  const { uid } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('uid').where('id', '=', world.people.users.noor).executeTakeFirstOrThrow(),
  );
  const body = { category: 'abuse', reason: 'A test of the access matrix' } as const;
  const { id } = granted(await operator.client.call(suspendUser, { params: { uid }, body }));
  const ofCreators = judgedCalls.filter(
    ([, { access }]) => access.includes('creator') && !access.includes('anonymous'),
  );
  const open: string[] = [];
  for (const call of ofCreators) {
    const [name, endpoint] = call;
    if (isClosedWhileSuspended(endpoint)) {
      const before = await matrix.fingerprint();
      for (const ids of [noor.own, noor.foreign, missing]) {
        const { status, problem } = await callAs(matrix, call, noor, ids);
        expect([status, problem?.code, problem?.message.startsWith('Your account is suspended')], name).toEqual([
          403,
          'account_suspended',
          true,
        ]);
      }
      expect(await matrix.fingerprint(), name).toBe(before);
      continue;
    }
    if (endpoint.method !== 'GET') open.push(name);
    if (['removePayoutMethod', 'requestPayout'].includes(name)) await renewMethod(world, noor.client, noor.own);
    const answer = await callAs(matrix, call, noor, noor.own);
    expect([answer.status < 300, answer.problem?.code], name).toEqual([true, undefined]);
    if (!endpoint.path.includes('{') || ['public', 'code_holder'].includes(endpoint.scope)) continue;
    const foreign = await callAs(matrix, call, noor, noor.foreign);
    expect(foreign.status, name).toBe(404);
  }
  expect(open).toEqual(
    expect.arrayContaining(['requestPayout', 'exportEverything', 'objectToSuspension', 'openTicket', 'changeProfile']),
  );
  expect(open).toEqual(expect.not.arrayContaining(['createLink', 'sendMessage', 'changeHandle', 'acceptInvitation']));
  // Of the profile, only what others don't see.
  for (const field of [{ display_name: 'Another Name' }, { avatar: null }]) {
    const before = await matrix.fingerprint();
    const refused = await noor.client.call(changeProfile, { body: { ...field, theme: 'light' } });
    expect(refused.problem?.code).toBe('account_suspended');
    expect(await matrix.fingerprint()).toBe(before);
  }
  granted(await operator.client.call(liftSuspension, { params: { suspension_id: id }, body: { reason: body.reason } }));
  const params = { merchant_account_id: world.people.accounts.noorNorthwind };
  granted(await noor.client.call(createCollection, { params, body: { title: 'After the suspension' } }));
});
