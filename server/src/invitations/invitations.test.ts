import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgotPassword, login } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  readInvitation,
  revokeInvitation,
} from '@vitrine/contract/invitations.ts';
import { listCreators } from '@vitrine/contract/roster.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { type Client, client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { addStaff, createMerchant } from '../merchants/merchants.service.ts';
import { addTerms } from '../terms/terms.service.ts';
import { newId, newSecret, sha256 } from '../platform/ids.ts';

let world: World;
let glow: Client;
let northwind: Client;
beforeAll(async () => {
  world = await openWorld();
  glow = await world.signIn('brand@glow.test');
  northwind = await world.signIn('brand@northwind.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const codeOf = (url: string | null | undefined) => url?.split('#')[1] ?? '';

async function invite(of: Client, merchant: string, body: Partial<BodyOf<typeof createInvitation>> = {}) {
  const answer = await of.call(createInvitation, {
    params: { merchant },
    body: { by: 'link', expires_in_days: 7, ...body },
  });
  return { ...answer.data, status: answer.status, problem: answer.problem, code: codeOf(answer.data?.url) };
}

const lastMailTo = async (recipient: string) => (await mailsAsSent(world.ctx, recipient)).at(-1);

async function mailedCode(recipient: string): Promise<string> {
  return /start-invite#(\S+)/.exec((await lastMailTo(recipient))?.text ?? '')?.[1] ?? '';
}

const read = (code: string) => world.anonymous.call(readInvitation, { params: { code } });

/** A creator with a session and nothing else. */
async function newcomer(handle: string): Promise<Client> {
  const now = world.clock.now();
  const id = newId(now);
  const token = newSecret('vtp');
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id,
        uid: handle,
        motom_user_id: handle,
        motom_user_unique_key: handle,
        role: 'creator',
        email: `${handle}@creators.test`,
        display_name: handle,
        user_handle: handle,
        user_status: 100,
        created_at: now,
      })
      .execute();
    await tx
      .insertInto('sessions')
      .values({
        id: newId(now),
        token_hash: sha256(token),
        user_id: id,
        kind: 'login',
        impersonator_id: null,
        parent_id: null,
        created_at: now,
        last_seen_at: now,
        idle_seconds: 3600,
        expires_at: new Date(now.getTime() + 3_600_000),
        revoked_at: null,
      })
      .execute();
  });
  return client(world.app, token);
}

describe("a brand's invitation (S26)", () => {
  test('by link shows the brand and the offer before it is accepted', async () => {
    const { code, url } = await invite(glow, 'glow-lab', { note: 'We love your shelf.' });
    expect(url).toBe(`${world.ctx.config.publicUrl}/start-invite#${code}`);
    const { data } = await read(code);
    expect(data).toMatchObject({
      merchant: { display_name: 'Glow Lab', slug: 'glow-lab' },
      note: 'We love your shelf.',
      state: 'open',
      email: null,
      offer: { return_days: 30, window_days: 30, payout_minimum: { amount: '2500', currency: 'USD' } },
    });
    expect(data.offer.rules).toEqual([
      { kind: 'percentage', rate: 1500, amount: null, category: null, product: null, ends_on: null },
      { kind: 'percentage', rate: 2000, amount: null, category: 'Tools', product: null, ends_on: null },
      {
        kind: 'flat',
        rate: null,
        amount: { amount: '200', currency: 'USD' },
        category: null,
        product: 'Lip Balm',
        ends_on: null,
      },
    ]);
    const earns = Object.fromEntries(data.products.map((product) => [product.title, product.earns?.amount]));
    expect(earns).toEqual({ 'Dew Serum': '720', 'Lip Balm': '200' });
  });

  test('by email goes to one address, with the offer in words, a plain part, and its code in the fragment', async () => {
    world.ctx.config.smtpUrl = 'smtp://127.0.0.1:1';
    const { invitation, url } = await invite(glow, 'glow-lab', { by: 'mail', email: 'Iris@Creators.test', note: 'Hi' });
    world.ctx.config.smtpUrl = undefined;
    expect(url).toBeNull();
    expect(invitation).toMatchObject({ email: 'iris@creators.test', state: 'open', acceptances: 0, accepted_by: [] });
    const mail = await lastMailTo('iris@creators.test');
    expect(mail).toMatchObject({ kind: 'invitation', subject: 'Glow Lab invites you' });
    expect(mail?.text).toContain('Every sale from your links: 15% of the price');
    expect(mail?.text).toMatch(/\/start-invite#vti_[\w-]{43}\n/);
    expect(mail?.html).toContain('15% of the price');
    expect((await read(await mailedCode('iris@creators.test'))).data.email).toBe('i•••@creators.test');
  });

  test('by email shows its link once if no mail server is set up', async () => {
    const { url } = await invite(glow, 'glow-lab', { by: 'mail', email: 'by-hand@creators.test' });
    expect(url).toBe(`${world.ctx.config.publicUrl}/start-invite#${await mailedCode('by-hand@creators.test')}`);
    const { data } = await glow.call(listInvitations, { params: { merchant: 'glow-lab' } });
    const listed = data.find(({ email }) => email === 'by-hand@creators.test');
    expect(listed?.state).toBe('open');
    expect(JSON.stringify(listed)).not.toContain(new URL(url ?? '').hash.slice(1));
  });

  test("by email is in the sender's language", async () => {
    const setLanguage = (locale: string) =>
      world.ctx.database.as({ role: 'system' }, (tx) =>
        tx.updateTable('users').set({ locale }).where('email', '=', 'brand@glow.test').execute(),
      );
    await setLanguage('es');
    await invite(glow, 'glow-lab', { by: 'mail', email: 'lucia@creators.test' });
    await setLanguage('en');
    const mail = await lastMailTo('lucia@creators.test');
    expect(mail?.subject).toBe('Glow Lab te invita');
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('Cada venta de tus enlaces: 15 % del precio');
    expect(mail?.html).toContain('<html lang="es">');
  });

  test('is listed with all others, newest first and page by page', async () => {
    const made: string[] = [];
    // Later than those of other tests.
    world.clock.advance(1);
    for (let number = 0; number < 5; number += 1) {
      world.clock.advance(number % 2);
      made.push((await invite(glow, 'glow-lab')).invitation.id);
    }
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: 2, ...(cursor !== null && { cursor }) };
      const page: { data: { id: string }[]; meta: { next_cursor: string | null } } = await glow.call(listInvitations, {
        params: { merchant: 'glow-lab' },
        query,
      });
      expect(page.data.length).toBeLessThanOrEqual(2);
      listed.push(...page.data.map(({ id }) => id));
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
    expect(new Set(listed).size).toBe(listed.length);
    expect(new Set(listed.slice(0, 5))).toEqual(new Set(made));
    expect(listed.length).toBeGreaterThan(5);
  });

  test('has its code neither in the database nor in the list', async () => {
    const { code, invitation } = await invite(glow, 'glow-lab');
    const listed = await glow.call(listInvitations, { params: { merchant: 'glow-lab' } });
    expect(JSON.stringify(listed.data)).not.toContain(code);
    expect(invitation.hint).toBe(`…${code.slice(-4)}`);
    const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('invitations').selectAll().execute(),
    );
    expect(rows.some((row) => JSON.stringify(row).includes(code))).toBe(false);
  });

  test('by email replaces an older one to the same address', async () => {
    await invite(glow, 'glow-lab', { by: 'mail', email: 'pia@creators.test' });
    const older = await mailedCode('pia@creators.test');
    world.clock.advance(1000);
    await invite(glow, 'glow-lab', { by: 'mail', email: 'pia@creators.test' });
    expect((await read(older)).data.state).toBe('revoked');
    expect((await read(await mailedCode('pia@creators.test'))).data.state).toBe('open');
  });

  test.each<[string, Partial<BodyOf<typeof createInvitation>>, string]>([
    ['an email without an address', { by: 'mail' }, 'email'],
    ['a link with an address', { by: 'link', email: 'x@creators.test' }, 'email'],
    ['an email that can be used many times', { by: 'mail', email: 'x@creators.test', reusable: true }, 'reusable'],
    ['0 days', { expires_in_days: 0 }, 'expires_in_days'],
    ['31 days', { expires_in_days: 31 }, 'expires_in_days'],
    ['a note that is too long', { note: 'x'.repeat(601) }, 'note'],
    ['an invalid address', { by: 'mail', email: 'iris' }, 'email'],
  ])('with %s is refused on its field', async (_name, body, field) => {
    const { status, problem } = await invite(glow, 'glow-lab', body);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  });

  test('has different answers for expired, revoked and unknown', async () => {
    const late = await invite(glow, 'glow-lab', { expires_in_days: 1 });
    const back = await invite(glow, 'glow-lab', { expires_in_days: 30 });
    const params = { merchant: 'glow-lab', invitation_id: back.invitation.id };
    expect((await glow.call(revokeInvitation, { params })).data.state).toBe('revoked');
    world.clock.advance(86_400_000);
    expect((await read(late.code)).data.state).toBe('expired');
    expect((await read(back.code)).data.state).toBe('revoked');
    expect((await read('vti_never')).status).toBe(404);
    const noor = await world.signIn('noor@creators.test');
    const accept = (code: string) => noor.call(acceptInvitation, { params: { code } });
    expect((await accept(late.code)).problem.code).toBe('invitation_expired');
    expect((await accept(back.code)).problem.code).toBe('invitation_revoked');
    expect((await accept('vti_never')).problem.code).toBe('not_found');
    glow = await world.signIn('brand@glow.test');
    northwind = await world.signIn('brand@northwind.test');
  });
});

describe('a brand without rates for new creators', () => {
  /** A brand as an operator creates it: without terms. */
  async function newBrand(name: string): Promise<{ staff: Client; merchantId: string; slug: string }> {
    const shopUrl = `https://${name}.example`;
    const merchantId = await createMerchant(world.ctx, { displayName: name, currency: 'USD', shopUrl });
    const email = `brand@${name}.test`;
    const userId = await createUser(world.ctx, {
      email,
      password: 'three quiet windows',
      role: 'brand',
      displayName: name,
    });
    await addStaff(world.ctx, merchantId, userId, 'owner');
    const { data } = await world.anonymous.call(login, { body: { email, password: 'three quiet windows' } });
    return { staff: client(world.app, data.token), merchantId, slug: name };
  }

  test.each<[string, Partial<BodyOf<typeof createInvitation>>]>([
    ['by email', { by: 'mail', email: 'early@creators.test' }],
    ['by a one-time link', {}],
    ['by an open link', { reusable: true }],
  ])('cannot invite %s, and is told what to do first', async (_name, body) => {
    const { staff, slug, merchantId } = await newBrand(`bare-${newId(world.clock.now()).slice(-8)}`);
    const mailed = await lastMailTo('early@creators.test');
    const { status, problem } = await invite(staff, slug, body);
    expect([status, problem.code]).toEqual([409, 'terms_missing']);
    expect(problem.message).toContain('Set your commission rates under Terms');
    expect(await lastMailTo('early@creators.test')).toEqual(mailed);
    const listed = await staff.call(listInvitations, { params: { merchant: slug } });
    expect(listed.data).toEqual([]);
    await addTerms(world.ctx, merchantId, { rules: [{ kind: 'percentage', rate: 1000 }] });
    expect((await invite(staff, slug, body)).status).toBe(201);
  });

  test('offers a rate with an end beside the one that follows it, and says when it ends', async () => {
    const { staff, slug, merchantId } = await newBrand('dated');
    await addTerms(world.ctx, merchantId, {
      rules: [
        { kind: 'percentage', rate: 2000, ends_on: '2026-12-24' },
        { kind: 'percentage', rate: 1000 },
      ],
    });
    const { code } = await invite(staff, slug);
    expect((await read(code)).data.offer.rules.map((rule) => [rule.rate, rule.ends_on])).toEqual([
      [1000, null],
      [2000, '2026-12-24'],
    ]);
    world.ctx.config.smtpUrl = 'smtp://127.0.0.1:1';
    await invite(staff, slug, { by: 'mail', email: 'dated@creators.test' });
    world.ctx.config.smtpUrl = undefined;
    expect((await lastMailTo('dated@creators.test'))?.text).toContain('20% of the price until December 24, 2026');
  });

  test('cannot invite if its only rates are for named creators', async () => {
    const { staff, slug, merchantId } = await newBrand('named');
    await addTerms(world.ctx, merchantId, { rules: [{ kind: 'percentage', rate: 1000, category: 'Care' }] });
    const { code } = await invite(staff, slug);
    const somebody = await newcomer('named_one');
    await somebody.call(acceptInvitation, { params: { code } });
    await addTerms(world.ctx, merchantId, { rules: [{ kind: 'percentage', rate: 2000, creator: 'named_one' }] });
    world.clock.advance(15 * 86_400_000);
    const { data } = await world.anonymous.call(login, {
      body: { email: 'brand@named.test', password: 'three quiet windows' },
    });
    const { problem } = await invite(client(world.app, data.token), slug);
    expect([problem.code, problem.message]).toEqual([
      'terms_missing',
      expect.stringContaining('Add a rate for all creators'),
    ]);
    glow = await world.signIn('brand@glow.test');
    northwind = await world.signIn('brand@northwind.test');
  });
});

describe('an existing creator (S26)', () => {
  test("accepts a second brand's invitation without registering again", async () => {
    const { code, invitation } = await invite(northwind, 'northwind-outfitters');
    const ava = await world.signIn('ava@creators.test');
    const answer = await ava.call(acceptInvitation, { params: { code } });
    expect(answer.data).toMatchObject({ merchant_display_name: 'Northwind Outfitters', slug: 'northwind-outfitters' });
    const accounts = (await ava.call(me)).data.merchant_accounts.map((account) => account.slug);
    expect(accounts).toEqual(['glow-lab', 'maison-clair', 'northwind-outfitters']);
    expect((await read(code)).data.state).toBe('used');
    const listed = await northwind.call(listInvitations, { params: { merchant: 'northwind-outfitters' } });
    expect(listed.data.find((entry) => entry.id === invitation.id)?.accepted_by).toMatchObject([
      { user_handle: 'ava' },
    ]);
    const creators = await northwind.call(listCreators, { params: { merchant: 'northwind-outfitters' } });
    expect(creators.data.map((creator) => creator.user_handle)).toEqual(['ava', 'noor']);
  });

  test('who already works with the brand keeps their storefront, and the invitation stays open', async () => {
    const { code } = await invite(glow, 'glow-lab');
    const ava = await world.signIn('ava@creators.test');
    const answer = await ava.call(acceptInvitation, { params: { code } });
    expect([answer.status, answer.data.id]).toEqual([200, world.people.accounts.avaGlow]);
    expect((await read(code)).data.state).toBe('open');
  });

  test('can accept an emailed invitation only if it was sent to their address', async () => {
    await invite(glow, 'glow-lab', { by: 'mail', email: 'noor@creators.test' });
    const code = await mailedCode('noor@creators.test');
    const max = await newcomer('maxine');
    expect((await max.call(acceptInvitation, { params: { code } })).problem.code).toBe('invitation_foreign');
    const noor = await world.signIn('noor@creators.test');
    expect((await noor.call(acceptInvitation, { params: { code } })).data.slug).toBe('glow-lab');
  });

  test('who taps twice opens one storefront, and both answers say so', async () => {
    const { code } = await invite(glow, 'glow-lab');
    const quick = await newcomer('quick');
    const answers = await Promise.all([1, 2, 3].map(() => quick.call(acceptInvitation, { params: { code } })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await quick.call(me)).data.merchant_accounts).toHaveLength(1);
  });

  test('and 99 others at once use a one-time invitation only once (R56)', async () => {
    const { code } = await invite(glow, 'glow-lab');
    const crowd = await Promise.all(Array.from({ length: 100 }, (_, index) => newcomer(`crowd_${index}`)));
    const answers = await Promise.all(crowd.map((each) => each.call(acceptInvitation, { params: { code } })));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(410)]).toEqual([1, 99]);
  });

  test('is counted on a link for several creators, which names the last five', async () => {
    const { code, invitation } = await invite(glow, 'glow-lab', { reusable: true });
    for (let joined = 1; joined <= 7; joined += 1) {
      const person = await newcomer(`guest_${joined}`);
      world.clock.advance(1000);
      await person.call(acceptInvitation, { params: { code } });
    }
    const listed = await glow.call(listInvitations, { params: { merchant: 'glow-lab' } });
    const found = listed.data.find((entry) => entry.id === invitation.id);
    expect(found?.acceptances).toBe(7);
    expect(found?.accepted_by.map((person) => person.user_handle)).toEqual(
      [7, 6, 5, 4, 3].map((number) => `guest_${number}`),
    );
  });

  test('can accept an open invitation after others', async () => {
    const { code } = await invite(glow, 'glow-lab', { reusable: true });
    for (const name of ['many_one', 'many_two'])
      expect((await (await newcomer(name)).call(acceptInvitation, { params: { code } })).status).toBe(200);
    expect((await read(code)).data.state).toBe('open');
  });
});

test('logging in and resetting a password answer an invited address like any other', async () => {
  await invite(glow, 'glow-lab', { by: 'mail', email: 'only.invited@creators.test' });
  const answers = await Promise.all(
    ['only.invited@creators.test', 'nobody@creators.test'].map(async (email) => [
      (await world.anonymous.call(login, { body: { email, password: 'not it at all' } })).status,
      (await world.anonymous.call(forgotPassword, { body: { email } })).status,
    ]),
  );
  expect(answers).toEqual([
    [401, 202],
    [401, 202],
  ]);
});
