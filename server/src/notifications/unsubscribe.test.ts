import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { readSettings } from '@vitrine/contract/settings.ts';
import { type NotificationName, notificationNames } from '@vitrine/contract/values/preferences.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import { openInbox } from '../platform/mail/inbox.testing.ts';
import { deliverMails, queueMail, type Mail } from '../platform/mail/mail.ts';

let world: World;
let inbox: Awaited<ReturnType<typeof openInbox>>;
let ava: Client;
beforeAll(async () => {
  world = await openWorld();
  inbox = await openInbox();
  ava = await world.signIn('ava@creators.test');
});
afterAll(async () => {
  await inbox.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  inbox.mails.length = 0;
  granted(await ava.call(changeProfile, { body: { locale: 'en', notifications: { message: true, payout: true } } }));
  await world.ctx.database.as({ role: 'system' }, (tx) => tx.deleteFrom('mails').execute());
});

/** The headers of an email as it arrives. */
async function sent(topic: 'message' | 'always' | readonly NotificationName[]): Promise<string> {
  const to = await mailboxOf(world.ctx, world.people.users.ava);
  if (!to) throw new Error('Ava has no address');
  const mail: Mail = {
    to,
    topic,
    kind: 'message',
    subject: 'A message',
    heading: 'A message',
    paragraphs: ['Hello'],
    reason: 'You have an account.',
  };
  await world.ctx.database.as({ role: 'system' }, (tx) => queueMail(world.ctx, tx, mail));
  await deliverMails({ ...world.ctx, config: { ...world.ctx.config, smtpUrl: inbox.url } });
  // A long header continues on lines that begin with a space.
  return (inbox.mails.at(-1) ?? '').split('\r\n\r\n', 1)[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
}

async function addressIn(headers: string): Promise<string> {
  const [, address = ''] = /^List-Unsubscribe: <([^>]+)>$/m.exec(headers) ?? [];
  expect(address.startsWith(`${world.ctx.config.publicUrl}/unsubscribe/`)).toBe(true);
  return new URL(address).pathname;
}

const form = 'application/x-www-form-urlencoded';
const post = (url: string, payload = 'List-Unsubscribe=One-Click', type = form) =>
  world.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
const allOn = Object.fromEntries(notificationNames.map((name) => [name, true]));
const switches = async () => granted(await ava.call(readSettings)).notifications;

test('an email program turns one kind of emails off with one call, and without a login', async () => {
  const headers = await sent('message');
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect((await post(await addressIn(headers))).statusCode).toBe(200);
  expect(await switches()).toEqual({ ...allOn, message: false });
  inbox.mails.length = 0;
  expect(await sent('message')).toBe('');
});

test('a form with parts does the same', async () => {
  const url = await addressIn(await sent('message'));
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await post(url, parts, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
  expect((await switches()).message).toBe(false);
});

test('opening the address changes nothing; its button does, and the next one takes that back', async () => {
  const url = await addressIn(await sent('message'));
  for (const method of ['GET', 'HEAD'] as const) await world.app.inject({ method, url });
  const page = await world.app.inject({ url });
  expect([page.statusCode, page.headers['referrer-policy'], page.headers['x-robots-tag']]).toEqual([
    200,
    'no-referrer',
    'noindex',
  ]);
  expect(page.body).toContain('Do you want to stop getting emails about unread messages?');
  expect((await switches()).message).toBe(true);
  const off = await post(url);
  expect(off.body).toContain('You’re unsubscribed');
  expect(off.body).toContain('name="undo"');
  expect((await switches()).message).toBe(false);
  const on = await post(url, 'undo=One-Click');
  expect(on.body).toContain('You’re subscribed again');
  expect((await switches()).message).toBe(true);
});

test('the page is in the reader’s language', async () => {
  granted(await ava.call(changeProfile, { body: { locale: 'es' } }));
  const { body } = await world.app.inject({ url: await addressIn(await sent('message')) });
  expect(body).toContain('<section class="notice" lang="es">');
  expect(body).toContain('¿Quieres dejar de recibir correos sobre mensajes sin leer?');
});

test('an address that was changed or made up turns nothing off', async () => {
  const url = await addressIn(await sent('message'));
  const [user = '', topic, signature = ''] = url.replace('/unsubscribe/', '').split('.');
  const forged = [
    `${user}.payout.${signature}`,
    `${world.people.users.noor}.${topic}.${signature}`,
    `${user}.${topic}.${'0'.repeat(signature.length)}`,
    `${user}.${topic}.${signature}.more`,
    `${user}.security.${signature}`,
    'nothing',
  ];
  for (const token of forged) {
    const answer = await post(`/unsubscribe/${token}`);
    expect([token, answer.statusCode]).toEqual([token, 404]);
    expect(answer.body).toContain('This link doesn’t work');
  }
  expect(await switches()).toEqual(allOn);
});

test('an email about several kinds turns off those, and no other', async () => {
  const url = await addressIn(await sent(['sale', 'hold']));
  expect((await world.app.inject({ url })).body).toContain(
    'Do you want to stop getting emails about sales and orders on hold?',
  );
  expect((await post(url)).statusCode).toBe(200);
  expect(await switches()).toEqual({ ...allOn, sale: false, hold: false });
  // One of them is enough to get it.
  inbox.mails.length = 0;
  expect(await sent(['sale', 'hold'])).toBe('');
  expect(await sent(['sale', 'reversal'])).not.toBe('');
  await post(url, 'undo=One-Click');
  expect(await switches()).toEqual(allOn);
});

test('an email that can’t be turned off offers nothing', async () => {
  expect(await sent('always')).not.toMatch(/List-Unsubscribe/);
});
