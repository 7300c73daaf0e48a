import { giveAdjustments } from '@vitrine/contract/adjustments.ts';
import {
  approvePayouts,
  cancelPayout,
  failPayout,
  payPayout,
  requestPayout,
  sendPayout,
  setPayoutMethod,
} from '@vitrine/contract/payouts.ts';
import { freshProof } from '../payouts.ts';
import { granted } from '../shelves.ts';
import type { Timeline } from '../timeline.ts';
import { memberOf, type Program } from './program.opening.ts';

// What the brand pays: a payout in every state, bonuses and a correction.

const emailOf = (handle: string) => `${handle}@creators.test`;

async function requestFor(timeline: Timeline, program: Program, handle: string): Promise<string> {
  const { creator, accountId } = memberOf(program, handle);
  const own = await timeline.signIn(emailOf(handle));
  const body = {
    country: 'US',
    holder_name: creator.name,
    routing_number: '021000021',
    account_number: `00${1_000_000 + creator.name.length * 7_919}`,
    proof: await freshProof(own),
  };
  granted(await own.call(setPayoutMethod, { body }));
  const params = { merchant_account_id: accountId };
  return granted(await own.call(requestPayout, { params, body: { currency: program.brand.currency } })).id;
}

async function approve(timeline: Timeline, { brand }: Program, payoutId: string) {
  const staff = await timeline.signIn(brand.staff);
  const body = { payout_ids: [payoutId], proof: await freshProof(staff) };
  granted(await staff.call(approvePayouts, { params: { merchant: brand.slug }, body }));
  return staff;
}

/** Approves a payout and sends it to the bank. */
async function send(timeline: Timeline, program: Program, payoutId: string) {
  const staff = await approve(timeline, program, payoutId);
  const params = { merchant: program.brand.slug, payout_id: payoutId };
  const reference = `${program.brand.orderPrefix}-${payoutId.slice(-8)}`;
  granted(await staff.call(sendPayout, { params, body: { reference } }));
  return { staff, params };
}

async function giveBonuses(timeline: Timeline, { brand }: Program): Promise<void> {
  const staff = await timeline.signIn(brand.staff);
  const params = { merchant: brand.slug };
  const bonus = {
    kind: 'bonus' as const,
    reason: 'Thank you for the launch videos of Rosewood Mist. They sold out the first batch.',
    rows: ['lucia_mendes', 'misaki', 'salma_elamrani', 'thiago_runs', 'zoe_vdb'].map((creator) => ({
      creator,
      amount: '5000',
    })),
    proof: await freshProof(staff),
  };
  granted(await staff.call(giveAdjustments, { params, body: bonus }));
  const correction = {
    kind: 'correction' as const,
    reason: 'Order 50812 was a test of ours. We take its commission back.',
    rows: [{ creator: 'jonas_weiss', amount: '-360' }],
    proof: await freshProof(staff),
  };
  granted(await staff.call(giveAdjustments, { params, body: correction }));
}

/** By the number of the day. Commissions are available 30 days after their order. */
export const moneyDays: Record<number, (timeline: Timeline, program: Program) => Promise<void>> = {
  44: (timeline, program) => giveBonuses(timeline, program),
  46: async (timeline, program) => {
    const { staff, params } = await send(timeline, program, await requestFor(timeline, program, 'lucia_mendes'));
    granted(await staff.call(payPayout, { params, body: {} }));
  },
  48: async (timeline, program) => {
    const { staff, params } = await send(timeline, program, await requestFor(timeline, program, 'hayoon'));
    const reason = 'The bank returned it: the account number doesn’t exist.';
    granted(await staff.call(failPayout, { params, body: { reason } }));
  },
  52: async (timeline, program) => {
    const payoutId = await requestFor(timeline, program, 'zoe_vdb');
    const { accountId } = memberOf(program, 'zoe_vdb');
    const params = { merchant_account_id: accountId, payout_id: payoutId };
    granted(await (await timeline.signIn(emailOf('zoe_vdb'))).call(cancelPayout, { params }));
  },
  55: async (timeline, program) => {
    await approve(timeline, program, await requestFor(timeline, program, 'priyaglows'));
  },
  57: async (timeline, program) => {
    await send(timeline, program, await requestFor(timeline, program, 'thiago_runs'));
  },
  58: async (timeline, program) => {
    await requestFor(timeline, program, 'misaki');
  },
};
