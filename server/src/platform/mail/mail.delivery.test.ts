import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationsOf } from '@vitrine/contract/values/preferences.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { newSecret } from '../ids.ts';
import { openInbox } from './inbox.testing.ts';
import { deliverMails, type Mail, queueMail, retryMail } from './mail.ts';

const minute = 60_000;
const start = new Date('2026-11-20T12:00:00Z');
let world: World;
let inbox: Awaited<ReturnType<typeof openInbox>>;
beforeAll(async () => {
  world = await openWorld();
  inbox = await openInbox();
});
afterAll(async () => {
  await inbox.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(start);
  inbox.refuse = false;
  inbox.mails.length = 0;
  await world.ctx.database.as({ role: 'system' }, (tx) => tx.deleteFrom('mails').execute());
});

const reader = { address: 'new@creators.test', locale: 'en', project: 'general', timeZone: 'UTC' };
const mail = {
  to: reader,
  topic: 'always',
  kind: 'invitation',
  subject: 'Glow Lab invites you',
  heading: 'Glow Lab invites you',
  paragraphs: ['Open your storefront.'],
  reason: 'Glow Lab invited this address.',
} satisfies Mail;

const queue = (more: Partial<Mail> = {}) =>
  world.ctx.database.as({ role: 'system' }, (tx) => queueMail(world.ctx, tx, { ...mail, ...more } as Mail));
const deliver = () => deliverMails({ ...world.ctx, config: { ...world.ctx.config, smtpUrl: inbox.url } });
const stored = () =>
  world.ctx.database.as({ role: 'system' }, (tx) => tx.selectFrom('mails').selectAll().orderBy('created_at').execute());
const retry = (id: string) => world.ctx.database.as({ role: 'system' }, (tx) => retryMail(world.ctx, tx, id));

async function failUntilGivenUp(): Promise<string> {
  inbox.refuse = true;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await deliver();
    world.clock.advance(64 * minute);
  }
  return (await stored())[0]?.id ?? '';
}

describe('an email that its server refuses', () => {
  test('is tried again after 1, 2, 4 minutes and so on, not earlier, and given up after eight attempts', async () => {
    await queue();
    inbox.refuse = true;
    for (const [index, wait] of [1, 2, 4, 8, 16, 32, 64].entries()) {
      await deliver();
      const failedAt = world.clock.now().getTime();
      expect(await stored()).toMatchObject([{ attempts: index + 1, failed_at: null }]);
      world.clock.set(new Date(failedAt + wait * minute - 1));
      await deliver();
      expect(await stored()).toMatchObject([{ attempts: index + 1 }]);
      world.clock.set(new Date(failedAt + wait * minute));
    }
    await deliver();
    expect(await stored()).toMatchObject([
      { attempts: 8, failed_at: world.clock.now(), failure: expect.stringContaining('mailbox is full'), sent_at: null },
    ]);
  });

  test('does not hold up the others', async () => {
    await queue();
    inbox.refuse = true;
    await deliver();
    inbox.refuse = false;
    await queue({ subject: 'Second' });
    expect(await deliver()).toBe(1);
    expect(inbox.mails.join()).toContain('Second');
  });

  test('can be sent again after it was given up, with eight new attempts', async () => {
    await queue();
    const id = await failUntilGivenUp();
    expect(await retry(id)).toBe(true);
    expect(await stored()).toMatchObject([{ attempts: 0, failed_at: null, failure: null }]);
    expect(await retry(id)).toBe(false);
    inbox.refuse = false;
    expect(await deliver()).toBe(1);
    expect(await retry(id)).toBe(false);
  });
});

test('several workers at once send each email once', async () => {
  for (let made = 0; made < 6; made += 1) await queue();
  const sent = await Promise.all([deliver(), deliver(), deliver()]);
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(inbox.mails).toHaveLength(6);
});

describe('a link in an email', () => {
  const withLink = (expireAt: Date) => {
    const secret = newSecret('vti');
    const action = { label: 'See the offer', url: `https://portal.example/start-invite#${secret}` };
    return { secret, more: { action, secrets: { values: [secret], expireAt, subjectUser: null } } };
  };

  test('arrives, and is deleted here once it was sent', async () => {
    const { secret, more } = withLink(new Date(start.getTime() + minute));
    await queue(more);
    expect((await stored())[0]?.text).not.toContain(secret);
    expect(await deliver()).toBe(1);
    // Quoted-printable wraps long lines and escapes "=".
    expect(inbox.mails[0]?.replaceAll('=\r\n', '')).toContain(secret);
    expect(await stored()).toMatchObject([{ sealed: null, sent_at: start }]);
  });

  test.each([
    { waited: minute - 1, sent: 1 },
    { waited: minute, sent: 0 },
  ])('that is valid for 60000 ms is sent after $waited ms: $sent', async ({ waited, sent }) => {
    await queue(withLink(new Date(start.getTime() + minute)).more);
    world.clock.advance(waited);
    expect(await deliver()).toBe(sent);
    const [row] = await stored();
    expect(row?.failure).toBe(sent ? null : 'the link in this email expired before it could be sent');
    expect(row?.sealed).toBeNull();
    if (!sent) expect(await retry(row?.id ?? '')).toBe(false);
  });
});

test('an email whose topic its reader turned off is not queued', async () => {
  const notifications = notificationsOf({ payout: false });
  const to = { ...reader, displayName: 'Ava', notifications };
  expect(await queue({ topic: 'payout', to })).toBe(false);
  expect(await queue({ topic: 'message', to })).toBe(true);
  expect(await queue({ topic: 'always', to })).toBe(true);
  expect(await stored()).toHaveLength(2);
});

describe('the delivery of a new email', () => {
  let requested: string[];
  beforeEach(() => {
    requested = [];
  });
  const inTransaction = async (outcome: 'commits' | 'rolls back') => {
    const ctx = { ...world.ctx, jobs: { soon: async (task: string) => void requested.push(task) } };
    await ctx.database
      .as({ role: 'system' }, async (tx) => {
        await queueMail(ctx, tx, mail);
        await queueMail(ctx, tx, { ...mail, subject: 'Second' });
        expect(requested).toEqual([]);
        if (outcome === 'rolls back') throw new Error('refused');
      })
      .catch(() => undefined);
  };

  test('is requested once its transaction has committed, and once for several', async () => {
    await inTransaction('commits');
    expect(requested).toEqual(['deliver_mails']);
  });

  test('is not requested when its transaction rolls back', async () => {
    await inTransaction('rolls back');
    expect(requested).toEqual([]);
  });

  test('waits for the next minute if the queue can’t be asked, and what was committed stays', async () => {
    const ctx = { ...world.ctx, jobs: { soon: () => Promise.reject(new Error('no queue')) } };
    await ctx.database.as({ role: 'system' }, (tx) => queueMail(ctx, tx, mail));
    expect(await stored()).toHaveLength(1);
  });
});
