import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeHandle, changeProfile } from '@vitrine/contract/accounts.ts';
import { changePassword, login, stepUp } from '@vitrine/contract/passwords.ts';
import { endOtherSessions, endSession, listSessions, me } from '@vitrine/contract/sessions.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  exportEverything,
  readSecurityLog,
  readSettings,
} from '@vitrine/contract/settings.ts';
import { type Client, client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { openWorld, type World } from '../../world/world.ts';
import { newId, newSecret, sha256 } from '../platform/ids.ts';
import { deviceOf, networkOf } from '../sessions/device.ts';

const day = 86_400_000;
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let world: World;
let ava: Client;
let noor: Client;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
});

const mailsTo = async (recipient: string) => (await mailsAsSent(world.ctx, recipient)).toReversed();

/** What a sensitive call takes along: the password given again. */
async function proofOf(who: Client, password = demoPassword): Promise<string> {
  const answer = await who.call(stepUp, { body: { password } });
  return answer.status === 200 ? answer.data.proof : 'none';
}

/** A session of the operator in Ava's place, with the grant that it came from. */
async function lookIn(mode: 'view' | 'assist', reason: string): Promise<Client> {
  const token = newSecret('vtp');
  const now = world.clock.now();
  const { operator, ava: target } = world.people.users;
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const own = newId(now);
    const life = {
      created_at: now,
      last_seen_at: now,
      idle_seconds: 1800,
      expires_at: new Date(now.getTime() + 1_800_000),
      revoked_at: null,
    };
    const login = { id: own, user_id: operator, kind: 'login', mode: 'full', impersonator_id: null, parent_id: null };
    const looking = { id: newId(now), user_id: target, kind: 'impersonation', mode, impersonator_id: operator };
    await tx
      .insertInto('sessions')
      .values([
        { ...life, ...login, token_hash: sha256(newSecret('vtp')) },
        { ...life, ...looking, parent_id: own, token_hash: sha256(token) },
      ])
      .execute();
    await tx
      .insertInto('impersonation_grants')
      .values({
        code_hash: sha256(token),
        operator_id: operator,
        session_id: own,
        target_id: target,
        mode,
        reason,
        ticket: null,
        created_at: now,
        expires_at: now,
        used_at: now,
      })
      .execute();
  });
  return client(world.app, token);
}

describe('the profile (S14, S27)', () => {
  test('changes what is named, leaves the rest, and tells the open tabs', async () => {
    const answer = await ava.call(changeProfile, {
      body: { display_name: '  Ava L.  ', time_zone: 'Asia/Kathmandu', theme: 'dark', locale: 'es' },
    });
    const expected = {
      display_name: 'Ava L.',
      time_zone: 'Asia/Kathmandu',
      theme: 'dark',
      locale: 'es',
      user_handle: 'ava',
    };
    expect(answer.data).toMatchObject(expected);
    expect((await ava.call(me)).data).toMatchObject(expected);
    const told = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('events').select('kind').where('audience_user', '=', world.people.users.ava).execute(),
    );
    expect(told.at(-1)).toEqual({ kind: 'user-update' });
    await ava.call(changeProfile, { body: { display_name: 'Ava Lindqvist', theme: 'system', locale: 'en' } });
  });

  test.each([
    [{ display_name: ' ' }, 'display_name', 'must not be empty'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'must be a time zone, like Europe/Paris'],
    [{ time_zone: '+05:00' }, 'time_zone', 'must be a time zone, like Europe/Paris'],
    [{ theme: 'sepia' }, 'theme', 'must be one of system, light, dark'],
    [{ locale: 'fr' }, 'locale', 'must be one of en, es'],
    [{ avatar: `/media/p/${'a'.repeat(22)}.webp` }, 'avatar', 'must be the path of a picture that you uploaded'],
  ])('names the field that is not right: %o', async (body, field, reason) => {
    const answer = await ava.call(changeProfile, { body: body as object });
    expect([answer.status, answer.problem.errors]).toEqual([422, { [field]: [reason] }]);
  });

  test('shows a picture that one uploaded, never one of somebody else', async () => {
    const file = { type: 'image/png', bytes: onePixel };
    const picture = await ava.call(uploadPicture, { query: { purpose: 'avatar' }, file });
    expect(picture.status, picture.problem.message).toBe(201);
    const avatar = picture.data.path;
    expect((await ava.call(changeProfile, { body: { avatar } })).data.avatar).toBe(picture.data.url);
    expect((await noor.call(changeProfile, { body: { avatar } })).status).toBe(422);
    expect((await ava.call(changeProfile, { body: { avatar: null } })).data.avatar).toBeNull();
  });

  test('turns single notifications off and on', async () => {
    await ava.call(changeProfile, { body: { notifications: { message: false } } });
    await ava.call(changeProfile, { body: { notifications: { payout: false } } });
    const off = { message: false, announcement: true, payout: false, social: true };
    expect((await ava.call(readSettings)).data.notifications).toEqual(off);
    await ava.call(changeProfile, { body: { notifications: { message: true, payout: true } } });
    expect((await ava.call(readSettings)).data.notifications.message).toBe(true);
  });
});

describe('the handle (S14, S27)', () => {
  const change = async (who: Client, handle: string) => who.call(changeHandle, { body: { handle } });

  test('changes once in seven days; the old one stays its owner’s', async () => {
    expect((await change(noor, ' @Noor_Outdoors ')).data.user_handle).toBe('noor_outdoors');
    expect((await noor.call(readSettings)).data).toMatchObject({
      former_handles: ['noor'],
      handle_locked_until: new Date(world.clock.now().getTime() + 7 * day).toISOString(),
    });
    expect((await change(noor, 'noor_again')).problem.errors?.['handle']?.[0]).toMatch(/^can be changed again on 2026/);
    expect((await change(ava, 'noor')).problem.errors).toEqual({ handle: ['is taken; please choose another'] });
    expect((await change(ava, 'noor_outdoors')).problem.errors).toEqual({
      handle: ['is taken; please choose another'],
    });
    world.clock.advance(7 * day);
    noor = await world.signIn('noor@creators.test');
    expect((await change(noor, 'noor')).data.user_handle).toBe('noor');
    expect((await noor.call(readSettings)).data.former_handles).toEqual(['noor_outdoors']);
  });

  test.each([
    ['a', 'must have 2 to 30 characters: a–z, 0–9 and _'],
    ['två ord', 'must have 2 to 30 characters: a–z, 0–9 and _'],
    ['../admin', 'must have 2 to 30 characters: a–z, 0–9 and _'],
    ['admin', 'is reserved; please choose another'],
    ['a_d_m_i_n', 'is reserved; please choose another'],
    ['vitrine_', 'is reserved; please choose another'],
  ])('%s is refused', async (handle, reason) => {
    expect((await change(ava, handle)).problem.errors).toEqual({ handle: [reason] });
  });

  test('that two want at once goes to one of them', async () => {
    world.clock.advance(8 * day);
    ava = await world.signIn('ava@creators.test');
    noor = await world.signIn('noor@creators.test');
    const answers = await Promise.all([change(ava, 'wanted'), change(noor, 'wanted')]);
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const holders = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('users').select('id').where('user_handle', '=', 'wanted').execute(),
    );
    expect(holders).toHaveLength(1);
  });
});

describe('the e-mail address (S27)', () => {
  const ask = async (email: string) => ava.call(changeEmail, { body: { email, proof: await proofOf(ava) } });
  const tokenIn = (text: string) => /#confirm-email=(vte_[\w-]+)/.exec(text)?.[1] ?? '';

  test('changes once the mail to the new one is confirmed, by its owner, once; both addresses are told', async () => {
    expect((await ask('Ava.New@creators.test')).status).toBe(202);
    expect((await ava.call(readSettings)).data).toMatchObject({
      email: 'ava@creators.test',
      pending_email: { email: 'ava.new@creators.test' },
    });
    const [mail] = await mailsTo('ava.new@creators.test');
    const token = tokenIn(mail?.text ?? '');
    expect(mail?.text).toContain(`${world.ctx.config.publicUrl}/settings#confirm-email=`);
    expect((await mailsTo('ava@creators.test')).map((entry) => entry.kind)).toContain('email_change_notice');
    expect((await noor.call(confirmEmail, { body: { token } })).problem.code).toBe('link_expired');
    expect((await ava.call(confirmEmail, { body: { token } })).data.email).toBe('ava.new@creators.test');
    expect((await ava.call(confirmEmail, { body: { token } })).problem.code).toBe('link_expired');
    expect((await mailsTo('ava@creators.test')).map((entry) => entry.kind)).toContain('email_changed');
    const signedIn = (email: string) => world.anonymous.call(login, { body: { email, password: demoPassword } });
    expect((await signedIn('ava@creators.test')).status).toBe(401);
    expect((await signedIn('ava.new@creators.test')).status).toBe(200);
    await ask('ava@creators.test');
    const [back] = await mailsTo('ava@creators.test').then((all) =>
      all.filter((entry) => entry.kind === 'email_change'),
    );
    expect((await ava.call(confirmEmail, { body: { token: tokenIn(back?.text ?? '') } })).status).toBe(200);
  });

  test('of somebody else gets the same answer as a free one, and a mail without a link', async () => {
    const free = await ask('nobody-has-this@creators.test');
    const taken = await ask('noor@creators.test');
    expect([taken.status, Object.keys(taken.data)]).toEqual([free.status, Object.keys(free.data)]);
    const [mail] = await mailsTo('noor@creators.test');
    expect(mail?.kind).toBe('email_in_use');
    expect(mail?.text).not.toContain('confirm-email');
  });

  test('needs a proof of the password, and holds for a day; a newer wish or a second thought ends it', async () => {
    const bare = await ava.call(changeEmail, { body: { email: 'x@creators.test', proof: await proofOf(noor) } });
    expect([bare.status, bare.problem.code]).toEqual([403, 'step_up_needed']);
    expect((await ask('ava@creators.test')).problem.errors).toEqual({ email: ['is your address already'] });
    const newest = async (address: string) => tokenIn((await mailsTo(address))[0]?.text ?? '');
    await ask('first@creators.test');
    const first = await newest('first@creators.test');
    await ask('second@creators.test');
    const second = await newest('second@creators.test');
    expect((await ava.call(confirmEmail, { body: { token: first } })).problem.code).toBe('link_expired');
    await ava.call(cancelEmailChange);
    expect((await ava.call(confirmEmail, { body: { token: second } })).problem.code).toBe('link_expired');
    await ask('third@creators.test');
    world.clock.advance(day + 1000);
    expect((await ava.call(confirmEmail, { body: { token: await newest('third@creators.test') } })).status).toBe(409);
    expect((await ava.call(readSettings)).data.pending_email).toBeNull();
  });
});

describe('the password (S27)', () => {
  const change = async (current: string, next: string, who = ava) =>
    who.call(changePassword, { body: { new_password: next, proof: await proofOf(who, current) } });

  test('changes with the present one; every other session ends, an operator’s too, and a mail says so', async () => {
    const other = await world.signIn('ava@creators.test');
    const operator = await lookIn('view', 'Helping with a storefront');
    const answer = await change(demoPassword, 'a longer secret');
    expect(answer.data.sessions_ended).toBeGreaterThanOrEqual(1);
    expect((await ava.call(me)).status).toBe(200);
    expect([(await other.call(me)).status, (await operator.call(me)).status]).toEqual([401, 401]);
    expect((await mailsTo('ava@creators.test'))[0]?.kind).toBe('password_changed');
    expect(
      (await world.anonymous.call(login, { body: { email: 'ava@creators.test', password: demoPassword } })).status,
    ).toBe(401);
    expect((await change('a longer secret', demoPassword)).status).toBe(200);
  });

  const guessed = 'must not be one of the most common passwords; three words in a row are easy to keep';
  const known = 'must not be your name, your handle or your e-mail address';
  test.each([
    ['short', 'must have at least 8 characters'],
    ['Sunshine2026!', guessed],
    ['abcdefghij', guessed],
    ['Noor Haddad 1', known],
    ['noor@creators.test', known],
    [demoPassword, 'must be another than the one you have'],
  ])('%s is refused by the rules of registering, on its field', async (next, reason) => {
    const answer = await change(demoPassword, next, noor);
    expect([answer.status, answer.problem.errors]).toEqual([422, { new_password: [reason] }]);
  });

  test('is not changed without the present one, nor with another person’s proof', async () => {
    const answers = [
      await change('wrong', 'another secret'),
      await ava.call(changePassword, { body: { new_password: 'another secret', proof: await proofOf(noor) } }),
    ];
    expect(answers.map((answer) => answer.problem.code)).toEqual(['step_up_needed', 'step_up_needed']);
  });

  test('is not anonymous’s, a brand’s or a dead token’s to change', async () => {
    const brand = await world.signIn('brand@glow.test');
    const dead = client(world.app, newSecret('vtp'));
    const statuses = [];
    for (const who of [world.anonymous, dead, brand])
      statuses.push(
        (await change(demoPassword, 'another secret', who)).status,
        (await who.call(endOtherSessions)).status,
        (await who.call(confirmEmail, { body: { token: 'x' } })).status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 403, 403, 403]);
  });
});

describe('sessions (S27)', () => {
  test('are listed with their device and network, this one marked, and can be ended one by one or all at once', async () => {
    const phone = await world.anonymous.call(login, {
      body: { email: 'ava@creators.test', password: demoPassword },
      headers: {
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1',
      },
    });
    const onPhone = client(world.app, phone.data.token);
    const { data: sessions } = await ava.call(listSessions);
    expect(sessions.filter((session) => session.current)).toHaveLength(1);
    const found = sessions.find((session) => session.system === 'iPhone');
    expect(found).toMatchObject({ browser: 'Safari', network: '127.0.0.x', current: false });
    expect(JSON.stringify(sessions)).not.toContain('127.0.0.1');
    const id = found?.id ?? '';
    expect((await noor.call(endSession, { params: { session_id: id } })).status).toBe(404);
    expect((await onPhone.call(me)).status).toBe(200);
    expect((await ava.call(endSession, { params: { session_id: id } })).status).toBe(200);
    expect((await onPhone.call(me)).status).toBe(401);
    await world.signIn('ava@creators.test');
    expect((await ava.call(endOtherSessions)).data.ended).toBeGreaterThanOrEqual(1);
    expect(await ava.call(listSessions)).toMatchObject({ data: [{ current: true }] });
  });

  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['curl/8', '', ''],
  ])('%s is told as %s, %s', (agent, browser, system) => {
    expect(deviceOf(agent)).toEqual({ browser, system });
  });

  test.each([
    ['198.51.100.7', '198.51.100.x'],
    ['::ffff:198.51.100.7', '198.51.100.x'],
    ['2001:db8:12:34::1', '2001:db8:12:…'],
    ['not an address', ''],
  ])('%s is kept as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the security log (S14, S27)', () => {
  test('tells who looked in, why and how, and what was done in one’s name', async () => {
    world.clock.advance(1000);
    const operator = await lookIn('assist', 'The banner of the storefront is broken');
    world.clock.advance(1000);
    expect((await operator.call(changeProfile, { body: { display_name: 'Ava Lindqvist' } })).status).toBe(200);
    const { data: log } = await ava.call(readSecurityLog);
    expect(log.slice(0, 2)).toMatchObject([
      { action: 'profile.changed', about: 'display_name', operator: 'Vitrine Operator', mode: 'assist' },
      {
        action: 'impersonation',
        operator: 'Vitrine Operator',
        mode: 'assist',
        reason: 'The banner of the storefront is broken',
      },
    ]);
    expect((await noor.call(readSecurityLog)).data.some((entry) => entry.operator)).toBe(false);
  });

  test('is read page by page without a gap or a double', async () => {
    const { data: whole } = await ava.call(readSecurityLog, { query: { limit: 100 } });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ava.call<typeof readSecurityLog>>> = await ava.call(readSecurityLog, {
        query: { limit: 4, ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.data.map((entry) => entry.id));
      cursor = page.meta.next_cursor;
    } while (cursor && seen.length < 100);
    expect(seen.slice(0, whole.length)).toEqual(whole.map((entry) => entry.id));
    expect(whole.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(['session.opened', 'password.changed', 'email.changed', 'session.revoked']),
    );
  });

  test('an operator in one’s place changes neither handle, nor address, nor password, nor sessions', async () => {
    const operator = await lookIn('assist', 'The banner of the storefront is broken');
    const proof = await proofOf(ava);
    const answers = [
      await operator.call(changeHandle, { body: { handle: 'mine_now' } }),
      await operator.call(changeEmail, { body: { email: 'mine@creators.test', proof } }),
      await operator.call(changePassword, { body: { new_password: 'another secret', proof } }),
      await operator.call(endOtherSessions),
      await operator.call(exportEverything, { body: { proof } }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403]);
  });
});
