import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listPayouts, listStatements, readStatement, requestPayout } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { TestEarner } from '../ledger/ledger.testing.ts';
import { closeStatements, requestMonthlyPayouts } from './payouts.schedule.ts';
import { addMethod, american, earnCurrent, openEarner } from './payouts.testing.ts';

let world: World;
let earner: TestEarner;
let creator: Client;
let email: string;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(new Date('2026-11-20T12:00:00Z'));
  ({ earner, creator, email } = await openEarner(world));
});

const params = () => ({ merchant_account_id: earner.merchantAccountId });

async function moveTo(at: string): Promise<void> {
  world.clock.set(new Date(at));
  creator = await world.signIn(email);
}

/** The creator's statements after the job ran, newest first. */
async function closeAt(at: string) {
  await moveTo(at);
  await closeStatements(world.ctx);
  return granted(await creator.call(listStatements, { params: params() }));
}

/** The creator's payouts after the job ran, newest first. */
async function requestAt(at: string) {
  await moveTo(at);
  await requestMonthlyPayouts(world.ctx);
  return granted(await creator.call(listPayouts, { params: params() }));
}

async function setMerchant(values: { payout_schedule?: string; payout_minimum?: bigint }) {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('merchants').set(values).where('id', '=', earner.merchantId).execute(),
  );
}

describe('a month', () => {
  test('is closed ten minutes after it ended in UTC, and not earlier', async () => {
    await earnCurrent(world, earner, 3_000n);
    const closedAt = async (at: string) => (await closeAt(at)).map(({ month, closed }) => [month, closed]);
    expect(await closedAt('2026-12-01T00:09:59.999Z')).toEqual([['2026-11', false]]);
    const after = [
      ['2026-12', false],
      ['2026-11', true],
    ];
    expect(await closedAt('2026-12-01T00:10:00.000Z')).toEqual(after);
    expect(await closedAt('2026-12-01T00:10:00.000Z')).toEqual(after);
  });

  test('includes its last millisecond and not the first of the next', async () => {
    world.clock.set(new Date('2026-11-30T23:59:59.999Z'));
    await earnCurrent(world, earner, 1_000n);
    world.clock.set(new Date('2026-12-01T00:00:00.000Z'));
    await earnCurrent(world, earner, 200n);
    const months = await closeAt('2026-12-01T00:10:00.000Z');
    expect(
      months.map(({ month, opening, closing, closed }) => [month, opening.amount, closing.amount, closed]),
    ).toEqual([
      ['2026-12', '1000', '1200', false],
      ['2026-11', '0', '1000', true],
    ]);
  });

  test('that was not closed in time is closed later with its neighbors; only the newest is emailed', async () => {
    await earnCurrent(world, earner, 1_000n);
    world.clock.set(new Date('2027-01-10T00:00:00Z'));
    await earnCurrent(world, earner, 500n);
    const { answer, mails } = await effectsOf(world, () => closeAt('2027-02-03T00:00:00Z'));
    expect(mails.filter((mail) => mail.recipient === email).map((mail) => mail.subject)).toEqual([
      'Your January 2027 statement from Glow Lab is ready',
    ]);
    expect(
      answer.map(({ month, opening, closing, entries }) => [month, opening.amount, closing.amount, entries]),
    ).toEqual([
      ['2027-02', '1500', '1500', 0],
      ['2027-01', '1000', '1500', 1],
      ['2026-12', '1000', '1000', 0],
      ['2026-11', '0', '1000', 1],
    ]);
  });

  test("has one statement for each currency; the brand's own is the default", async () => {
    await earnCurrent(world, earner, 1_000n);
    await earnCurrent(world, { ...earner, currency: 'EUR' }, 70n);
    const months = granted(await creator.call(listStatements, { params: params() }));
    expect(months.map(({ month, currency, closing }) => [month, currency, closing.amount])).toEqual([
      ['2026-11', 'EUR', '70'],
      ['2026-11', 'USD', '1000'],
    ]);
    const at = { ...params(), month: '2026-11' };
    const read = async (query: { currency?: string }) =>
      granted(await creator.call(readStatement, { params: at, query })).closing;
    expect(await read({})).toEqual({ amount: '1000', currency: 'USD' });
    expect(await read({ currency: 'EUR' })).toEqual({ amount: '70', currency: 'EUR' });
    const none = await creator.call(readStatement, { params: at, query: { currency: 'GBP' } });
    expect(none.problem).toMatchObject({ code: 'not_found', status: 404 });
  });
});

describe('a monthly payout', () => {
  beforeEach(() => setMerchant({ payout_schedule: 'monthly', payout_minimum: 2_500n }));

  test.each([
    ['2026-11-30T23:59:59.999Z', 0],
    ['2026-12-01T00:00:00.000Z', 1],
    ['2026-12-03T23:59:59.999Z', 1],
    ['2026-12-04T00:00:00.000Z', 0],
  ])('can be requested on the first three days of a month in UTC: at %s, %i', async (at, expected) => {
    await earnCurrent(world, earner, 3_000n);
    expect(await requestAt(at)).toHaveLength(expected);
  });

  test.each([
    { title: 'the minimum', minimum: 3_000n, expected: 1 },
    { title: 'one cent less than the minimum', minimum: 3_001n, expected: 0 },
  ])('needs the minimum: with $title, $expected', async ({ minimum, expected }) => {
    await earnCurrent(world, earner, 3_000n);
    await setMerchant({ payout_minimum: minimum });
    expect(await requestAt('2026-12-01T00:00:00Z')).toHaveLength(expected);
  });

  test('is not requested for a balance of zero, even without a minimum', async () => {
    await setMerchant({ payout_minimum: 0n });
    await earnCurrent(world, earner, 1n);
    granted(await creator.call(requestPayout, { params: params(), body: { currency: 'USD' } }));
    expect((await requestAt('2026-12-01T00:00:00Z')).map((payout) => payout.monthly)).toEqual([false]);
  });

  test('waits for new bank details to become usable', async () => {
    await earnCurrent(world, earner, 3_000n);
    await moveTo('2026-11-29T00:00:00.000Z');
    await addMethod(creator, american);
    expect(await requestAt('2026-12-01T23:59:59.999Z')).toEqual([]);
    expect(await requestAt('2026-12-02T00:00:00.000Z')).toHaveLength(1);
  });

  test('needs bank details', async () => {
    ({ earner, creator, email } = await openEarner(world, { withMethod: false }));
    await earnCurrent(world, earner, 3_000n);
    expect(await requestAt('2026-12-01T00:00:00Z')).toEqual([]);
    await addMethod(creator);
    expect(await requestAt('2026-12-01T00:00:01Z')).toHaveLength(1);
  });

  test('is not requested from a brand that pays on request', async () => {
    await earnCurrent(world, earner, 3_000n);
    await setMerchant({ payout_schedule: 'on_request' });
    expect(await requestAt('2026-12-01T00:00:00Z')).toEqual([]);
  });

  test("comes on top of the creator's own requests in that month", async () => {
    await earnCurrent(world, earner, 3_000n);
    await moveTo('2026-12-01T08:00:00Z');
    granted(await creator.call(requestPayout, { params: params(), body: { currency: 'USD' } }));
    await earnCurrent(world, earner, 4_000n);
    const rows = await requestAt('2026-12-01T09:00:00Z');
    expect(rows.map((row) => [row.amount.amount, row.monthly])).toEqual([
      ['4000', true],
      ['3000', false],
    ]);
  });

  test("takes only the brand's currency", async () => {
    await earnCurrent(world, earner, 3_000n);
    await earnCurrent(world, { ...earner, currency: 'EUR' }, 9_000n);
    const rows = await requestAt('2026-12-01T08:00:00Z');
    expect(rows.map((row) => row.amount)).toEqual([{ amount: '3000', currency: 'USD' }]);
  });

  test('is recorded without an actor, notifies both sides, and is emailed to the brand', async () => {
    await requestAt('2026-12-01T00:00:00Z');
    await earnCurrent(world, earner, 3_000n);
    const { answer, audits, events, mails } = await effectsOf(world, () => requestMonthlyPayouts(world.ctx));
    expect(answer).toBe(1);
    expect(audits).toMatchObject([
      { action: 'payout.requested', actor: null, details: { amount: '3000', currency: 'USD', commissions: 1 } },
    ]);
    expect(events.filter((event) => event.kind === 'payout-update').map((event) => event.to)).toEqual([
      earner.creatorId,
      earner.merchantId,
    ]);
    expect(mails.map((mail) => [mail.recipient, mail.subject])).toEqual([
      ['brand@glow.test', expect.stringMatching(/^Earner \d+ requested a payout of \$30\.00$/)],
    ]);
  });
});
