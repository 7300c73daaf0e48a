import { approvePayouts, requestPayout, setPayoutMethod } from '@vitrine/contract/payouts.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';
import { matureCommissions } from '../commissions/commissions.maturity.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { earn, type TestEarner } from '../ledger/ledger.testing.ts';
import { createUser } from '../passwords/passwords.service.ts';

// Shared by the tests of payouts: available money, bank details, and a proof of the password.

export const french = { country: 'FR', holder_name: 'Ava Lindqvist', iban: 'FR7630006000011234567890189' };
export const american = {
  country: 'US',
  holder_name: 'Ava Lindqvist',
  routing_number: '021000021',
  account_number: '000123456789',
};

export function avaOf(world: World): TestEarner {
  const { merchants, accounts, users } = world.people;
  return { merchantId: merchants.glow, merchantAccountId: accounts.avaGlow, creatorId: users.ava, currency: 'USD' };
}

let opened = 0;

/** A new creator of a brand, logged in, with bank details and nothing earned yet. */
export async function openEarner(
  world: World,
  { merchant = 'glow', withMethod = true }: { merchant?: 'glow' | 'maison'; withMethod?: boolean } = {},
): Promise<{ creator: Client; earner: TestEarner; email: string }> {
  opened += 1;
  const handle = `earner${opened}`;
  const email = `${handle}@creators.test`;
  const user = { email, password: demoPassword, role: 'creator', handle, displayName: `Earner ${opened}` } as const;
  const creatorId = await createUser(world.ctx, user);
  const merchantId = world.people.merchants[merchant];
  const merchantAccountId = await openMerchantAccount(world.ctx, merchantId, creatorId);
  const creator = await world.signIn(email);
  if (withMethod) await addMethod(creator);
  return {
    creator,
    email,
    earner: { merchantId, merchantAccountId, creatorId, currency: merchant === 'glow' ? 'USD' : 'EUR' },
  };
}

export async function proofOf(client: Client): Promise<string> {
  return granted(await client.call(stepUp, { body: { password: demoPassword } })).proof;
}

export async function addMethod(client: Client, details: object = french): Promise<void> {
  granted(await client.call(setPayoutMethod, { body: { ...french, ...details, proof: await proofOf(client) } }));
}

/** Commissions that are available at once, in this order. */
export async function earnCurrent(world: World, of: TestEarner, ...amounts: bigint[]): Promise<{ orderId: string }[]> {
  const earned = [];
  for (const amount of amounts) {
    earned.push(await earn(world.ctx, of, { amount, maturesAt: world.clock.now() }));
    await matureCommissions(world.ctx);
    world.clock.advance(1_000);
  }
  return earned;
}

export async function request(client: Client, of: TestEarner, atMost?: bigint) {
  return client.call(requestPayout, {
    params: { merchant_account_id: of.merchantAccountId },
    body: { currency: of.currency, ...(atMost !== undefined && { at_most: atMost.toString() }) },
  });
}

/** The same, retried while the server is busy. */
export async function requestWithRetries(client: Client, of: TestEarner, atMost?: bigint): ReturnType<typeof request> {
  const answer = await request(client, of, atMost);
  return answer.status === 503 ? requestWithRetries(client, of, atMost) : answer;
}

export async function approve(staff: Client, merchant: string, ...ids: string[]) {
  return staff.call(approvePayouts, {
    params: { merchant },
    body: { payout_ids: ids, proof: await proofOf(staff) },
  });
}
