import { describe, expect, test } from 'vitest';
import type { RefusalCode } from '@vitrine/contract/refusals.ts';
import { renewMethod } from './src/payouts/authorization.testing.ts';
import { callAs, judgedCalls, openMatrix } from './authorization.matrix.testing.ts';
import { missing } from './authorization.callers.testing.ts';
import { beginPeriod, endPeriod, lockAccount } from './src/creators/account.periods.ts';

// A creator whom a brand has paused, or whose work there has ended: everything of theirs can be read, exported and cashed
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
