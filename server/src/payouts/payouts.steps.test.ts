import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  approvePayouts,
  cancelPayout,
  failPayout,
  listPayouts,
  payPayout,
  sendPayout,
} from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { TestEarner } from '../ledger/ledger.testing.ts';
import { newId } from '../platform/ids.ts';
import { givePayout } from './authorization.testing.ts';
import { approve, avaOf, earnCurrent, openEarner, proofOf, request } from './payouts.testing.ts';

let world: World;
let ava: TestEarner;
let creator: Client;
let owner: Client;
let proof: string;
beforeAll(async () => {
  world = await openWorld();
  ava = avaOf(world);
  creator = await world.signIn('ava@creators.test');
  owner = await world.signIn('brand@glow.test');
  proof = await proofOf(owner);
});
afterAll(() => world[Symbol.asyncDispose]());

const of = (payoutId: string) => ({ merchant: 'glow-lab', payout_id: payoutId });
const steps = {
  approve: (id: string) =>
    owner.call(approvePayouts, { params: { merchant: 'glow-lab' }, body: { payout_ids: [id], proof } }),
  send: (id: string) => owner.call(sendPayout, { params: of(id), body: { reference: 'SEPA 1' } }),
  pay: (id: string) => owner.call(payPayout, { params: of(id), body: {} }),
  fail: (id: string) => owner.call(failPayout, { params: of(id), body: { reason: 'Closed account' } }),
  cancel: (id: string) =>
    creator.call(cancelPayout, { params: { merchant_account_id: ava.merchantAccountId, payout_id: id } }),
};

async function stateOf(id: string): Promise<string | undefined> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('payouts').select('state').where('id', '=', id).execute(),
  );
  return rows[0]?.state;
}

describe('a payout that has moved on', () => {
  test.each([
    ['approve', 'failed'],
    ['approve', 'cancelled'],
    ['send', 'requested'],
    ['send', 'sent'],
    ['send', 'paid'],
    ['send', 'failed'],
    ['send', 'cancelled'],
    ['pay', 'requested'],
    ['pay', 'failed'],
    ['pay', 'cancelled'],
    ['fail', 'failed'],
    ['fail', 'cancelled'],
    ['cancel', 'approved'],
    ['cancel', 'sent'],
    ['cancel', 'paid'],
    ['cancel', 'failed'],
  ] as const)('refuses to %s when it is %s, and records nothing', async (step, state) => {
    const id = await givePayout(world, ava.merchantId, ava.merchantAccountId, state);
    const { answer, audits, events, mails } = await effectsOf(world, async () => steps[step](id));
    expect(answer.problem).toMatchObject({ code: 'payout_moved_on', status: 409 });
    expect([audits, events, mails]).toEqual([[], [], []]);
    expect(await stateOf(id)).toBe(state);
  });

  test.each([
    ['approve', 'approved'],
    ['approve', 'sent'],
    ['approve', 'paid'],
    ['pay', 'paid'],
    ['cancel', 'cancelled'],
  ] as const)('accepts a repeated %s when it is %s, and stays as it is', async (step, state) => {
    const id = await givePayout(world, ava.merchantId, ava.merchantAccountId, state);
    const { answer, audits, events, mails } = await effectsOf(world, async () => steps[step](id));
    expect(answer.status).toBe(200);
    expect([audits, events, mails]).toEqual([[], [], []]);
    expect(await stateOf(id)).toBe(state);
  });

  test('accepts only the same reference or reason again', async () => {
    const { creator: payee, earner } = await openEarner(world);
    await earnCurrent(world, earner, 3_000n);
    const { id } = granted(await request(payee, earner));
    granted(await steps.approve(id));
    granted(await steps.send(id));
    granted(await steps.send(id));
    const other = await owner.call(sendPayout, { params: of(id), body: { reference: 'SEPA 2' } });
    expect(other.problem.code).toBe('payout_moved_on');
    granted(await steps.fail(id));
    granted(await steps.fail(id));
    const reworded = await owner.call(failPayout, { params: of(id), body: { reason: 'Another reason' } });
    expect(reworded.problem.code).toBe('payout_moved_on');
  });
});

describe('each step', () => {
  test('records its time, its actor and its text, and notifies both sides', async () => {
    const { creator: payee, earner, email } = await openEarner(world);
    await earnCurrent(world, earner, 3_000n);
    const { id } = granted(await request(payee, earner));
    const seen: unknown[] = [];
    const take = async (step: keyof typeof steps) => {
      world.clock.advance(1_000);
      const { answer, audits, events, mails } = await effectsOf(world, async () => steps[step](id));
      expect(answer.status).toBe(200);
      expect(audits.map((entry) => [entry.actor, entry.subject])).toEqual([[world.people.users.glowStaff, id]]);
      expect(events.map((event) => event.to)).toEqual([earner.creatorId, earner.merchantId]);
      seen.push([audits[0]?.action, audits[0]?.details, mails.map((mail) => [mail.kind, mail.recipient])]);
    };
    const start = world.clock.now().getTime();
    for (const step of ['approve', 'send', 'pay', 'fail'] as const) await take(step);
    const money = { amount: '3000', currency: 'USD' };
    expect(seen).toEqual([
      ['payout.approved', money, [['payout_approved', email]]],
      ['payout.sent', { ...money, reference: 'SEPA 1' }, []],
      ['payout.paid', { ...money, reference: 'SEPA 1' }, [['payout_paid', email]]],
      ['payout.failed', { ...money, reason: 'Closed account' }, [['payout_failed', email]]],
    ]);
    const params = { merchant_account_id: earner.merchantAccountId };
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    expect(granted(await payee.call(listPayouts, { params }))).toMatchObject([
      {
        state: 'failed',
        requested_at: at(0),
        approved_at: at(1),
        sent_at: at(2),
        paid_at: at(3),
        ended_at: at(4),
        reference: 'SEPA 1',
        failure: 'Closed account',
      },
    ]);
  });

  test("by its creator is recorded under the creator's name and emails nobody", async () => {
    const { creator: payee, earner } = await openEarner(world);
    await earnCurrent(world, earner, 3_000n);
    const { id } = granted(await request(payee, earner));
    const params = { merchant_account_id: earner.merchantAccountId, payout_id: id };
    const { answer, audits, events, mails } = await effectsOf(world, () => payee.call(cancelPayout, { params }));
    expect(granted(answer)).toMatchObject({ state: 'cancelled', ended_at: world.clock.now().toISOString() });
    expect(audits).toEqual([
      {
        action: 'payout.cancelled',
        actor: earner.creatorId,
        subject: id,
        details: { amount: '3000', currency: 'USD' },
      },
    ]);
    expect(events.map((event) => event.to)).toEqual([earner.creatorId, earner.merchantId]);
    expect(mails).toEqual([]);
  });

  test.each([
    { sent: 'SEPA 1', paid: undefined, kept: 'SEPA 1' },
    { sent: 'SEPA 1', paid: 'Wire 2', kept: 'Wire 2' },
    { sent: undefined, paid: 'Wire 2', kept: 'Wire 2' },
    { sent: undefined, paid: undefined, kept: null },
  ])('sent with $sent and paid with $paid keeps the reference $kept', async ({ sent, paid, kept }) => {
    const { creator: payee, earner, email } = await openEarner(world);
    await earnCurrent(world, earner, 3_000n);
    const { id } = granted(await request(payee, earner));
    granted(await steps.approve(id));
    if (sent) granted(await owner.call(sendPayout, { params: of(id), body: { reference: sent } }));
    const body = paid ? { reference: paid } : {};
    const { answer, mails } = await effectsOf(world, () => owner.call(payPayout, { params: of(id), body }));
    expect(granted(answer).reference).toBe(kept);
    const mail = mails.find(({ recipient }) => recipient === email);
    expect(mail?.text.includes('Reference:')).toBe(kept !== null);
    if (kept) expect(mail?.text).toContain(`Reference: ${kept}`);
  });

  test.each([
    [1, 'approve', { payout_ids: [] }, { payout_ids: ['must not be empty'] }],
    [201, 'approve', { payout_ids: Array(201).fill('x') }, { payout_ids: ['must have at most 200 payouts, not 201'] }],
    [0, 'send', { reference: '  ' }, { reference: ['must not be empty'] }],
    [141, 'send', { reference: 'x'.repeat(141) }, { reference: ['must have at most 140 characters'] }],
    [141, 'pay', { reference: 'x'.repeat(141) }, { reference: ['must have at most 140 characters'] }],
    [2, 'fail', { reason: 'no' }, { reason: ['must have at least 3 characters'] }],
    [301, 'fail', { reason: 'x'.repeat(301) }, { reason: ['must have at most 300 characters'] }],
  ] as const)('limits what it takes: %i in %s', async (_size, step, body, errors) => {
    const id = await givePayout(world, ava.merchantId, ava.merchantAccountId, 'approved');
    const endpoint = { approve: approvePayouts, send: sendPayout, pay: payPayout, fail: failPayout }[step];
    const whole = step === 'approve' ? { ...body, proof } : body;
    const answer = await owner.call(endpoint, { params: of(id), body: whole });
    expect(answer.problem).toMatchObject({ status: 422, errors });
    expect(await stateOf(id)).toBe('approved');
  });

  test('takes a reference of 140 characters and a reason of 3 or 300', async () => {
    const given = (state: string) => givePayout(world, ava.merchantId, ava.merchantAccountId, state);
    const sent = await owner.call(sendPayout, {
      params: of(await given('approved')),
      body: { reference: 'x'.repeat(140) },
    });
    expect(granted(sent).state).toBe('sent');
    for (const reason of ['abc', 'x'.repeat(300)]) {
      const failed = await owner.call(failPayout, { params: of(await given('requested')), body: { reason } });
      expect(granted(failed).failure).toBe(reason);
    }
  });
});

describe('approving several payouts', () => {
  test("approves none if one of them is another brand's or unknown", async () => {
    const own = await givePayout(world, ava.merchantId, ava.merchantAccountId, 'requested');
    const { merchants, accounts } = world.people;
    const foreign = await givePayout(world, merchants.maison, accounts.avaMaison, 'requested');
    for (const other of [foreign, newId(world.clock.now()), 'not-an-id'])
      expect((await approve(owner, 'glow-lab', own, other)).problem).toMatchObject({ code: 'not_found', status: 404 });
    expect([await stateOf(own), await stateOf(foreign)]).toEqual(['requested', 'requested']);
  });

  test('approves each once, however often it is listed, and names who did it', async () => {
    const first = await givePayout(world, ava.merchantId, ava.merchantAccountId, 'requested');
    const second = await givePayout(world, ava.merchantId, ava.merchantAccountId, 'requested');
    const { answer, audits } = await effectsOf(world, () => approve(owner, 'glow-lab', first, second, first));
    expect(granted(answer).map((payout) => [payout.id, payout.approved_by])).toEqual([
      [first, 'Mira Castell'],
      [second, 'Mira Castell'],
    ]);
    expect(audits.filter((entry) => entry.action === 'payout.approved')).toHaveLength(2);
  });
});

test("a creator can't cancel a payout of another account, even their own at another brand", async () => {
  const { merchants, accounts } = world.people;
  const other = await givePayout(world, merchants.maison, accounts.avaMaison, 'requested');
  for (const id of [other, newId(world.clock.now()), 'not-an-id'])
    expect((await steps.cancel(id)).problem).toMatchObject({ code: 'not_found', status: 404 });
  expect(await stateOf(other)).toBe('requested');
});
