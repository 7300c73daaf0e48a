import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPayoutMethods, removePayoutMethod, setPayoutMethod } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { readBankAccount } from './bank.ts';
import { addMethod, american, french, openEarner, proofOf } from './payouts.testing.ts';

let world: World;
let ava: Client;
let proof: string;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  proof = await proofOf(ava);
});
afterAll(() => world[Symbol.asyncDispose]());

const set = (client: Client, details: object, by = proof) =>
  client.call(setPayoutMethod, { body: { ...french, ...details, proof: by } });

const japanese = { country: 'JP', bic: 'BOTKJPJT', account_number: '1234567' };

describe('bank details', () => {
  test.each([
    [{ country: 'fr' }, { country: ['must be a country code with two capital letters, like FR'] }],
    [{ holder_name: ' A ' }, { holder_name: ['must have at least 2 characters'] }],
    [{ holder_name: `A ${'x'.repeat(69)}` }, { holder_name: ['must have at most 70 characters'] }],
    [{ iban: '' }, { iban: ['is missing; enter the IBAN of an account in FR'] }],
    [
      { ...american, routing_number: '' },
      { routing_number: ['is missing; enter the 9 digits at the bottom of a check'] },
    ],
    [{ ...american, routing_number: '02100002' }, { routing_number: ['must have 9 digits, like 021000021'] }],
    [{ ...american, routing_number: '021000022' }, { routing_number: ['has a typo; the check digits don’t match'] }],
    [{ ...american, account_number: '123' }, { account_number: ['must have 4 to 17 digits'] }],
    [{ ...japanese, bic: 'BOTKJPJ' }, { bic: ['must be a BIC with 8 or 11 characters, like BOTKJPJT'] }],
    [{ ...japanese, bic: 'DEUTDEFF' }, { bic: ['must be from a bank in JP; this one is in DE'] }],
    [{ ...japanese, account_number: '123' }, { account_number: ['must have 4 to 34 letters or digits'] }],
  ])('with a fault are refused with the field and what it needs: %j', async (details, errors) => {
    const { answer, audits, mails } = await effectsOf(world, () => set(ava, details));
    expect(answer.problem).toMatchObject({ code: 'validation_failed', status: 422, errors });
    expect([audits, mails]).toEqual([[], []]);
    expect(granted(await ava.call(listPayoutMethods))).toEqual([]);
  });

  const holder = { holder_name: 'Ava Lindqvist' };
  test.each([
    ['US', 4, true],
    ['US', 17, true],
    ['US', 18, false],
    ['JP', 3, false],
    ['JP', 4, true],
    ['JP', 34, true],
    ['JP', 35, false],
  ] as const)('in %s with an account number of %i digits are accepted: %s', (country, digits, accepted) => {
    const details = { ...holder, ...(country === 'US' ? american : japanese), account_number: '7'.repeat(digits) };
    expect('field' in readBankAccount(details)).toBe(!accepted);
  });

  test.each([
    ['BOTKJPJT', true],
    ['BOTKJPJTXXX', true],
    ['botk jp jt', true],
    ['BOTKJPJTXX', false],
    ['B0TKJPJT', false],
  ])('with the BIC %s are accepted: %s', (bic, accepted) => {
    expect('field' in readBankAccount({ ...holder, ...japanese, bic })).toBe(!accepted);
  });
});

describe('changing bank details', () => {
  test('records each step with the last four characters only, notifies open screens, and emails the creator', async () => {
    const { creator, earner, email } = await openEarner(world, { withMethod: false });
    const first = await effectsOf(world, () => addMethod(creator));
    const changed = await effectsOf(world, () => addMethod(creator, american));
    const [held] = granted(await creator.call(listPayoutMethods));
    const removed = await effectsOf(world, async () =>
      creator.call(removePayoutMethod, {
        params: { payout_method_id: held?.id ?? '' },
        body: { proof: await proofOf(creator) },
      }),
    );
    const entry = (action: string, details: object) => ({
      action,
      actor: earner.creatorId,
      subject: earner.creatorId,
      details,
    });
    const audits = [first, changed, removed].map((step) =>
      step.audits.filter((each) => each.action !== 'password.given_again'),
    );
    expect(audits).toEqual([
      [entry('payout_method.added', { hint: '•••• 0189', country: 'FR' })],
      [entry('payout_method.changed', { hint: '•••• 6789', country: 'US' })],
      [entry('payout_method.removed', {})],
    ]);
    for (const { events, mails } of [first, changed, removed]) {
      expect(events).toEqual([{ kind: 'user-update', to: earner.creatorId }]);
      expect(mails.map((mail) => [mail.kind, mail.recipient])).toEqual([['payout_details_changed', email]]);
    }
    expect(first.mails[0]?.text).not.toContain('you can use it from');
    expect(changed.mails[0]?.text).toContain('you can use it from');
  });

  test('to the same ones, typed differently, records nothing', async () => {
    const { creator } = await openEarner(world);
    const by = await proofOf(creator);
    const { answer, audits, mails } = await effectsOf(world, () =>
      set(creator, { iban: 'fr76 3000 6000 0112 3456 7890 189' }, by),
    );
    expect(answer.status).toBe(200);
    expect([audits, mails]).toEqual([[], []]);
  });

  test('to another holder of the same account is a change, with its waiting time', async () => {
    const { creator } = await openEarner(world);
    granted(await set(creator, { holder_name: 'Someone Else' }, await proofOf(creator)));
    const [held] = granted(await creator.call(listPayoutMethods));
    expect(held).toMatchObject({
      holder_name: 'Someone Else',
      usable_from: new Date(world.clock.now().getTime() + 72 * 3_600_000).toISOString(),
    });
  });
});

describe('removing bank details', () => {
  const remove = (client: Client, id: string, by: string) =>
    client.call(removePayoutMethod, { params: { payout_method_id: id }, body: { proof: by } });

  test('of another creator is not found, and they stay', async () => {
    const { creator } = await openEarner(world);
    const [held] = granted(await creator.call(listPayoutMethods));
    expect((await remove(ava, held?.id ?? '', proof)).problem).toMatchObject({ code: 'not_found', status: 404 });
    // Without a proof, it is the same whether there is such an account or not.
    for (const id of [held?.id ?? '', 'nothing'])
      expect((await remove(ava, id, 'guess')).problem.code).toBe('step_up_needed');
    expect(granted(await creator.call(listPayoutMethods))).toEqual([held]);
  });

  test('needs the password, and works once', async () => {
    const { creator } = await openEarner(world);
    const [held] = granted(await creator.call(listPayoutMethods));
    const id = held?.id ?? '';
    for (const by of ['guess', proof])
      expect((await remove(creator, id, by)).problem).toMatchObject({ code: 'step_up_needed', status: 403 });
    const own = await proofOf(creator);
    expect(granted(await remove(creator, id, own))).toEqual({ removed: true });
    expect((await remove(creator, id, own)).problem.code).toBe('not_found');
    expect(granted(await creator.call(listPayoutMethods))).toEqual([]);
  });
});
