import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeBrandSettings, readBrandSettings } from '@vitrine/contract/brand-settings.ts';
import { approvePayouts, exportPayouts, failPayout, payPayout, sendPayout } from '@vitrine/contract/payouts.ts';
import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import { askPasskeyOfProof } from '@vitrine/contract/two-factor.passkeys.ts';
import { turnOffTwoFactor } from '@vitrine/contract/two-factor.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { givePasskey, portal } from '../two-factor/passkeys.testing.ts';
import { appCodeOf, fullProof, signInWithCode, turnOn } from '../two-factor/two-factor.testing.ts';
import { givePayout } from './authorization.testing.ts';
import { proofOf } from './payouts.testing.ts';

const params = { merchant: 'glow-lab' };
let world: World;
let owner: Client;
let secret: string;
/** A session of the owner from before two-factor login, and one of another owner who never turned it on. */
let other: Client;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
  ({ secret } = await turnOn(world, owner));
  other = await staffOf('owner', 'second@glow.test');
  granted(await set(owner, true, await confirmed(owner)));
});
afterAll(() => world[Symbol.asyncDispose]());

async function staffOf(role: 'owner' | 'manager' | 'finance', email: string): Promise<Client> {
  const userId = await createUser(world.ctx, { email, password: demoPassword, role: 'brand', displayName: email });
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('merchant_staff')
      .values({ merchant_id: world.people.merchants.glow, user_id: userId, role, joined_at: world.clock.now() })
      .execute(),
  );
  return world.signIn(email);
}

const set = (as: Client, isOn: boolean, proof?: string) =>
  as.call(changeBrandSettings, { params, body: { payouts_need_two_factor: isOn, ...(proof && { proof }) } });
const isDemanded = async () => granted(await owner.call(readBrandSettings, { params })).payouts_need_two_factor;

/** A new code: the clock moves on to the next one. */
function nextCode(of = secret): string {
  world.clock.advance(30_000);
  return appCodeOf(world, of);
}

/** A session of the owner in which no code was entered since the login. */
const freshSession = () => signInWithCode(world, 'brand@glow.test', nextCode());

async function confirmed(as: Client): Promise<string> {
  const proof = await proofOf(as);
  granted(await as.call(confirmProof, { body: { proof, code: nextCode() } }));
  return proof;
}

const give = (state: 'requested' | 'approved' | 'sent' = 'requested') =>
  givePayout(world, world.people.merchants.glow, world.people.accounts.avaGlow, state);
const approve = async (as: Client, proof: string) =>
  as.call(approvePayouts, { params, body: { payout_ids: [await give()], proof } });

describe('a brand that demands two-factor login for payouts', () => {
  it('lets staff approve, export, send and pay with password and code', async () => {
    const session = await freshSession();
    const proof = await confirmed(session);
    expect((await approve(session, proof)).status).toBe(200);
    expect((await session.call(exportPayouts, { params, body: { proof } })).status).toBe(200);
    const place = { ...params, payout_id: await give('approved') };
    expect((await session.call(sendPayout, { params: place, body: { reference: 'SEPA 1', proof } })).status).toBe(200);
    expect((await session.call(payPayout, { params: place, body: { proof } })).status).toBe(200);
  });

  it('takes the passkey of someone who has no app, for the proof that it was asked for', async () => {
    world.ctx.config.publicUrl = portal;
    const finance = await staffOf('finance', 'passkey@glow.test');
    const { authenticator } = await givePasskey(finance);
    const [proof, another] = [await proofOf(finance), await proofOf(finance)];
    const { request } = granted(await finance.call(askPasskeyOfProof, { body: { proof } }));
    const passkey = authenticator.answer(request ?? { challenge: '' });
    const misused = await finance.call(confirmProof, { body: { proof: another, passkey } });
    expect(misused.problem.errors).toEqual({
      passkey: ['answers a question that was already answered or has expired. Try again'],
    });
    expect((await approve(finance, proof)).problem.code).toBe('second_factor_needed');
    granted(await finance.call(confirmProof, { body: { proof, passkey } }));
    expect((await approve(finance, proof)).status).toBe(200);
    expect((await finance.call(confirmProof, { body: { proof, passkey } })).status).toBe(422);
  });

  it('refuses a proof without a code, even in a session that began with one', async () => {
    const session = await freshSession();
    const proof = await proofOf(session);
    const refused = await approve(session, proof);
    expect(refused.problem).toMatchObject({ status: 403, code: 'second_factor_needed' });
    expect(refused.problem.message).toBe(
      'Your account has two-factor login, so your password is not enough for this. Confirm the proof with a code or your passkey: POST /step-up/second-factor.',
    );
    expect((await session.call(exportPayouts, { params, body: { proof } })).problem.code).toBe('second_factor_needed');
    const place = { ...params, payout_id: await give('approved') };
    const sent = await session.call(sendPayout, { params: place, body: { reference: 'SEPA 1', proof } });
    expect(sent.problem.code).toBe('second_factor_needed');
    expect((await session.call(payPayout, { params: place, body: { proof } })).problem.code).toBe(
      'second_factor_needed',
    );
    const failed = { params: place, body: { reason: 'No such account', proof } };
    expect((await session.call(failPayout, failed)).problem.code).toBe('second_factor_needed');
  });

  it('tells staff without two-factor login how to turn it on', async () => {
    const refused = await approve(other, await proofOf(other));
    expect(refused.problem).toMatchObject({ status: 403, code: 'second_factor_off' });
    expect(refused.problem.message).toContain(`Turn it on in your account, at ${world.ctx.config.publicUrl}/settings`);
    const proof = await proofOf(other);
    const confirm = await other.call(confirmProof, { body: { proof, code: '000000' } });
    expect(confirm.problem.code).toBe('second_factor_off');
  });

  it('refuses a code that was used, in the login or for another proof', async () => {
    const code = nextCode();
    const session = await signInWithCode(world, 'brand@glow.test', code);
    const proof = await proofOf(session);
    const replayed = await session.call(confirmProof, { body: { proof, code } });
    expect(replayed.problem.errors).toEqual({ code: ['is wrong or was already used'] });
    const next = nextCode();
    granted(await session.call(confirmProof, { body: { proof, code: next } }));
    const second = await proofOf(session);
    expect((await session.call(confirmProof, { body: { proof: second, code: next } })).status).toBe(422);
    expect((await approve(session, second)).problem.code).toBe('second_factor_needed');
    expect((await approve(session, proof)).status).toBe(200);
  });

  it('takes no proof or code of another session', async () => {
    const [session, thief] = [await freshSession(), await freshSession()];
    const proof = await confirmed(session);
    expect((await approve(thief, proof)).problem.code).toBe('step_up_needed');
    const place = { ...params, payout_id: await give('approved') };
    const sent = await thief.call(sendPayout, { params: place, body: { reference: 'SEPA 1', proof } });
    expect(sent.problem.code).toBe('step_up_needed');
    const own = await proofOf(thief);
    expect((await thief.call(confirmProof, { body: { proof, code: nextCode() } })).problem.code).toBe('step_up_needed');
    expect((await approve(thief, own)).problem.code).toBe('second_factor_needed');
  });

  it('trusts a proof for five minutes, to approve, send and pay', async () => {
    const session = await freshSession();
    const proof = await confirmed(session);
    world.clock.advance(4 * 60_000);
    expect((await approve(session, proof)).status).toBe(200);
    world.clock.advance(2 * 60_000);
    expect((await approve(session, proof)).problem.code).toBe('step_up_needed');
    const place = { ...params, payout_id: await give('approved') };
    const sent = await session.call(sendPayout, { params: place, body: { reference: 'SEPA 2', proof } });
    expect(sent.problem.code).toBe('step_up_needed');
    expect((await session.call(payPayout, { params: place, body: { proof } })).problem.code).toBe('step_up_needed');
  });

  it('stops guessing after ten wrong codes', async () => {
    const session = await freshSession();
    const proof = await proofOf(session);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await session.call(confirmProof, { body: { proof, code: '000000' } })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect((await session.call(confirmProof, { body: { proof, code: nextCode() } })).status).toBe(429);
    world.clock.advance(61 * 60_000);
  });

  it('gives a manager neither payouts nor the setting', async () => {
    const manager = await staffOf('manager', 'manager@glow.test');
    const { secret: hers } = await turnOn(world, manager);
    const proof = await fullProof(world, manager, hers);
    expect((await approve(manager, proof)).problem.code).toBe('forbidden');
    const refused = await set(manager, false, proof);
    expect(refused.status).toBe(403);
    expect(refused.problem.message).toContain('It needs the role owner');
    expect(await isDemanded()).toBe(true);
  });
});

describe('the setting', () => {
  it('ends only with a code, so that neither a stolen session with its password nor another owner ends it', async () => {
    expect((await set(other, false)).problem.code).toBe('second_factor_off');
    const session = await freshSession();
    expect((await set(session, false)).problem.code).toBe('second_factor_needed');
    expect(await isDemanded()).toBe(true);
    const proof = await confirmed(session);
    expect(granted(await set(session, false, proof)).payouts_need_two_factor).toBe(false);
    expect((await approve(session, await proofOf(session))).problem.code).toBe('second_factor_needed');
    expect((await approve(session, proof)).status).toBe(200);
  });

  it('begins only for an owner who has two-factor login', async () => {
    owner = await freshSession();
    expect((await set(other, true)).problem.code).toBe('second_factor_off');
    expect(granted(await set(owner, true, await confirmed(owner))).payouts_need_two_factor).toBe(true);
  });

  it('holds after the owner turned their own two-factor login off', async () => {
    granted(await owner.call(turnOffTwoFactor, { body: { proof: await confirmed(owner) } }));
    expect((await approve(owner, await proofOf(owner))).problem.code).toBe('second_factor_off');
    expect((await set(owner, false)).problem.code).toBe('second_factor_off');
  });
});
