import { describe, expect, test } from 'vitest';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import type { Caller } from './authorization.callers.testing.ts';
import { callAs, judgedCalls, openMatrix } from './authorization.matrix.testing.ts';
import { operatorAsAva } from './authorization.testing.ts';

// An operator in a creator's place.

const matrix = openMatrix();

async function operatorWho(mode: 'view' | 'assist'): Promise<Caller> {
  const creator = matrix.callers.find(({ name }) => name === 'creator of Glow Lab');
  if (!creator) throw new Error('There is no creator of Glow Lab');
  return { ...creator, name: `operator in the mode ${mode}`, client: await operatorAsAva(matrix.world, mode) };
}

describe('a view-only session (S22)', () => {
  test('can read but change nothing', async () => {
    const viewer = await operatorWho('view');
    const before = await matrix.fingerprint();
    for (const [name, endpoint] of judgedCalls.filter(([, entry]) => entry.access.includes('creator'))) {
      const answer = await callAs(matrix, [name, endpoint], viewer, viewer.own);
      if (endpoint.ownerOnly) expect([answer.status, answer.problem.code], name).toEqual([403, 'owner_only']);
      else if (endpoint.method === 'GET') expect(answer.status, name).toBe(200);
      else expect([answer.status, answer.problem.code], name).toEqual([403, 'view_only']);
    }
    expect(await matrix.fingerprint()).toBe(before);
  });

  test('can’t make the operator’s own calls', async () => {
    const viewer = await operatorWho('view');
    const calls = judgedCalls.filter(([, { access }]) => !access.includes('creator') && !access.includes('anonymous'));
    for (const call of calls) {
      const { status } = await callAs(matrix, call, viewer, viewer.own);
      expect(status, call[0]).toBe(403);
    }
  });
});

describe('an assist session (S22)', () => {
  test('can do what the contract opens to it, and nothing else', async () => {
    const helper = await operatorWho('assist');
    const unsafe = judgedCalls.filter(([, entry]) => entry.access.includes('creator') && entry.method !== 'GET');
    const before = await matrix.fingerprint();
    for (const [name, endpoint] of unsafe.filter(([, entry]) => !entry.allowedInAssistMode)) {
      const answer = await callAs(matrix, [name, endpoint], helper, helper.own);
      expect([answer.status, answer.problem.code], name).toEqual([403, 'owner_only']);
    }
    for (const [name, endpoint] of judgedCalls.filter(([, entry]) => !entry.access.includes('creator')))
      if (!endpoint.access.includes('anonymous'))
        expect((await callAs(matrix, [name, endpoint], helper, helper.own)).status, name).toBe(403);
    expect(await matrix.fingerprint()).toBe(before);
  });

  test('is refused what the creator is refused', async () => {
    const helper = await operatorWho('assist');
    const before = await matrix.fingerprint();
    for (const [name, endpoint] of judgedCalls.filter(
      ([, entry]) => entry.allowedInAssistMode && entry.scope === 'own_merchant_account' && entry.path.includes('{'),
    ))
      expect((await callAs(matrix, [name, endpoint], helper, helper.foreign)).status, name).toBe(404);
    expect(await matrix.fingerprint()).toBe(before);
  });

  test('never gives access to money, credentials, addresses, handles, sessions or exports', () => {
    const neverOpened =
      /payout|cash-?out|password|e-?mail|handle|sessions|exports?\b|passkey|two-factor|legal|acceptances|api-keys|register|reset|^\/me$|\/login/;
    const opened = [...endpoints].filter(([, entry]) => entry.allowedInAssistMode === true);
    expect(opened.filter(([, entry]) => neverOpened.test(entry.path)).map(([name]) => name)).toEqual([]);
    expect(opened.map(([name]) => name)).toEqual(expect.arrayContaining(['addPlacement', 'changeLink']));
  });
});
