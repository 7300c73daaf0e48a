import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { brandSide, creatorSide, type TestSide } from './conversations.testing.ts';
import { notifyUnread } from './conversations.unread.ts';

let world: World;
let creator: TestSide;
let brand: TestSide;
beforeAll(async () => {
  world = await openWorld();
  const { avaGlow } = world.people.accounts;
  creator = creatorSide(await world.signIn('ava@creators.test'), avaGlow);
  brand = brandSide(await world.signIn('brand@glow.test'), 'glow-lab', avaGlow);
});
afterAll(() => world[Symbol.asyncDispose]());

const minutes = (count: number) => world.clock.advance(count * 60_000);
const mails = () =>
  world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('kind', '=', 'message').orderBy('id').execute(),
  );

test('several messages unread after three minutes cause one email, and the next comes only after they were read', async () => {
  await brand.send('Could you send a picture?');
  minutes(2);
  await brand.send('By Friday, please.');
  expect(await notifyUnread(world.ctx)).toBe(0);
  minutes(1);
  expect(await notifyUnread(world.ctx)).toBe(1);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: 'ava@creators.test', subject: '2 new messages from Glow Lab' });
  expect(mail?.text).toContain('“Could you send a picture?”');
  expect(mail?.text).toContain(`${world.ctx.config.publicUrl}/messages/glow-lab`);
  await brand.send('Are you there?');
  minutes(10);
  expect(await notifyUnread(world.ctx)).toBe(0);
  await creator.markRead(3);
  await brand.send('Thank you!');
  minutes(4);
  expect(await notifyUnread(world.ctx)).toBe(1);
  expect((await mails()).at(-1)?.subject).toBe('Glow Lab sent you a message');
});

test('messages read in time cause no email', async () => {
  await brand.send('Quick question');
  await creator.markRead(1_000);
  minutes(5);
  expect(await notifyUnread(world.ctx)).toBe(0);
});

test("the brand's staff get an email about a creator's message, with a link to the thread", async () => {
  await creator.send('Here is <b>my</b> answer');
  minutes(4);
  expect(await notifyUnread(world.ctx)).toBe(1);
  const mail = (await mails()).at(-1);
  expect(mail).toMatchObject({ recipient: 'brand@glow.test', subject: 'Ava Lindqvist (@ava) sent you a message' });
  expect(mail?.text).toContain(`/brand/glow-lab/messages/${world.people.accounts.avaGlow}`);
  expect(mail?.html).toContain('&lt;b&gt;my&lt;/b&gt;');
});

test('a Spanish reader gets it in Spanish', async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('users').set({ locale: 'es' }).where('email', '=', 'ava@creators.test').execute(),
  );
  await brand.send('¿Lo tienes?');
  minutes(4);
  expect(await notifyUnread(world.ctx)).toBe(1);
  const mail = (await mails()).at(-1);
  expect(mail?.subject).toBe('Glow Lab te ha enviado un mensaje');
  expect(mail?.text).toContain('«¿Lo tienes?»');
  await creator.markRead(1_000);
});

test('a user who turned these emails off gets none', async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`update users set notifications = '{"message": false}' where email = 'ava@creators.test'`.execute(tx),
  );
  await brand.send('Not by mail');
  minutes(4);
  expect(await notifyUnread(world.ctx)).toBe(0);
});
