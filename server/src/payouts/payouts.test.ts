import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listCommissions, readEarnings } from '@vitrine/contract/commissions.ts';
import { receiveRefund } from '@vitrine/contract/orders.ts';
import {
  approvePayouts,
  cancelPayout,
  exportPayouts,
  failPayout,
  listBrandPayouts,
  listPayouts,
  payPayout,
  readCashOut,
  requestPayout,
  sendPayout,
} from '@vitrine/contract/payouts.ts';
import { type Client, client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { addStaff } from '../merchants/merchants.service.ts';
import type { TestEarner } from '../ledger/ledger.testing.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { addMethod, approve, avaOf, earnCurrent, requestWithRetries, proofOf, request } from './payouts.testing.ts';
import { requestMonthlyPayouts } from './payouts.schedule.ts';

let world: World;
let ava: TestEarner;
let creator: Client;
let owner: Client;
beforeEach(async () => {
  world = await openWorld();
  ava = avaOf(world);
  creator = await world.signIn('ava@creators.test');
  owner = await world.signIn('brand@glow.test');
});
afterEach(async () => {
  const verdict = await verifyLedger(world.ctx.database.url);
  if (!verdict.agrees) throw new Error(`${verdict.about}: ${verdict.found}`);
  await world[Symbol.asyncDispose]();
});

const at = () => ({ merchant_account_id: ava.merchantAccountId });
const of = (payoutId: string) => ({ merchant: 'glow-lab', payout_id: payoutId });

async function balances() {
  const { current, processing, paid } =
    granted(await creator.call(readEarnings)).balances.find(
      (balance) => balance.merchant_account_id === ava.merchantAccountId,
    ) ?? {};
  return [current?.amount, processing?.amount, paid?.amount];
}

async function states() {
  const rows = granted(await creator.call(listCommissions, { query: {} }));
  return rows.map((row) => `${row.net.amount} ${row.state}`).sort();
}

async function mailsTo(recipient: string) {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('created_at').execute(),
  );
  return rows.map((row) => row.kind);
}

describe('a payout (S27)', () => {
  test('moves from available through processing to paid with its commissions, and both sides are notified', async () => {
    await earnCurrent(world, ava, 1_500n, 2_500n);
    await addMethod(creator);
    const payout = granted(await request(creator, ava));
    expect(payout).toMatchObject({ state: 'requested', amount: { amount: '4000' }, commissions: 2, hint: '•••• 0189' });
    expect(await balances()).toEqual(['0', '4000', '0']);
    expect(await states()).toEqual(['1500 processing', '2500 processing']);

    expect(granted(await approve(owner, 'glow-lab', payout.id))).toMatchObject([
      { state: 'approved', approved_by: 'Mira Castell' },
    ]);
    const sent = await owner.call(sendPayout, { params: of(payout.id), body: { reference: 'SEPA 17' } });
    expect(granted(sent).state).toBe('sent');
    expect(granted(await owner.call(payPayout, { params: of(payout.id), body: {} }))).toMatchObject({
      state: 'paid',
      reference: 'SEPA 17',
    });
    expect(await balances()).toEqual(['0', '0', '4000']);
    expect(await states()).toEqual(['1500 paid', '2500 paid']);
    expect(granted(await creator.call(listPayouts, { params: at() }))).toMatchObject([
      { id: payout.id, state: 'paid', reference: 'SEPA 17' },
    ]);
    const listed = await owner.call(listBrandPayouts, { params: { merchant: 'glow-lab' } });
    expect(listed.meta.totals).toEqual([{ state: 'paid', payouts: 1, amount: { amount: '4000', currency: 'USD' } }]);
    expect(await mailsTo('brand@glow.test')).toEqual(['payout_requested']);
    expect(await mailsTo('ava@creators.test')).toEqual(['payout_details_changed', 'payout_approved', 'payout_paid']);
    const events = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('events').select('audience_user').where('kind', '=', 'payout-update').execute(),
    );
    expect(events.filter((event) => event.audience_user === ava.creatorId)).toHaveLength(4);
    expect(events.filter((event) => event.audience_user === null)).toHaveLength(4);
  });

  test('is refused with everything that blocks it', async () => {
    const read = async () =>
      granted(await creator.call(readCashOut, { params: at() })).map((row) => [row.in_the_way, row.missing.amount]);
    expect(await read()).toEqual([[['nothing_current', 'no_method'], '2500']]);
    await earnCurrent(world, ava, 2_180n);
    expect(await read()).toEqual([[['below_minimum', 'no_method'], '320']]);
    await addMethod(creator);
    expect(await read()).toEqual([[['below_minimum'], '320']]);
    const refused = await request(creator, ava);
    expect([refused.problem.code, refused.problem.errors]).toEqual([
      'payout_in_the_way',
      { in_the_way: ['below_minimum'] },
    ]);
    await earnCurrent(world, ava, 320n);
    expect(await read()).toEqual([[[], '0']]);
  });

  test('of an amount takes the oldest whole commissions that fit, and never part of one', async () => {
    await earnCurrent(world, ava, 1_000n, 2_000n, 4_000n);
    await addMethod(creator);
    const little = await request(creator, ava, 2_999n);
    expect(little.problem.errors).toEqual({
      at_most: ['covers whole commissions worth $10.00, which is less than this brand’s minimum payout of $25.00'],
    });
    const none = await request(creator, ava, 999n);
    expect(none.problem.errors).toEqual({ at_most: ['is too low; a payout has whole commissions only'] });
    expect(granted(await request(creator, ava, 6_999n)).amount.amount).toBe('3000');
    expect(await states()).toEqual(['1000 processing', '2000 processing', '4000 available']);
    expect(await balances()).toEqual(['4000', '3000', '0']);
  });

  test('requested fifty times at once over two nodes is one payout (R09)', async () => {
    await earnCurrent(world, ava, 3_000n, 3_000n);
    await addMethod(creator);
    const second = await world.secondNode();
    const token = await world.token('ava@creators.test');
    const clients = [client(world.app, token), client(second.app, token)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => requestWithRetries(clients[index % 2] as Client, ava)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses.filter((status) => status !== 201))).toEqual(new Set([409]));
    expect(await balances()).toEqual(['0', '6000', '0']);
    expect(granted(await creator.call(listPayouts, { params: at() }))).toHaveLength(1);
  });

  test('requested fifty times at once for one of three commissions is three payouts, each with its own (R09)', async () => {
    await earnCurrent(world, ava, 3_000n, 3_000n, 3_000n);
    await addMethod(creator);
    const answers = await Promise.all(Array.from({ length: 50 }, () => requestWithRetries(creator, ava, 3_500n)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(await balances()).toEqual(['0', '9000', '0']);
  });

  test('repeated with an Idempotency-Key is answered with the same payout', async () => {
    await earnCurrent(world, ava, 3_000n);
    await addMethod(creator);
    const requestAgain = () =>
      creator.call(requestPayout, {
        params: at(),
        body: { currency: 'USD' },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, again] = [await requestAgain(), await requestAgain()];
    expect(granted(again)).toEqual(granted(first));
  });
});

describe('each step of a payout (R09)', () => {
  const requested = async () => {
    await earnCurrent(world, ava, 3_000n);
    await addMethod(creator);
    return granted(await request(creator, ava)).id;
  };

  test('is taken once, however often and by however many it is requested', async () => {
    const id = await requested();
    const proof = await proofOf(owner);
    const approvals = await Promise.all(
      Array.from({ length: 8 }, () =>
        owner.call(approvePayouts, { params: { merchant: 'glow-lab' }, body: { payout_ids: [id, id], proof } }),
      ),
    );
    expect(new Set(approvals.map((answer) => answer.status))).toEqual(new Set([200]));
    const races = await Promise.all([
      ...Array.from({ length: 10 }, () => owner.call(payPayout, { params: of(id), body: {} })),
      ...Array.from({ length: 10 }, () =>
        owner.call(failPayout, { params: of(id), body: { reason: 'No such account' } }),
      ),
      ...Array.from({ length: 5 }, () => creator.call(cancelPayout, { params: { ...at(), payout_id: id } })),
    ]);
    expect(races.slice(20).every((answer) => answer.problem.code === 'payout_moved_on')).toBe(true);
    const [current, processing, paid] = await balances();
    expect(processing).toBe('0');
    // A returned payout is available again, whether it had been paid before or not; it is never both.
    expect([current, paid]).toEqual(['3000', '0']);
    expect(await mailsTo('ava@creators.test')).toSatisfy(
      (kinds: string[]) =>
        kinds.filter((kind) => kind === 'payout_approved').length === 1 &&
        kinds.filter((kind) => kind === 'payout_failed').length === 1,
    );
  });

  test('that fails or cancels makes the money available again, and it can be cashed out again', async () => {
    const id = await requested();
    granted(await creator.call(cancelPayout, { params: { ...at(), payout_id: id } }));
    granted(await creator.call(cancelPayout, { params: { ...at(), payout_id: id } }));
    expect(await balances()).toEqual(['3000', '0', '0']);
    const second = granted(await request(creator, ava)).id;
    granted(await approve(owner, 'glow-lab', second));
    const late = await creator.call(cancelPayout, { params: { ...at(), payout_id: second } });
    expect(late.problem.code).toBe('payout_moved_on');
    granted(await owner.call(payPayout, { params: of(second), body: { reference: 'X' } }));
    expect(await balances()).toEqual(['0', '0', '3000']);
    const failed = granted(await owner.call(failPayout, { params: of(second), body: { reason: 'Account closed' } }));
    expect(failed).toMatchObject({ state: 'failed', failure: 'Account closed' });
    expect(await balances()).toEqual(['3000', '0', '0']);
    expect(await states()).toEqual(['3000 available']);
    expect(granted(await request(creator, ava)).amount.amount).toBe('3000');
  });

  test('requires an owner and their password; other staff can only view', async () => {
    const id = await requested();
    const staffId = await createUser(world.ctx, {
      email: 'helper@glow.test',
      password: 'vitrine-demo',
      role: 'brand',
      displayName: 'Helper',
    });
    await addStaff(world.ctx, ava.merchantId, staffId, 'manager');
    const helper = await world.signIn('helper@glow.test');
    expect((await helper.call(listBrandPayouts, { params: { merchant: 'glow-lab' } })).data).toHaveLength(1);
    expect((await approve(helper, 'glow-lab', id)).status).toBe(403);
    const borrowed = await proofOf(await world.signIn('brand@glow.test'));
    for (const proof of ['guess', borrowed]) {
      const answer = await owner.call(approvePayouts, {
        params: { merchant: 'glow-lab' },
        body: { payout_ids: [id], proof },
      });
      expect(answer.problem.code).toBe('step_up_needed');
    }
    const stale = await proofOf(owner);
    world.clock.advance(5 * 60_000);
    const late = await owner.call(approvePayouts, {
      params: { merchant: 'glow-lab' },
      body: { payout_ids: [id], proof: stale },
    });
    expect(late.problem.code).toBe('step_up_needed');
  });

  test('is preceded by an export of approved payouts with their details, which only an owner can make and which is in the audit log', async () => {
    const id = await requested();
    granted(await approve(owner, 'glow-lab', id));
    const answer = await owner.call(exportPayouts, {
      params: { merchant: 'glow-lab' },
      body: { proof: await proofOf(owner) },
      headers: { 'idempotency-key': 'export' },
    });
    expect(answer.data.split('\r\n')[1]).toContain('"FR7630006000011234567890189","","","",30.00,"USD"');
    const kept = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
      audit: await tx.selectFrom('audit_entries').select('details').where('action', '=', 'payouts.exported').execute(),
      answers: await tx.selectFrom('idempotency_keys').selectAll().execute(),
      payouts: await tx.selectFrom('payouts').selectAll().execute(),
    }));
    expect(kept.audit).toEqual([{ details: { payouts: [id] } }]);
    expect(kept.answers).toEqual([]);
    expect(kept.payouts[0]?.sealed?.toString('latin1')).not.toContain('30006000');
  });
});

describe('a refund after payout (R10)', () => {
  test('is carried forward: it is deducted from the next payout, and shown there', async () => {
    const shop = world.shop(demoApiKey);
    const [first] = await earnCurrent(world, ava, 3_000n);
    await addMethod(creator);
    const paid = granted(await request(creator, ava)).id;
    granted(await approve(owner, 'glow-lab', paid));
    granted(await owner.call(payPayout, { params: of(paid), body: {} }));
    const whole = { refund_id: 'R1', lines: [{ line_id: '1', quantity: 1 }] };
    granted(await shop.call(receiveRefund, { params: { order_id: first?.orderId ?? '' }, body: whole }));
    expect(await balances()).toEqual(['-3000', '0', '3000']);
    expect((await request(creator, ava)).problem.errors).toEqual({ in_the_way: ['negative_balance'] });

    await earnCurrent(world, ava, 2_000n, 4_500n);
    const [row] = granted(await creator.call(readCashOut, { params: at() }));
    expect([row?.current.amount, row?.carried.amount, row?.commissions]).toEqual(['3500', '-3000', 2]);
    const next = granted(await request(creator, ava));
    expect([next.amount.amount, next.carried.amount]).toEqual(['3500', '-3000']);
    granted(await owner.call(failPayout, { params: of(next.id), body: { reason: 'Wrong account' } }));
    expect(await balances()).toEqual(['3500', '0', '3000']);
    expect(granted(await request(creator, ava)).carried.amount).toBe('-3000');
    expect(await balances()).toEqual(['0', '3500', '3000']);
  });

  test('of a commission in processing leaves the payout unchanged', async () => {
    const [first] = await earnCurrent(world, ava, 3_000n);
    await addMethod(creator);
    const id = granted(await request(creator, ava)).id;
    granted(
      await world.shop(demoApiKey).call(receiveRefund, {
        params: { order_id: first?.orderId ?? '' },
        body: { refund_id: 'R1', lines: [{ line_id: '1', quantity: 1 }] },
      }),
    );
    expect(await balances()).toEqual(['-3000', '3000', '0']);
    granted(await creator.call(cancelPayout, { params: { ...at(), payout_id: id } }));
    expect(await balances()).toEqual(['0', '0', '0']);
    expect(await states()).toEqual(['0 reversed']);
  });
});

test('a brand that pays out monthly gets one request for each month, however often the job runs (S27)', async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('merchants').set({ payout_schedule: 'monthly' }).where('id', '=', ava.merchantId).execute(),
  );
  await earnCurrent(world, ava, 3_000n);
  await addMethod(creator);
  expect(await requestMonthlyPayouts(world.ctx)).toBe(0);
  world.clock.set(new Date('2026-12-01T00:01:00Z'));
  creator = await world.signIn('ava@creators.test');
  const runs = await Promise.all(Array.from({ length: 8 }, () => requestMonthlyPayouts(world.ctx)));
  expect(runs.reduce((sum, made) => sum + made, 0)).toBe(1);
  const [payout] = granted(await creator.call(listPayouts, { params: at() }));
  expect(payout).toMatchObject({ monthly: true, amount: { amount: '3000' } });
  granted(await creator.call(cancelPayout, { params: { ...at(), payout_id: payout?.id ?? '' } }));
  expect(await requestMonthlyPayouts(world.ctx)).toBe(0);
  await earnCurrent(world, ava, 100n);
  world.clock.set(new Date('2027-01-02T00:01:00Z'));
  expect(await requestMonthlyPayouts(world.ctx)).toBe(1);
});
