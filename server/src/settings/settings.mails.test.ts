import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeEmail } from '@vitrine/contract/settings.ts';
import { changePassword, forgotPassword, stepUp } from '@vitrine/contract/passwords.ts';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { answerResets } from '../passwords/reset.service.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const lastMail = (kind: string) =>
  world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );

test("security emails are sent with every notification off, in the owner's language", async () => {
  const ava = await world.signIn('ava@creators.test');
  const notifications = { message: false, announcement: false, payout: false, social: false };
  granted(await ava.call(changeProfile, { body: { locale: 'es', notifications } }));
  const { proof } = granted(await ava.call(stepUp, { body: { password: demoPassword } }));
  granted(await ava.call(changeEmail, { body: { email: 'ava.nueva@creators.test', proof } }));
  granted(await ava.call(changePassword, { body: { new_password: 'tres ventanas quietas', proof } }));
  granted(await world.anonymous.call(forgotPassword, { body: { email: 'ava@creators.test' } }));
  await answerResets(world.ctx);

  const email = await lastMail('email_change');
  expect(email).toMatchObject({
    recipient: 'ava.nueva@creators.test',
    subject: 'Confirma tu nuevo correo',
  });
  expect(email.html).toContain('<html lang="es">');
  expect((await lastMail('email_change_notice')).subject).toBe('Tu correo está a punto de cambiar');
  expect((await lastMail('password_changed')).text).toContain('Se ha cambiado la contraseña de tu cuenta');
  const reset = await lastMail('password_reset');
  expect(reset.subject).toBe('Elige una nueva contraseña');
  const sent = await mailsAsSent(world.ctx, 'ava@creators.test');
  expect(sent.find(({ subject }) => subject === reset.subject)?.text).toMatch(/#vtr_[\w-]{43}/);
});
