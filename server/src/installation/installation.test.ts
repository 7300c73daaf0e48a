import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeInstallation, readInstallation, sendTestMail } from '@vitrine/contract/installation.ts';
import { listAuditEntries } from '@vitrine/contract/operators.ts';
import { forgotPassword } from '@vitrine/contract/passwords.ts';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { answerResets } from '../passwords/reset.service.ts';
import { deliverMails } from '../platform/mail/mail.ts';

let world: World;
let operator: Client;
let received: string[];
let refusal: Error | undefined;
let smtp: SMTPServer;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.signIn('operator@vitrine.test');
  smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_credentials, _session, done) => done(null, { user: 'user' }),
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await new Promise((closed) => smtp.close(() => closed(undefined)));
});

function useMailServer(port = (smtp.server.address() as AddressInfo).port): void {
  received = [];
  refusal = undefined;
  world.ctx.config.smtpUrl = `smtp://user:hunter2@127.0.0.1:${port}`;
}

const rename = (name: string | null) => operator.call(changeInstallation, { body: { name } });
const sendTo = async (email: string) => granted(await operator.call(sendTestMail, { body: { email } }));
const audited = async (action: string) => granted(await operator.call(listAuditEntries, { query: { action } }));

describe('an operator', () => {
  test('names the installation, which is in the audit log once', async () => {
    expect(granted(await operator.call(readInstallation)).name).toBeNull();
    expect(granted(await rename('Brightside Partners')).name).toBe('Brightside Partners');
    granted(await rename('Brightside Partners'));
    expect(granted(await operator.call(readInstallation)).name).toBe('Brightside Partners');
    const entries = await audited('installation.changed');
    expect(entries.map(({ details }) => details)).toEqual([{ before: null, after: 'Brightside Partners' }]);
  });

  test.each(['', '  ', 'x'.repeat(61), 'bad\u0000name'])('can’t name it %j', async (name) => {
    expect((await rename(name)).status).toBe(422);
  });

  test('reads the address and the mail server without its password', async () => {
    useMailServer();
    const answer = await operator.call(readInstallation);
    expect(granted(answer)).toMatchObject({ public_url: world.ctx.config.publicUrl });
    expect(granted(answer).mail.server).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(JSON.stringify(answer.data)).not.toContain('hunter2');
  });
});

describe('a test email', () => {
  test('arrives with the name of the installation, and the answer has the server’s words', async () => {
    useMailServer();
    granted(await rename('Brightside Partners'));
    const { result, response } = await sendTo('inbox@portal.test');
    expect(result).toBe('sent');
    expect(response).toMatch(/^250 /);
    const mail = await PostalMime.parse(received[0] ?? '');
    expect(mail).toMatchObject({ subject: 'Test email', from: { name: 'Brightside Partners' } });
    expect(mail.to?.[0]?.address).toBe('inbox@portal.test');
    expect(mail.text).toContain('— Brightside Partners');
    expect(mail.html).toContain('Brightside Partners<br>');
  });

  test('that the server refuses is answered with its own words, and both are in the audit log', async () => {
    useMailServer();
    refusal = Object.assign(new Error('5.7.1 Relaying denied for your kind'), { responseCode: 550 });
    expect(await sendTo('inbox@portal.test')).toEqual({
      result: 'failed',
      response: '550 5.7.1 Relaying denied for your kind',
    });
    const entries = await audited('installation.mail_tested');
    expect(entries.map(({ details }) => details)).toEqual([
      { to: 'inbox@portal.test', result: 'failed' },
      { to: 'inbox@portal.test', result: 'sent' },
    ]);
  });

  test('to a server that can’t be reached is answered with the reason', async () => {
    useMailServer(1);
    const { result, response } = await sendTo('inbox@portal.test');
    expect([result, response]).toEqual(['failed', expect.stringContaining('ECONNREFUSED')]);
  });

  test('without a mail server is answered with just that', async () => {
    world.ctx.config.smtpUrl = undefined;
    expect(await sendTo('inbox@portal.test')).toEqual({ result: 'no_mail_server', response: null });
  });

  test('needs an address', async () => {
    const { status, problem } = await operator.call(sendTestMail, { body: { email: 'nobody' } });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['email']]);
  });
});

test('every email has the installation’s name as its sender and at its end, and Vitrine’s without one', async () => {
  useMailServer();
  for (const name of ['Brightside Partners', null]) {
    granted(await rename(name));
    granted(await world.anonymous.call(forgotPassword, { body: { email: 'ava@creators.test' } }));
    await answerResets(world.ctx);
    await deliverMails(world.ctx);
    world.clock.advance(1_000);
  }
  const parsed = await Promise.all(received.map((raw) => PostalMime.parse(raw)));
  expect(parsed.map(({ from }) => from?.name)).toEqual(['Brightside Partners', 'Vitrine']);
  const stored = (await mailsAsSent(world.ctx, 'ava@creators.test')).map(({ text }) => /— (.*)\n/.exec(text)?.[1]);
  expect(stored).toEqual(['Brightside Partners', 'Vitrine']);
});
