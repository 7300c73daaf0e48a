import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';
import { openInbox } from './inbox.testing.ts';
import { type Mail, deliverMails, queueMail } from './mail.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const mail: Mail = {
  to: { address: 'new@creators.test', locale: 'en', project: 'general', timeZone: 'UTC' },
  topic: 'always',
  kind: 'invitation',
  subject: 'Glow Lab invites you\r\nBcc: all@creators.test',
  heading: 'Glow Lab <b>invites</b> you',
  paragraphs: ['Open your storefront.'],
  facts: [['Commission', '12 %']],
  action: { label: 'See the offer', url: 'https://portal.example/start-invite#code' },
  reason: 'You get this mail because Glow Lab invited this address.',
};

const queue = () => world.ctx.database.as({ role: 'system' }, (tx) => queueMail(world.ctx, tx, mail));
const stored = () =>
  world.ctx.database.as({ role: 'system' }, (tx) => tx.selectFrom('mails').selectAll().orderBy('created_at').execute());

test('an email waits for its server, arrives once with both parts, and allows no header injection', async () => {
  await queue();
  expect(await deliverMails(world.ctx)).toBe(0);
  const inbox = await openInbox();
  const ctx = { ...world.ctx, config: { ...world.ctx.config, smtpUrl: inbox.url } };
  inbox.refuse = true;
  expect(await deliverMails(ctx)).toBe(0);
  expect(await stored()).toMatchObject([{ attempts: 1, sent_at: null, failure: expect.stringContaining('full') }]);
  inbox.refuse = false;
  expect(await deliverMails(ctx)).toBe(0);
  world.clock.advance(61_000);
  expect(await deliverMails(ctx)).toBe(1);
  expect(await deliverMails(ctx)).toBe(0);
  await inbox.close();
  expect(inbox.mails).toHaveLength(1);
  const read = await PostalMime.parse(inbox.mails[0] ?? '');
  expect(read.subject).toBe('Glow Lab invites you Bcc: all@creators.test');
  expect(read.bcc).toBeUndefined();
  expect(read.to).toEqual([{ address: 'new@creators.test', name: '' }]);
  expect(read.text).toContain('https://portal.example/start-invite#code');
  expect(read.html).toContain('Glow Lab &lt;b&gt;invites&lt;/b&gt; you');
});

test('an email that a server refuses for hours is given up, with the reason', async () => {
  await queue();
  const ctx = { ...world.ctx, config: { ...world.ctx.config, smtpUrl: 'smtp://127.0.0.1:1' } };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await deliverMails(ctx);
    world.clock.advance(3 * 3_600_000);
  }
  expect((await stored()).at(-1)).toMatchObject({ attempts: 8, sent_at: null, failed_at: expect.any(Date) });
});
