import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listUsers } from '@vitrine/contract/operators.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { readSecurityLog } from '@vitrine/contract/settings.ts';
import {
  addPasskey,
  askPasskeyOfLogin,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@vitrine/contract/two-factor.passkeys.ts';
import {
  confirmTwoFactor,
  finishLogin,
  readTwoFactor,
  startTwoFactor,
  turnOffTwoFactor,
} from '@vitrine/contract/two-factor.ts';
import { client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { askedLogin, Authenticator, givePasskey, portal, proofByPasskey } from './passkeys.testing.ts';
import { appCodeOf, stepUpProof, ticketOf } from './two-factor.testing.ts';

const email = 'ava@creators.test';
const noorEmail = 'noor@creators.test';
const minute = 60_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.ctx.config.publicUrl = portal;
});
afterAll(() => world[Symbol.asyncDispose]());
// Each test has an hour without failed attempts.
beforeEach(() => world.clock.advance(61 * minute));

const finish = (ticket: string, passkey: ReturnType<Authenticator['answer']>) =>
  world.anonymous.call(finishLogin, { body: { ticket, passkey } });
const kindsTo = async (address: string) => (await mailsAsSent(world.ctx, address)).map(({ kind }) => kind);
const userIn = async (token: string) => granted(await client(world.app, token).call(me)).email;
const reasonOf = (answer: { problem: { errors?: Record<string, string[]> } }) => answer.problem.errors?.['passkey'];

describe('the first passkey of a user', () => {
  it('turns two-factor login on: recovery codes, other sessions, mail, log', async () => {
    const own = await world.signIn(noorEmail);
    const other = await world.signIn(noorEmail);
    const { authenticator, recovery_codes: codes, passkey } = await givePasskey(own, 'My phone');
    expect(codes).toHaveLength(10);
    expect((await other.call(me)).status).toBe(401);
    expect(granted(await own.call(readTwoFactor))).toEqual({
      on_since: world.clock.now().toISOString(),
      app_since: null,
      passkeys: [
        {
          id: passkey.id,
          name: 'My phone',
          host: 'portal.example',
          created_at: world.clock.now().toISOString(),
          last_used_at: null,
        },
      ],
      passkey_host: 'portal.example',
      recovery_codes_left: 10,
      is_required: false,
      is_missing: false,
    });
    expect(await kindsTo(noorEmail)).toContain('two_factor_on');
    const actions = granted(await own.call(readSecurityLog)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['two_factor.on', 'two_factor.passkey_added']));

    const { ticket, request } = await askedLogin(world, noorEmail);
    expect(request).toMatchObject({ rpId: 'portal.example', userVerification: 'preferred' });
    expect(await userIn(granted(await finish(ticket, authenticator.answer(request))).token)).toBe(noorEmail);
    const second = await ticketOf(world, noorEmail);
    const byCode = { ticket: second, code: codes[0] ?? '' };
    expect(await userIn(granted(await world.anonymous.call(finishLogin, { body: byCode })).token)).toBe(noorEmail);
    const byPassword = await own.call(turnOffTwoFactor, { body: { proof: await stepUpProof(own) } });
    expect(byPassword.problem.code).toBe('second_factor_needed');
    granted(await own.call(turnOffTwoFactor, { body: { proof: await proofByPasskey(own, authenticator) } }));
    granted(await world.anonymous.call(login, { body: { email: noorEmail, password: demoPassword } }));
  });

  it('takes a proof of the password, and the question of this session', async () => {
    const own = await world.signIn(email);
    expect((await own.call(startPasskey, { body: { proof: 'vts_none' } })).problem.code).toBe('step_up_needed');
    const asked = granted(await own.call(startPasskey, { body: { proof: await stepUpProof(own) } }));
    const passkey = new Authenticator().create(asked);
    const elsewhere = await (await world.signIn(email)).call(addPasskey, { body: { name: 'Laptop', passkey } });
    expect(reasonOf(elsewhere)).toEqual(['answers a question that was already answered or has expired. Start again']);
    world.clock.advance(5 * minute);
    expect((await own.call(addPasskey, { body: { name: 'Laptop', passkey } })).status).toBe(422);
    expect(granted(await own.call(readTwoFactor)).passkeys).toEqual([]);
  });

  it('can’t be made at another address', async () => {
    const own = await world.signIn(email);
    const asked = granted(await own.call(startPasskey, { body: { proof: await stepUpProof(own) } }));
    const passkey = new Authenticator().create(asked, { origin: 'https://evil.example', host: 'evil.example' });
    expect(reasonOf(await own.call(addPasskey, { body: { name: 'Laptop', passkey } }))).toEqual([
      'was created at https://evil.example. Create it at https://portal.example',
    ]);
  });
});

describe('an installation without a host name', () => {
  it('on this machine has passkeys at localhost; elsewhere it has none and says so', async () => {
    const own = await world.signIn(email);
    try {
      world.ctx.config.publicUrl = 'http://127.0.0.1:3000';
      const { rp } = granted(await own.call(startPasskey, { body: { proof: await stepUpProof(own) } }));
      expect(rp.id).toBe('localhost');
      world.ctx.config.publicUrl = 'http://192.0.2.7';
      const refused = await own.call(startPasskey, { body: { proof: await stepUpProof(own) } });
      expect([refused.status, refused.problem.message]).toEqual([
        409,
        'Passkeys need a host name, and this portal is at http://192.0.2.7. Use an authenticator app, or ask the operator for a host name.',
      ]);
      expect(granted(await own.call(readTwoFactor)).passkey_host).toBeNull();
    } finally {
      world.ctx.config.publicUrl = portal;
    }
  });
});

describe('several second factors', () => {
  it('are added without new recovery codes, named, listed with their last use, and removed down to the last', async () => {
    const own = await world.signIn(email);
    const first = await givePasskey(own, 'Laptop');
    world.clock.advance(1_000);
    const proof = await proofByPasskey(own, first.authenticator);
    const provedAt = world.clock.now().toISOString();
    const second = await givePasskey(own, 'Key in the drawer', { proof });
    expect([first.recovery_codes.length, second.recovery_codes, second.sessions_ended]).toEqual([10, [], 0]);
    expect(await kindsTo(email)).toContain('second_factor_added');
    const { secret } = granted(await own.call(startTwoFactor, { body: { proof } }));
    const app = granted(await own.call(confirmTwoFactor, { body: { code: appCodeOf(world, secret) } }));
    expect(app).toEqual({ recovery_codes: [], sessions_ended: 0 });

    const params = { passkey_id: second.passkey.id };
    expect(granted(await own.call(renamePasskey, { params, body: { name: ' Spare key ' } })).name).toBe('Spare key');
    const { ticket, request } = await askedLogin(world, email);
    expect(request.allowCredentials).toHaveLength(2);
    granted(await finish(ticket, second.authenticator.answer(request)));
    const used = granted(await own.call(readTwoFactor)).passkeys;
    expect(used.map(({ name, last_used_at: at }) => [name, at])).toEqual([
      ['Laptop', provedAt],
      ['Spare key', world.clock.now().toISOString()],
    ]);

    expect((await own.call(removePasskey, { params, body: { proof: 'vts_none' } })).problem.code).toBe(
      'step_up_needed',
    );
    expect(granted(await own.call(removePasskey, { params, body: { proof } })).passkeys).toHaveLength(1);
    expect(await kindsTo(email)).toContain('second_factor_gone');
    expect(granted(await own.call(removeAuthenticator, { body: { proof } })).app_since).toBeNull();
    const last = { params: { passkey_id: first.passkey.id }, body: { proof } };
    expect((await own.call(removePasskey, last)).problem.message).toBe(
      'This is your only second factor. Add another one first, or turn two-factor login off if you no longer want it.',
    );
    const left = granted(await own.call(readTwoFactor));
    expect([left.passkeys.length, left.recovery_codes_left]).toEqual([1, 10]);
    const off = granted(await own.call(turnOffTwoFactor, { body: { proof } }));
    expect([off.on_since, off.passkeys, off.recovery_codes_left]).toEqual([null, [], 0]);
  });

  it('removed at once leave one', async () => {
    const own = await world.signIn(email);
    const one = await givePasskey(own, 'One');
    const proof = await proofByPasskey(own, one.authenticator);
    const both = [one, await givePasskey(own, 'Two', { proof })];
    const answers = await Promise.all(
      both.map(({ passkey }) => own.call(removePasskey, { params: { passkey_id: passkey.id }, body: { proof } })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    granted(await own.call(turnOffTwoFactor, { body: { proof } }));
  });

  it('of others look missing', async () => {
    const noor = await world.signIn(noorEmail);
    const { authenticator, passkey } = await givePasskey(noor);
    const own = await world.signIn(email);
    const params = { passkey_id: passkey.id };
    const proof = await stepUpProof(own);
    expect((await own.call(renamePasskey, { params, body: { name: 'Mine' } })).status).toBe(404);
    expect((await own.call(removePasskey, { params, body: { proof } })).status).toBe(404);
    granted(await noor.call(turnOffTwoFactor, { body: { proof: await proofByPasskey(noor, authenticator) } }));
  });
});

describe('the answer of a passkey', () => {
  let authenticator: Authenticator;
  beforeAll(async () => {
    ({ authenticator } = await givePasskey(await world.signIn(email)));
  });

  it('from another address is refused', async () => {
    const { ticket, request } = await askedLogin(world, email);
    const phished = authenticator.answer(request, { origin: 'https://portal.example.evil.test' });
    expect(reasonOf(await finish(ticket, phished))).toEqual([
      'was used at https://portal.example.evil.test, which is not this portal. Passkeys work at https://portal.example',
    ]);
  });

  it('for another host name is refused, although the browser’s own data names ours', async () => {
    const { ticket, request } = await askedLogin(world, email);
    const answer = authenticator.answer(request, { host: 'evil.test' });
    expect(reasonOf(await finish(ticket, answer))).toEqual([
      'could not be verified. Try again, or use another second factor',
    ]);
  });

  it('counts once, and not for another login', async () => {
    const [one, other] = [await askedLogin(world, email), await askedLogin(world, email)];
    const answer = authenticator.answer(one.request);
    expect((await finish(other.ticket, answer)).status).toBe(422);
    granted(await finish(one.ticket, answer));
    expect((await finish(one.ticket, answer)).problem.code).toBe('login_expired');
    const next = await askedLogin(world, email);
    expect(reasonOf(await finish(next.ticket, answer))).toEqual([
      'answers a question that was already answered or has expired. Try again',
    ]);
  });

  it('uses the question up, also when it is wrong', async () => {
    const { ticket, request } = await askedLogin(world, email);
    expect((await finish(ticket, new Authenticator().answer(request))).status).toBe(422);
    expect((await finish(ticket, authenticator.answer(request))).status).toBe(422);
    const { request: again } = granted(await world.anonymous.call(askPasskeyOfLogin, { body: { ticket } }));
    granted(await finish(ticket, authenticator.answer(again ?? { challenge: '' })));
  });

  it('comes within five minutes', async () => {
    const { ticket, request } = await askedLogin(world, email);
    world.clock.advance(5 * minute);
    expect((await finish(ticket, authenticator.answer(request))).status).toBe(422);
  });

  it('of someone else’s passkey is refused', async () => {
    const noor = await world.signIn(noorEmail);
    const { authenticator: hers } = await givePasskey(noor);
    const { ticket, request } = await askedLogin(world, email);
    expect(reasonOf(await finish(ticket, hers.answer(request)))).toEqual([
      'is not one of this account. It may have been removed',
    ]);
    granted(await noor.call(turnOffTwoFactor, { body: { proof: await proofByPasskey(noor, hers) } }));
  });

  it('with a changed signature is refused', async () => {
    const { ticket, request } = await askedLogin(world, email);
    const other = new Authenticator().answer(request);
    const forged = { ...authenticator.answer(request), signature: other.signature };
    expect((await finish(ticket, forged)).status).toBe(422);
  });

  it('that counts backwards is refused, and the owner reads it in the security log', async () => {
    const { token } = await (async () => {
      const { ticket, request } = await askedLogin(world, email);
      authenticator.count = 7;
      return granted(await finish(ticket, authenticator.answer(request)));
    })();
    for (const count of [7, 6, 0]) {
      const { ticket, request } = await askedLogin(world, email);
      authenticator.count = count;
      expect(reasonOf(await finish(ticket, authenticator.answer(request)))).toEqual([
        'has been used more often than it says, so there may be a copy of it. Use another second factor, and remove this passkey',
      ]);
    }
    const log = granted(await client(world.app, token).call(readSecurityLog));
    expect(log.filter(({ action }) => action === 'two_factor.passkey_behind')).toHaveLength(3);
    authenticator.count = 8;
    const { ticket, request } = await askedLogin(world, email);
    granted(await finish(ticket, authenticator.answer(request)));
  });

  it('of ten wrong ones in an hour, no more is checked, and the owner is told', async () => {
    const { ticket, request } = await askedLogin(world, email);
    const wrong = new Authenticator().answer(request);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await finish(ticket, wrong)).status);
    expect(statuses.map((status) => status === 429)).toEqual([...Array.from({ length: 10 }, () => false), true]);
    expect(await kindsTo(email)).toContain('second_factor_locked');
    world.clock.advance(60 * minute);
    authenticator.count += 1;
    const later = await askedLogin(world, email);
    granted(await finish(later.ticket, authenticator.answer(later.request)));
  });

  it('or a code finishes a login, not both and not neither', async () => {
    const { ticket, request } = await askedLogin(world, email);
    const passkey = authenticator.answer(request);
    for (const body of [{ ticket }, { ticket, passkey, code: '123456' }])
      expect((await world.anonymous.call(finishLogin, { body })).problem.errors).toEqual({
        code: ['must be here, or passkey, but not both'],
      });
  });
});

describe('an operator whose only second factor is a passkey', () => {
  it('reaches everything in production, and can’t turn it off', async () => {
    world.ctx.config.operatorsNeedSecondFactor = true;
    const operator = await world.signIn('operator@vitrine.test');
    expect((await operator.call(listUsers)).problem.code).toBe('two_factor_required');
    const { authenticator, passkey } = await givePasskey(operator);
    const users = granted(await operator.call(listUsers, { query: { role: 'operator' } }));
    expect(users.map((user) => user.two_factor_since)).toContain(passkey.created_at);
    const proof = await proofByPasskey(operator, authenticator);
    const off = await operator.call(turnOffTwoFactor, { body: { proof } });
    expect([off.status, off.problem.message]).toEqual([
      409,
      expect.stringContaining('Operators need two-factor login'),
    ]);
    const removed = await operator.call(removePasskey, { params: { passkey_id: passkey.id }, body: { proof } });
    expect(removed.status).toBe(409);
    granted(await operator.call(listUsers));
  });
});
