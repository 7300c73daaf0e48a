import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeHandle, changeProfile } from '@vitrine/contract/accounts.ts';
import { changePassword, login, stepUp } from '@vitrine/contract/passwords.ts';
import { endOtherSessions, endSession, listSessions } from '@vitrine/contract/sessions.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  exportEverything,
  readSecurityLog,
  readSettings,
} from '@vitrine/contract/settings.ts';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { impersonateAva } from '../impersonation/impersonation.testing.ts';

const day = 86_400_000;

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

/** The password confirmed again, which a sensitive call requires. */
async function proofOf(who: Client, password = demoPassword): Promise<string> {
  const answer = await who.call(stepUp, { body: { password } });
  return answer.status === 200 ? answer.data.proof : 'none';
}

describe('the email address (S27)', () => {
  const requestChange = async (email: string) => ava.call(changeEmail, { body: { email, proof: await proofOf(ava) } });
  const tokenIn = (text: string) => /#confirm-email=(vte_[\w-]+)/.exec(text)?.[1] ?? '';

  test('changes once its owner confirms the email to the new address; both addresses are notified', async () => {
    expect((await requestChange('Ava.New@creators.test')).status).toBe(202);
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
    await requestChange('ava@creators.test');
    const [back] = await mailsTo('ava@creators.test').then((all) =>
      all.filter((entry) => entry.kind === 'email_change'),
    );
    expect((await ava.call(confirmEmail, { body: { token: tokenIn(back?.text ?? '') } })).status).toBe(200);
  });

  test('of another user gets the same answer as a free one, and an email without a link', async () => {
    const free = await requestChange('nobody-has-this@creators.test');
    const taken = await requestChange('noor@creators.test');
    expect([taken.status, Object.keys(taken.data)]).toEqual([free.status, Object.keys(free.data)]);
    const [mail] = await mailsTo('noor@creators.test');
    expect(mail?.kind).toBe('email_in_use');
    expect(mail?.text).not.toContain('confirm-email');
  });

  test('needs a proof of the password, and the link is valid for a day; a newer request or canceling ends it', async () => {
    const bare = await ava.call(changeEmail, { body: { email: 'x@creators.test', proof: await proofOf(noor) } });
    expect([bare.status, bare.problem.code]).toEqual([403, 'step_up_needed']);
    expect((await requestChange('ava@creators.test')).problem.errors).toEqual({ email: ['is already your email'] });
    const newest = async (address: string) => tokenIn((await mailsTo(address))[0]?.text ?? '');
    await requestChange('first@creators.test');
    const first = await newest('first@creators.test');
    await requestChange('second@creators.test');
    const second = await newest('second@creators.test');
    expect((await ava.call(confirmEmail, { body: { token: first } })).problem.code).toBe('link_expired');
    await ava.call(cancelEmailChange);
    expect((await ava.call(confirmEmail, { body: { token: second } })).problem.code).toBe('link_expired');
    await requestChange('third@creators.test');
    world.clock.advance(day + 1000);
    expect((await ava.call(confirmEmail, { body: { token: await newest('third@creators.test') } })).status).toBe(409);
    expect((await ava.call(readSettings)).data.pending_email).toBeNull();
  });
});

describe('the security log (S14, S27)', () => {
  test('shows who viewed the account, why and how, and what they did', async () => {
    world.clock.advance(1000);
    const operator = await impersonateAva(world, 'assist', 'The banner of the storefront is broken');
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

  test('is paged without gaps or duplicates', async () => {
    await world.signIn('ava@creators.test');
    const other = granted(await ava.call(listSessions)).find((session) => !session.current);
    granted(await ava.call(endSession, { params: { session_id: other?.id ?? '' } }));
    for (const [current, next] of [
      [demoPassword, 'a longer secret'],
      ['a longer secret', demoPassword],
    ] as const)
      granted(await ava.call(changePassword, { body: { new_password: next, proof: await proofOf(ava, current) } }));
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

  test('an operator who assists changes no handle, email address, password or sessions', async () => {
    const operator = await impersonateAva(world, 'assist', 'The banner of the storefront is broken');
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
