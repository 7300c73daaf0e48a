import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { changePassword, forgotPassword, resetPassword, stepUp } from '@vitrine/contract/passwords.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addInvitation } from '../invitations/invitations.service.ts';
import { answerResets } from './reset.service.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a password that is the product's or a brand's name is refused on its field", () => {
  const names = [
    'Vitrine1',
    'v i t r i n e',
    'VITRINE-2026!',
    'vitrinebeauty',
    'Glow Lab',
    'glowlab2026',
    'glow-lab!!',
  ];

  test('when it is changed', async () => {
    const ava = await world.signIn('ava@creators.test');
    const { proof } = granted(await ava.call(stepUp, { body: { password: demoPassword } }));
    for (const name of [...names, 'maison clair', 'Maison-Clair 99']) {
      const answer = await ava.call(changePassword, { body: { new_password: name, proof } });
      expect(answer.problem.errors?.['new_password']?.[0], name).toMatch(/name of|too easy/);
    }
    granted(await ava.call(changePassword, { body: { new_password: 'the glow of a lab lamp', proof } }));
  });

  test('when it is reset', async () => {
    granted(await world.anonymous.call(forgotPassword, { body: { email: 'brand@glow.test' } }));
    await answerResets(world.ctx);
    const text =
      (await mailsAsSent(world.ctx, 'brand@glow.test')).findLast((mail) => mail.kind === 'password_reset')?.text ?? '';
    const token = /vtr_[\w-]{43}/.exec(text)?.[0] ?? '';
    for (const password of names) {
      const answer = await world.anonymous.call(resetPassword, { body: { token, password } });
      expect(answer.problem.errors?.['password']?.[0], password).toMatch(/name of|too easy/);
    }
    granted(await world.anonymous.call(resetPassword, { body: { token, password: 'seven grey herons' } }));
  });

  test("when a creator registers with the brand's invitation", async () => {
    const code = 'an-invitation-of-glow-lab';
    await addInvitation(world.ctx, world.people.merchants.glow, {
      by: 'link',
      reusable: true,
      expires_in_days: 7,
      note: '',
      code,
    });
    for (const password of names) {
      const answer = await world.anonymous.call(register, {
        body: {
          invitation: code,
          display_name: 'Ines Ortega',
          user_handle: 'ines',
          email: 'ines@creators.test',
          password,
          accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
        },
      });
      expect(answer.problem.errors?.['password']?.[0], password).toMatch(/name of|too easy/);
    }
  });
});
