import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditEntries, readUser } from '@vitrine/contract/operators.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { readSecurityLog } from '@vitrine/contract/settings.ts';
import {
  confirmTwoFactor,
  readTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from '@vitrine/contract/two-factor.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { impersonateAva } from '../impersonation/impersonation.testing.ts';
import { appCodeOf, fullProof, stepUpProof, signInWithCode, turnOn } from './two-factor.testing.ts';

const ava = 'ava@creators.test';
const staff = 'brand@glow.test';
const reason = 'Lost their phone, known by video call';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const kindsTo = async (email: string) => (await mailsAsSent(world.ctx, email)).map(({ kind }) => kind);
const stored = (table: 'second_factors' | 'recovery_codes') =>
  world.ctx.database.as({ role: 'system' }, (tx) => tx.selectFrom(table).selectAll().execute());

describe('turning two-factor login on', () => {
  test('takes a proof of the password', async () => {
    const own = await world.signIn(ava);
    const foreign = await stepUpProof(await world.signIn('noor@creators.test'));
    expect((await own.call(startTwoFactor, { body: { proof: foreign } })).problem.code).toBe('step_up_needed');
    expect(await stored('second_factors')).toEqual([]);
  });

  test('takes the first code of the app; until then, logging in takes none', async () => {
    const own = await world.signIn(ava);
    const other = await world.signIn(ava);
    const started = granted(await own.call(startTwoFactor, { body: { proof: await stepUpProof(own) } }));
    expect(started.otpauth_url).toBe(
      `otpauth://totp/Vitrine:ava%40creators.test?issuer=Vitrine&secret=${started.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(started.qr_svg).toMatch(/^<svg /);
    const wrong = await own.call(confirmTwoFactor, { body: { code: appCodeOf(world, started.secret, 5) } });
    expect(wrong.problem.errors).toEqual({ code: ['is wrong'] });
    expect(granted(await own.call(readTwoFactor))).toMatchObject({ on_since: null, recovery_codes_left: 0 });
    granted(await world.anonymous.call(login, { body: { email: ava, password: demoPassword } }));

    const code = appCodeOf(world, started.secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const done = granted(await own.call(confirmTwoFactor, { body: { code: spaced } }));
    expect(done.recovery_codes).toHaveLength(10);
    expect(done.sessions_ended).toBeGreaterThanOrEqual(2);
    expect((await other.call(me)).status).toBe(401);
    const since = world.clock.now().toISOString();
    expect(granted(await own.call(readTwoFactor))).toMatchObject({
      on_since: since,
      app_since: since,
      passkeys: [],
      recovery_codes_left: 10,
      is_missing: false,
    });
    expect(await kindsTo(ava)).toContain('two_factor_on');
    expect(granted(await own.call(readSecurityLog)).map(({ action }) => action)).toContain('two_factor.on');
    world.clock.advance(30_000);
    const again = await own.call(startTwoFactor, { body: { proof: await fullProof(world, own, started.secret) } });
    expect(again.problem).toMatchObject({
      code: 'conflict',
      message: 'Your account already has an authenticator app. Remove it before you add another one.',
    });
  });

  test('stores the secret encrypted and recovery codes as hashes', async () => {
    const own = await world.signIn('noor@creators.test');
    const { secret, recoveryCodes } = await turnOn(world, own);
    const text = JSON.stringify([
      (await stored('second_factors')).map(({ sealed }) => sealed.toString('latin1')),
      (await stored('recovery_codes')).map(({ code_hash: hash }) => hash.toString('latin1')),
    ]);
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(plain);
    granted(await own.call(turnOffTwoFactor, { body: { proof: await fullProof(world, own, secret) } }));
  });

  test('expires after an hour without a code', async () => {
    const own = await world.signIn('noor@creators.test');
    const { secret } = granted(await own.call(startTwoFactor, { body: { proof: await stepUpProof(own) } }));
    world.clock.advance(3_600_001);
    const late = await own.call(confirmTwoFactor, { body: { code: appCodeOf(world, secret) } });
    expect(late.problem.code).toBe('conflict');
  });
});

describe('turning it off', () => {
  test('takes password and code; the owner is emailed, and logging in takes no code', async () => {
    const own = await world.signIn(staff);
    const { secret } = await turnOn(world, own);
    expect((await own.call(turnOffTwoFactor, { body: { proof: 'vts_none' } })).problem.code).toBe('step_up_needed');
    const byPassword = await own.call(turnOffTwoFactor, { body: { proof: await stepUpProof(own) } });
    expect(byPassword.problem).toMatchObject({ status: 403, code: 'second_factor_needed' });
    const off = granted(await own.call(turnOffTwoFactor, { body: { proof: await fullProof(world, own, secret) } }));
    expect(off).toMatchObject({ on_since: null, app_since: null, recovery_codes_left: 0, is_missing: false });
    expect(await kindsTo(staff)).toEqual(expect.arrayContaining(['two_factor_on', 'two_factor_off']));
    expect(granted(await own.call(readSecurityLog)).map(({ action }) => action)).toContain('two_factor.off');
    granted(await world.anonymous.call(login, { body: { email: staff, password: demoPassword } }));
  });
});

describe('new recovery codes', () => {
  test('replace the old ones', async () => {
    const own = await world.signIn(staff);
    const { recoveryCodes: old, secret } = await turnOn(world, own);
    const byPassword = await own.call(renewRecoveryCodes, { body: { proof: await stepUpProof(own) } });
    expect(byPassword.problem).toMatchObject({ status: 403, code: 'second_factor_needed' });
    const body = { proof: await fullProof(world, own, secret) };
    const renewed = granted(await own.call(renewRecoveryCodes, { body }));
    expect(renewed.recovery_codes).toHaveLength(10);
    await expect(signInWithCode(world, staff, old[0] ?? '')).rejects.toThrow('422');
    const next = await signInWithCode(world, staff, renewed.recovery_codes[0] ?? '');
    expect(granted(await next.call(readTwoFactor)).recovery_codes_left).toBe(9);
    world.clock.advance(30_000);
    const last = await signInWithCode(world, staff, appCodeOf(world, secret));
    granted(await last.call(turnOffTwoFactor, { body: { proof: await fullProof(world, last, secret) } }));
    const without = await last.call(renewRecoveryCodes, { body: { proof: await stepUpProof(last) } });
    expect(without.problem.message).toBe('Two-factor login is off');
  });
});

describe('an operator', () => {
  test('can change none of it as the creator', async () => {
    for (const mode of ['view', 'assist'] as const) {
      const acting = await impersonateAva(world, mode, 'A question about her account');
      const proof = 'vts_none';
      const answers = [
        await acting.call(startTwoFactor, { body: { proof } }),
        await acting.call(confirmTwoFactor, { body: { code: '123456' } }),
        await acting.call(renewRecoveryCodes, { body: { proof } }),
        await acting.call(turnOffTwoFactor, { body: { proof } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
  });

  test('removes it for a user who lost their codes: with a proof and a reason, which the user reads', async () => {
    const own = await world.signIn(staff);
    await turnOn(world, own);
    const uid = granted(await own.call(me)).uid;
    const operator = await world.signIn('operator@vitrine.test');
    expect(granted(await operator.call(readUser, { params: { uid } })).two_factor_since).not.toBeNull();
    const remove = async (proof: string, why = reason) =>
      operator.call(removeTwoFactor, { params: { uid }, body: { proof, reason: why } });
    expect((await remove('vts_none')).problem.code).toBe('step_up_needed');
    expect((await remove(await stepUpProof(operator), 'short')).status).toBe(422);
    expect((await own.call(me)).status).toBe(200);

    expect(granted(await remove(await stepUpProof(operator)))).toEqual({ removed: true });
    expect((await own.call(me)).status).toBe(401);
    const back = await world.signIn(staff);
    const mail = (await mailsAsSent(world.ctx, staff)).findLast(({ kind }) => kind === 'two_factor_removed');
    expect(mail?.text).toContain(reason);
    const log = granted(await back.call(readSecurityLog));
    expect(log.find(({ action }) => action === 'two_factor.removed')).toMatchObject({
      operator: 'Vitrine Operator',
      reason,
    });
    const [entry] = granted(await operator.call(listAuditEntries, { query: { action: 'two_factor.removed' } }));
    expect(entry).toMatchObject({ actor: { display_name: 'Vitrine Operator' }, details: { reason } });
    expect((await remove(await stepUpProof(operator))).problem.code).toBe('conflict');
  });

  test('can’t remove their own that way', async () => {
    const operator = await world.signIn('operator@vitrine.test');
    const { uid } = granted(await operator.call(me));
    const answer = await operator.call(removeTwoFactor, {
      params: { uid },
      body: { proof: await stepUpProof(operator), reason },
    });
    expect(answer.problem.code).toBe('conflict');
  });
});
