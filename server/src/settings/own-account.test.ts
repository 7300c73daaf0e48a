import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword, login, stepUp } from '@vitrine/contract/passwords.ts';
import { endOtherSessions, endSession, listSessions, me } from '@vitrine/contract/sessions.ts';
import { changeEmail, confirmEmail, readSecurityLog, readSettings } from '@vitrine/contract/settings.ts';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function proofOf(who: Client, password = demoPassword): Promise<string> {
  return granted(await who.call(stepUp, { body: { password } })).proof;
}

// Both have the same account as creators, besides what is about selling.
describe.each(['brand@glow.test', 'operator@vitrine.test'])('the account of %s (S27)', (email) => {
  test('has an email and a password, and no handle', async () => {
    const own = await world.signIn(email);
    expect(granted(await own.call(readSettings))).toMatchObject({
      email,
      has_password: true,
      google: null,
      handle_locked_until: null,
      former_handles: [],
    });
  });

  test('shows where it is logged in; one session ends, then all others', async () => {
    const own = await world.signIn(email);
    const [second, third] = [await world.signIn(email), await world.signIn(email)];
    const current = granted(await second.call(listSessions)).find((session) => session.current);
    granted(await own.call(endSession, { params: { session_id: current?.id ?? '' } }));
    expect((await second.call(me)).status).toBe(401);
    expect(granted(await own.call(endOtherSessions)).ended).toBeGreaterThanOrEqual(1);
    expect((await third.call(me)).status).toBe(401);
    expect(granted(await own.call(listSessions))).toHaveLength(1);
  });

  test('changes its password, which ends other sessions and is in the security log', async () => {
    const own = await world.signIn(email);
    const other = await world.signIn(email);
    for (const [current, next] of [
      [demoPassword, 'a longer secret'],
      ['a longer secret', demoPassword],
    ] as const)
      granted(await own.call(changePassword, { body: { new_password: next, proof: await proofOf(own, current) } }));
    expect((await other.call(me)).status).toBe(401);
    const log = granted(await own.call(readSecurityLog));
    expect(log.map((entry) => entry.action)).toEqual(expect.arrayContaining(['password.changed', 'session.opened']));
  });

  test('changes its email by the link sent to the new address', async () => {
    const own = await world.signIn(email);
    const changeTo = async (address: string) => {
      granted(await own.call(changeEmail, { body: { email: address, proof: await proofOf(own) } }));
      const mail = (await mailsAsSent(world.ctx, address)).findLast(({ kind }) => kind === 'email_change');
      const token = /\/settings#confirm-email=(vte_[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      return granted(await own.call(confirmEmail, { body: { token } })).email;
    };
    expect(await changeTo(`new-${email}`)).toBe(`new-${email}`);
    const signedIn = await world.anonymous.call(login, { body: { email, password: demoPassword } });
    expect(signedIn.status).toBe(401);
    expect(await changeTo(email)).toBe(email);
  });
});
