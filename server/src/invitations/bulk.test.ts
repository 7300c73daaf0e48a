import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { createGroup } from '@vitrine/contract/groups.ts';
import { createInvitation, inviteMany, listInvitations } from '@vitrine/contract/invitations.ts';
import type { Client } from '../../world/client.ts';
import { demoPassword } from '../../world/people.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addStaff, createMerchant } from '../merchants/merchants.service.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { addTerms } from '../terms/terms.service.ts';
import { readInvitees } from './bulk.list.ts';

let world: World;
let glow: Client;
beforeAll(async () => {
  world = await openWorld();
  glow = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const params = { merchant: 'glow-lab' };

const invite = (list: string, more: Partial<BodyOf<typeof inviteMany>> = {}, of = glow) =>
  of.call(inviteMany, { params, body: { list, expires_in_days: 14, ...more } });

/** `[row, result]` of each row. */
const resultsOf = async (list: string, more: Partial<BodyOf<typeof inviteMany>> = {}) =>
  granted(await invite(list, more)).rows.map(({ row, result }) => [row, result]);

const mailsTo = async (email: string) =>
  (await mailsAsSent(world.ctx, email)).filter(({ kind }) => kind === 'invitation');

describe('inviting many creators at once', () => {
  test('answers each of 300 rows, with duplicates and bad addresses, and emails each address once', async () => {
    const good = Array.from({ length: 270 }, (_, index) => `creator${index}@bulk.test`);
    const repeated = good.slice(0, 20).map((email) => email.toUpperCase());
    const bad = [
      'nobody',
      'a@b',
      '@bulk.test',
      'two words@bulk.test',
      'x@@bulk.test',
      'é@bulk.test',
      'a@bulk..test',
      '<>',
      'a@bulk.test.',
      '=1+1',
    ];
    const { rows, invited } = granted(await invite(['Email', ...good, ...repeated, ...bad].join('\r\n')));
    expect([rows.length, invited]).toEqual([300, 270]);
    const count = (result: string) => rows.filter((row) => row.result === result).length;
    expect([count('invited'), count('duplicate'), count('not_an_email')]).toEqual([270, 20, 10]);
    expect(rows[270]).toMatchObject({ row: 272, email: 'creator0@bulk.test', duplicate_of: 2 });
    expect(rows[290]?.reason).toBe('“nobody” is not an email address, like name@example.test');
    for (const email of [good[0], good[19], good[269]]) expect(await mailsTo(email ?? '')).toHaveLength(1);
  });

  test('invites nobody in a preview', async () => {
    expect(await resultsOf('preview@bulk.test', { preview: true })).toEqual([[1, 'invited']]);
    expect(await mailsTo('preview@bulk.test')).toEqual([]);
    expect(await resultsOf('preview@bulk.test')).toEqual([[1, 'invited']]);
  });

  test('emails nobody who has an open invitation or is a creator of the brand', async () => {
    granted(
      await glow.call(createInvitation, { params, body: { by: 'mail', email: 'open@bulk.test', expires_in_days: 7 } }),
    );
    expect(await resultsOf('open@bulk.test, ava@creators.test; noor@creators.test')).toEqual([
      [1, 'already_invited'],
      [2, 'already_creator'],
      [3, 'invited'],
    ]);
    expect(await mailsTo('ava@creators.test')).toEqual([]);
  });

  test('by two colleagues at the same time emails each address once', async () => {
    const id = await createUser(world.ctx, {
      email: 'second@glow.test',
      password: demoPassword,
      role: 'brand',
      displayName: 'Second',
    });
    await addStaff(world.ctx, world.people.merchants.glow, id, 'manager');
    const colleague = await world.signIn('second@glow.test');
    const list = Array.from({ length: 40 }, (_, index) => `both${index}@bulk.test`).join('\n');
    const answers = await Promise.all([invite(list), invite(list, {}, colleague)]);
    expect(answers.map((answer) => granted(answer).invited).toSorted((a, b) => a - b)).toEqual([0, 40]);
    for (const index of [0, 20, 39]) expect(await mailsTo(`both${index}@bulk.test`)).toHaveLength(1);
  });

  test('recognizes columns in any order, and gives each row its group, name and note', async () => {
    // The list shows the newest ones.
    world.clock.advance(1_000);
    const group = granted(await glow.call(createGroup, { params, body: { name: 'VIP' } }));
    const list =
      'note;group;E-Mail;Name\n"Hi; there";vip;iris@bulk.test;Iris\n;;lena@bulk.test;Lena\n;Nobody’s;ugo@bulk.test;Ugo';
    const { rows } = granted(await invite(list, { note: 'For all' }));
    expect(rows.map(({ result }) => result)).toEqual(['invited', 'invited', 'unknown_group']);
    expect(rows[2]?.reason).toContain('“Nobody’s”');
    const [mail] = await mailsTo('iris@bulk.test');
    expect(mail?.text).toContain('Hi Iris,');
    expect(mail?.text).toContain('Hi; there');
    expect((await mailsTo('lena@bulk.test'))[0]?.text).toContain('For all');
    const sent = granted(await glow.call(listInvitations, { params }));
    expect(sent.find(({ email }) => email === 'iris@bulk.test')?.group).toEqual({ id: group.id, name: 'VIP' });
  });

  test('names a note or name that is too long, and invites the others', async () => {
    const list = `email,name,note\nlong@bulk.test,${'n'.repeat(81)},\nlonger@bulk.test,,${'n'.repeat(601)}\nfine@bulk.test,,`;
    const { rows } = granted(await invite(list));
    expect(rows.map(({ result }) => result)).toEqual(['too_long', 'too_long', 'invited']);
    expect(rows[0]?.reason).toBe('The name must have at most 80 characters');
  });

  test('takes at most 500 rows, and names what a list lacks', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `m${index}@bulk.test`).join(',');
    const answers = [
      await invite(many),
      await invite(' \n'),
      await invite('name,group\nAva,Gold'),
      await invite('email\n'),
    ];
    expect(answers.map(({ status, problem }) => [status, problem.errors?.['list']?.[0]])).toEqual([
      [422, 'must have at most 500 rows, not 501; send the rest with another call'],
      [422, 'must have at least one email address'],
      [422, 'must have a column named email; its columns are name, group'],
      [422, 'must have at least one row below the names of the columns'],
    ]);
  });

  test('is refused to a brand without terms or without a host, with the missing step', async () => {
    const owner = await createUser(world.ctx, {
      email: 'new@brand.test',
      password: demoPassword,
      role: 'brand',
      displayName: 'New',
    });
    const shopUrl = 'https://new-brand.example';
    const merchantId = await createMerchant(world.ctx, { displayName: 'new-brand', currency: 'USD', shopUrl });
    await addStaff(world.ctx, merchantId, owner, 'owner');
    const staff = await world.signIn('new@brand.test');
    const attempt = () =>
      staff.call(inviteMany, { params: { merchant: 'new-brand' }, body: { list: 'a@bulk.test', expires_in_days: 7 } });
    expect((await attempt()).problem.code).toBe('terms_missing');
    await addTerms(world.ctx, merchantId, { rules: [{ kind: 'percentage', rate: 1000 }] });
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.deleteFrom('merchant_hosts').where('merchant_id', '=', merchantId).execute(),
    );
    const refused = await attempt();
    expect([refused.status, refused.problem.code]).toEqual([409, 'host_missing']);
    expect(refused.problem.message).toContain('under Settings');
    expect(await mailsTo('a@bulk.test')).toEqual([]);
  });
});

describe('a list of addresses', () => {
  test.each([
    ['lines', 'a@x.test\n\nb@x.test\r\n'],
    ['commas and semicolons', 'a@x.test, b@x.test;'],
    ['a copy from a mail program', '"Ava L" <a@x.test>; B <b@x.test>'],
    ['a column with a header', 'Email\na@x.test\nb@x.test'],
    ['a file with a byte order mark', '\uFEFFemail,name\na@x.test,A\nb@x.test,B'],
    ['tabs', 'name\temail\nA\ta@x.test\nB\tb@x.test'],
  ])('is read from %s', async (_name, list) => {
    expect((await readInvitees(list)).map(({ email }) => email)).toEqual(['a@x.test', 'b@x.test']);
  });
});
