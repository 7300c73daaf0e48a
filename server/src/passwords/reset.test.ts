import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgotPassword, login, resetPassword } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { listNotifications } from '@vitrine/contract/notifications.ts';
import { client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addUser } from '../accounts/accounts.service.ts';
import { makeResetLink } from './reset.links.ts';
import { answerResets } from './reset.service.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const newOne = 'seven grey herons';

const mailsTo = (recipient: string) => mailsAsSent(world.ctx, recipient);

async function forget(email: string, headers: Record<string, string> = {}) {
  const answer = await world.anonymous.call(forgotPassword, { body: { email }, headers });
  await answerResets(world.ctx);
  return answer;
}

async function mailedToken(email: string): Promise<string> {
  const resets = (await mailsTo(email)).filter((mail) => mail.kind === 'password_reset');
  const token = /reset-password#(vtr_[\w-]{43})/.exec(resets.at(-1)?.text ?? '')?.[1];
  if (!token) throw new Error('no link was mailed');
  return token;
}

const reset = (token: string, password = newOne) => world.anonymous.call(resetPassword, { body: { token, password } });

describe('a forgotten password (S26)', () => {
  test('gets the same answer for an address with and without an account, and only the first gets an email', async () => {
    const known = await forget('noor@creators.test');
    const unknown = await forget('nobody@creators.test');
    expect([known.status, known.data]).toEqual([202, { accepted: true }]);
    expect([unknown.status, unknown.data]).toEqual([202, { accepted: true }]);
    expect(await mailsTo('nobody@creators.test')).toEqual([]);
    expect((await mailsTo('noor@creators.test')).map((mail) => mail.kind)).toEqual(['password_reset']);
  });

  test('causes the same work for both while the user waits: the request is only stored', async () => {
    const waiting = () =>
      world.ctx.database.as({ role: 'system' }, (tx) => tx.selectFrom('reset_requests').select('email').execute());
    await world.anonymous.call(forgotPassword, { body: { email: 'ava@creators.test' } });
    await world.anonymous.call(forgotPassword, { body: { email: 'nobody@creators.test' } });
    expect((await waiting()).map((row) => row.email)).toEqual(['ava@creators.test', 'nobody@creators.test']);
    expect(await answerResets(world.ctx)).toBe(2);
    expect(await waiting()).toEqual([]);
  });

  test('gets an email with a plain part, a link whose token is in the fragment, and nothing of the Host header', async () => {
    const [mail] = await mailsTo('noor@creators.test');
    expect(mail?.text).toContain(`${world.ctx.config.publicUrl}/reset-password#vtr_`);
    expect(mail?.html).toContain(`href="${world.ctx.config.publicUrl}/reset-password#vtr_`);
    for (const name of ['host', 'x-forwarded-host', 'forwarded', 'x-original-host', 'x-forwarded-proto', 'origin'])
      await forget('max@creators.test', { [name]: name === 'forwarded' ? 'host=evil.example' : 'evil.example' });
    const mails = await mailsTo('max@creators.test');
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.every((each) => !`${each.text}${each.html}`.includes('evil.example'))).toBe(true);
  });

  test('is reset once by the link, which ends every session and notifies the user', async () => {
    const before = await world.signIn('noor@creators.test');
    const token = await mailedToken('noor@creators.test');
    world.clock.advance(1000);
    expect((await reset(token)).status).toBe(202);
    expect((await before.call(me)).status).toBe(401);
    const wrong = await world.anonymous.call(login, { body: { email: 'noor@creators.test', password: demoPassword } });
    const right = await world.anonymous.call(login, { body: { email: 'noor@creators.test', password: newOne } });
    expect([wrong.status, right.status]).toEqual([401, 200]);
    expect((await mailsTo('noor@creators.test')).at(-1)?.kind).toBe('password_changed');
    expect((await reset(token)).problem.code).toBe('reset_link_dead');
  });

  test('is reset by one of ten who use the link at once', async () => {
    await forget('brand@glow.test');
    const token = await mailedToken('brand@glow.test');
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(token)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      202,
      ...Array.from({ length: 9 }, () => 410),
    ]);
  });

  test('can still be reset after a mail scanner opened the page', async () => {
    await forget('brand@maison.test');
    const token = await mailedToken('brand@maison.test');
    for (const method of ['GET', 'HEAD'] as const) await world.app.inject({ method, url: '/reset-password' });
    expect((await reset(token)).status).toBe(202);
  });

  test('cannot be reset by a link that is an hour old, altered, unknown, or older than one that was used', async () => {
    await forget('ava@creators.test');
    const first = await mailedToken('ava@creators.test');
    world.clock.advance(3_600_000);
    expect((await reset(first)).problem.code).toBe('reset_link_dead');
    await forget('ava@creators.test');
    const second = await mailedToken('ava@creators.test');
    world.clock.advance(1000);
    await forget('ava@creators.test');
    const third = await mailedToken('ava@creators.test');
    expect(third).not.toBe(second);
    expect((await reset(third)).status).toBe(202);
    for (const token of [second, `${third}x`, 'vtr_x', 'x'])
      expect((await reset(token)).problem.code).toBe('reset_link_dead');
  });

  test('gets at most three emails an hour, and the answer stays the same', async () => {
    world.clock.advance(7_200_000);
    const count = (await mailsTo('brand@northwind.test')).length;
    for (let time = 0; time < 5; time += 1) expect((await forget('brand@northwind.test')).status).toBe(202);
    expect((await mailsTo('brand@northwind.test')).length - count).toBe(3);
  });

  test('cannot be replaced with one that is easy to guess: it is refused on its field and the link still works', async () => {
    world.clock.advance(7_200_000);
    await forget('noor@creators.test');
    const token = await mailedToken('noor@creators.test');
    for (const password of ['password1', 'Qwerty123!', '12345678', 'aaaaaaaa', 'abcdefgh', 'Noor Haddad', 'short']) {
      const answer = await reset(token, password);
      expect([answer.status, Object.keys(answer.problem.errors ?? {})], password).toEqual([422, ['password']]);
    }
    expect((await reset(token)).status).toBe(202);
  });

  test('can be reset by a user locked out by wrong guesses, who can then log in', async () => {
    world.clock.advance(7_200_000);
    const guess = (password: string) => world.anonymous.call(login, { body: { email: 'ava@creators.test', password } });
    for (let count = 0; count < 16; count += 1) await guess(`wrong ${count}`);
    expect((await guess(newOne)).status).toBe(429);
    await forget('ava@creators.test');
    expect((await reset(await mailedToken('ava@creators.test'), 'eleven loud geese')).status).toBe(202);
    expect((await guess('eleven loud geese')).status).toBe(200);
  });
});

test('the first password of an account is set, not changed: nobody reads that they were logged out', async () => {
  const email = 'first@creators.test';
  const link = await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const userId = await addUser(world.ctx, tx, { email, role: 'brand', displayName: 'Nora Berg' });
    return makeResetLink(world.ctx, tx, userId, 3_600_000);
  });
  const headers = { cookie: `vt_device=${'d'.repeat(43)}` };
  const answer = await world.anonymous.call(resetPassword, { body: { token: link.token, password: newOne }, headers });
  expect(answer.data).toEqual({ changed: true, is_first: true });
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Your password is set');
  expect(mail?.text).toContain('You can now log in');
  expect(mail?.text).not.toMatch(/changed|logged out/);
  const { token } = (await world.anonymous.call(login, { body: { email, password: newOne }, headers })).data;
  const { data: bell } = await client(world.app, token).call(listNotifications, { query: {} });
  expect(bell.map(({ notice }) => notice)).toEqual([{ kind: 'security', action: 'password_set' }]);

  world.clock.advance(1000);
  await forget(email);
  expect((await reset(await mailedToken(email), 'eleven loud geese')).data).toEqual({ changed: true, is_first: false });
  const later = (await mailsTo(email)).find(({ subject }) => subject === 'Your password was changed');
  expect(later?.text).toContain('all its sessions were logged out');
});

test('one address can request ten resets an hour and is then told to wait', async () => {
  await using limited = await openWorld({ limits: true });
  const request = () => limited.anonymous.call(forgotPassword, { body: { email: 'nobody@creators.test' } });
  for (let count = 0; count < 10; count += 1) expect((await request()).status).toBe(202);
  expect((await request()).status).toBe(429);
  limited.clock.advance(3_600_000);
  expect((await request()).status).toBe(202);
});
