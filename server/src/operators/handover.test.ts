import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmLinkHandovers } from '@vitrine/contract/accounts.ts';
import { forgotPassword, login, resetPassword, stepUp } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { createInvitation } from '@vitrine/contract/invitations.ts';
import { createBrand, handOverLink, listAuditEntries, listMails, readMail } from '@vitrine/contract/operators.ts';
import { changeEmail, readSecurityLog } from '@vitrine/contract/settings.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { answerResets } from '../passwords/reset.service.ts';
import { deliverMails } from '../platform/mail/mail.ts';

let world: World;
let operator: Client;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const reason = 'She called: her mail provider is down';
const secret = /vt[a-z]_[\w-]{43}/;

async function proofOf(who: Client): Promise<string> {
  return granted(await who.call(stepUp, { body: { password: demoPassword } })).proof;
}

async function forget(email: string): Promise<void> {
  granted(await world.anonymous.call(forgotPassword, { body: { email } }));
  await answerResets(world.ctx);
}

async function mailTo(recipient: string, kind: string) {
  const [mail] = granted(await operator.call(listMails, { query: { recipient, kind } }));
  return mail?.id ?? '';
}

const read = async (mailId: string) => granted(await operator.call(readMail, { params: { mail_id: mailId } }));
const handOver = async (mailId: string, proof: string) =>
  operator.call(handOverLink, { params: { mail_id: mailId }, body: { proof, reason } });

/** Every email with an access link: a new password, a new address, a brand, an invitation. */
async function queueEachKind(): Promise<void> {
  await forget('ava@creators.test');
  const ava = await world.signIn('ava@creators.test');
  granted(await ava.call(changeEmail, { body: { email: 'ava.new@creators.test', proof: await proofOf(ava) } }));
  const brand = {
    display_name: 'Tidal Paper',
    currency: 'EUR',
    shop_url: 'https://tidal.example',
    project: 'general' as const,
    owner: { display_name: 'Ines Maro', email: 'ines@tidal.test' },
  };
  granted(await operator.call(createBrand, { body: brand }));
  const staff = await world.signIn('brand@glow.test');
  const body = { by: 'mail' as const, email: 'new@creators.test', expires_in_days: 7, note: '' };
  granted(await staff.call(createInvitation, { params: { merchant: 'glow-lab' }, body }));
}

test('a stored email never shows a link that gives access: not in the database, to an operator, or in its preview', async () => {
  await queueEachKind();
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ row: string }>`select mails::text || encode(coalesce(sealed, ''), 'escape') as row from mails`.execute(tx),
  );
  expect(rows.rows.length).toBeGreaterThanOrEqual(5);
  expect(rows.rows.filter(({ row }) => secret.test(row))).toEqual([]);
  const mails = granted(await operator.call(listMails));
  expect(mails.map((mail) => mail.kind)).toEqual(
    expect.arrayContaining(['password_reset', 'email_change', 'brand_opened', 'invitation']),
  );
  for (const { id } of mails) {
    const mail = await read(id);
    const page = await world.app.inject(mail.html_url);
    expect(page.statusCode).toBe(200);
    expect(`${JSON.stringify(mail)} ${page.body}`).not.toMatch(secret);
  }
});

test('an operator who enters their password gets the link, and its recipient sees that they did', async () => {
  await forget('noor@creators.test');
  const mailId = await mailTo('noor@creators.test', 'password_reset');
  expect((await read(mailId)).link).toMatchObject({ state: 'waiting', can_be_handed_over: true });
  expect((await handOver(mailId, 'none')).problem.code).toBe('step_up_needed');
  const { url } = granted(await handOver(mailId, await proofOf(operator)));
  const token = url.split('/reset-password#')[1] ?? '';
  granted(await world.anonymous.call(resetPassword, { body: { token, password: demoPassword } }));

  const audited = granted(await operator.call(listAuditEntries, { query: { action: 'link.handed_over' } }));
  expect(audited).toMatchObject([
    { actor: { display_name: 'Vitrine Operator' }, subject: { kind: 'user' }, details: { reason, mail_id: mailId } },
  ]);
  expect(JSON.stringify(audited)).not.toMatch(secret);
  const noor = await world.signIn('noor@creators.test');
  const notice = { operator: 'Vitrine Operator', kind: 'password_reset', reason };
  expect(granted(await noor.call(me)).link_handover).toMatchObject(notice);
  const log = granted(await noor.call(readSecurityLog));
  expect(log.find((entry) => entry.action === 'link.handed_over')).toMatchObject({
    operator: 'Vitrine Operator',
    reason,
  });
  granted(await noor.call(confirmLinkHandovers));
  expect(granted(await noor.call(me)).link_handover).toBeNull();
  expect(granted(await noor.call(readSecurityLog)).map((entry) => entry.action)).toContain('link.handed_over');
});

test('an expired link cannot be handed over, and is deleted', async () => {
  await forget('brand@maison.test');
  const mailId = await mailTo('brand@maison.test', 'password_reset');
  world.clock.advance(3_600_000);
  operator = await world.signIn('operator@vitrine.test');
  expect((await handOver(mailId, await proofOf(operator))).status).toBe(409);
  expect((await read(mailId)).link).toMatchObject({ state: 'expired', can_be_handed_over: false });
  await deliverMails(world.ctx);
  const kept = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').select('sealed').where('id', '=', mailId).executeTakeFirstOrThrow(),
  );
  expect(kept.sealed).toBeNull();
});

test('the mail server gets the whole link, also after a failed first attempt; then the secret is deleted', async () => {
  await forget('brand@northwind.test');
  const mailId = await mailTo('brand@northwind.test', 'password_reset');
  const received: string[] = [];
  let refuses = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuses ? new Error('mailbox is full') : undefined),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const ctx = { ...world.ctx, config: { ...world.ctx.config, smtpUrl: `smtp://127.0.0.1:${port}` } };
  await deliverMails(ctx);
  refuses = false;
  world.clock.advance(120_000);
  await deliverMails(ctx);
  await new Promise<void>((closed) => server.close(() => closed()));
  const letters = await Promise.all(received.map((letter) => PostalMime.parse(letter)));
  const letter = letters.find((each) => each.to?.[0]?.address === 'brand@northwind.test');
  const token = /reset-password#(vtr_[\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? '';
  expect(letter?.html).toContain(`/reset-password#${token}`);
  granted(await world.anonymous.call(resetPassword, { body: { token, password: 'seven grey herons' } }));
  const signedIn = await world.anonymous.call(login, {
    body: { email: 'brand@northwind.test', password: 'seven grey herons' },
  });
  expect(signedIn.status).toBe(200);
  const kept = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirstOrThrow(),
  );
  expect([kept.sealed, kept.sent_at]).toEqual([null, expect.any(Date)]);
  expect(kept.text).not.toMatch(secret);
});

test('links that an earlier release stored readable are sealed, and still work', async () => {
  await forget('max@creators.test');
  const mailId = await mailTo('max@creators.test', 'password_reset');
  const { url } = granted(await handOver(mailId, await proofOf(operator)));
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('mails')
      .set({ text: `As it was:\n${url}`, html: `<a href="${url}">`, sealed: null, is_redacted: false })
      .where('id', '=', mailId)
      .execute(),
  );
  await deliverMails(world.ctx);
  expect((await read(mailId)).text).toBe(`As it was:\n${url.split('#')[0]}#hidden-until-sent-1`);
  expect(granted(await handOver(mailId, await proofOf(operator))).url).toBe(url);
});
