import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeAnnouncement,
  getAnnouncementList,
  listPublishedAnnouncements,
  publishAnnouncement,
  readAnnouncements,
} from '@vitrine/contract/announcements.ts';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { sql } from 'kysely';
import { mailAnnouncements } from './announcements.jobs.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;
let ava: Client;
let glow: Client;
let maison: Client;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  glow = await world.signIn('brand@glow.test');
  maison = await world.signIn('brand@maison.test');
});
afterAll(() => world[Symbol.asyncDispose]());

async function publish(staff: Client, merchant: string, title: string, pinned = false): Promise<string> {
  world.clock.advance(1_000);
  const body = { title, body: `About ${title}`, pinned };
  return granted(await staff.call(publishAnnouncement, { params: { merchant }, body })).id;
}
const list = (query: { page?: number; merchant_account_id?: string } = {}) => ava.call(getAnnouncementList, { query });
const titles = async (query: { page?: number; merchant_account_id?: string } = {}) =>
  (await list(query)).data.map(({ title }) => title);
const unread = async () =>
  (await ava.call(getMerchantList)).data.reduce((sum, entry) => sum + entry.unread_announcement_count, 0);

describe('announcements', () => {
  it('start with an empty page 1 of 1', async () => {
    const { data, meta } = await list();
    expect(data).toEqual([]);
    expect(meta).toEqual({ page: 1, pages: 1, total: 0, per_page: 20 });
  });

  it("reach the brand's creators, pinned first, then newest, and can be filtered by merchant account (§112)", async () => {
    await publish(glow, 'glow-lab', 'Pinned', true);
    await publish(maison, 'maison-clair', 'From Paris');
    await publish(glow, 'glow-lab', 'Newest');
    expect(await titles()).toEqual(['Pinned', 'Newest', 'From Paris']);
    expect(await titles({ merchant_account_id: world.people.accounts.avaMaison })).toEqual(['From Paris']);
    expect(await titles({ merchant_account_id: 'glow-lab' })).toEqual(['Pinned', 'Newest']);
    expect((await list()).data[0]).toMatchObject({
      merchant_account_id: world.people.accounts.avaGlow,
      merchant: { display_name: 'Glow Lab', slug: 'glow-lab' },
      body: 'About Pinned',
      pinned: true,
      read: false,
    });
    const noor = await world.signIn('noor@creators.test');
    expect((await noor.call(getAnnouncementList)).data).toEqual([]);
  });

  it('are paged from 1 (§112, §125)', async () => {
    for (let number = 1; number <= 39; number += 1) await publish(maison, 'maison-clair', `Maison ${number}`);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page })));
    expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 2, 0]);
    expect(pages[2]?.meta).toEqual({ page: 3, pages: 3, total: 42, per_page: 20 });
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(42);
    const refused = await ava.call(getAnnouncementList, { query: { page: 0 } });
    expect(refused.problem.errors).toEqual({ page: ['must not be below 1'] });
  });

  it("of another creator's merchant account are not found", async () => {
    for (const merchant_account_id of [world.people.accounts.noorNorthwind, randomUUID(), 'northwind-outfitters'])
      expect((await list({ merchant_account_id })).status).toBe(404);
  });

  it('are marked as read one by one or all at once, and stay read', async () => {
    const [first, second] = (await list()).data;
    const before = await unread();
    const read = (body: { announcement_ids: string[] } | { all: true }) => ava.call(readAnnouncements, { body });
    expect((await read({ announcement_ids: [first?.id ?? '', randomUUID(), 'nonsense'] })).data).toEqual({
      unread_announcement_count: before - 1,
    });
    expect((await read({ announcement_ids: [first?.id ?? ''] })).data.unread_announcement_count).toBe(before - 1);
    expect((await list()).data.slice(0, 2).map((entry) => entry.read)).toEqual([true, false]);
    expect((await read({ all: true })).data).toEqual({ unread_announcement_count: 0 });
    expect((await list()).data.find(({ id }) => id === second?.id)?.read).toBe(true);
    expect((await ava.call(readAnnouncements, { body: {} as { all: true } })).status).toBe(422);
  });

  it('from before a creator joined are listed, but not unread', async () => {
    const noor = await world.signIn('noor@creators.test');
    await openMerchantAccount(world.ctx, world.people.merchants.glow, world.people.users.noor);
    const { data } = await noor.call(getAnnouncementList);
    expect(data.map(({ title, read }) => [title, read])).toEqual([
      ['Pinned', true],
      ['Newest', true],
    ]);
    await publish(glow, 'glow-lab', 'Welcome, Noor');
    const entry = (await noor.call(getMerchantList)).data.find(({ merchant_account: { slug } }) => slug === 'glow-lab');
    expect(entry?.unread_announcement_count).toBe(1);
  });
});

describe('an email about an announcement', () => {
  const mailsAbout = (title: string) =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('mails').selectAll().where('subject', '=', `Glow Lab: ${title}`).orderBy('recipient').execute(),
    );

  it('goes to every creator of the brand who did not turn these emails off', async () => {
    await publish(glow, 'glow-lab', 'By mail');
    expect(await mailsAbout('By mail')).toEqual([]);
    await mailAnnouncements(world.ctx);
    expect((await mailsAbout('By mail')).map((mail) => mail.recipient)).toEqual([
      'ava@creators.test',
      'noor@creators.test',
    ]);
    expect((await mailsAbout('By mail'))[0]).toMatchObject({
      kind: 'announcement',
      text: expect.stringContaining(`About By mail\n\nRead in the portal:\n${world.ctx.config.publicUrl}`),
    });
    granted(await ava.call(changeProfile, { body: { notifications: { announcement: false } } }));
    await publish(glow, 'glow-lab', 'Not to Ava');
    await mailAnnouncements(world.ctx);
    expect((await mailsAbout('Not to Ava')).map((mail) => mail.recipient)).toEqual(['noor@creators.test']);
  });
});

describe('emails to many creators', () => {
  const creators = 600;
  const mailed = (title: string) =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('mails').select('recipient').where('subject', '=', `Maison Clair: ${title}`).execute(),
    );
  const recipients = async (title: string) => (await mailed(title)).map(({ recipient }) => recipient);
  beforeAll(async () => {
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      sql`with made as (
          insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
          select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, 'creator', 'many' || n || '@creators.test', 'Many ' || n, 'many' || n, 100, ${world.clock.now()}
          from generate_series(1, ${creators}::int) n returning id)
        insert into merchant_accounts (merchant_id, id, creator_id, joined_at)
        select ${world.people.merchants.maison}::uuid, gen_random_uuid(), id, ${world.clock.now()} from made`.execute(
        tx,
      ),
    );
  });

  it('are written once for each, also when two nodes run the job at once, and again after', async () => {
    await publish(maison, 'maison-clair', 'To many');
    await Promise.all([mailAnnouncements(world.ctx), mailAnnouncements(world.ctx)]);
    await mailAnnouncements(world.ctx);
    const all = await recipients('To many');
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((address) => address.startsWith('many'))).toHaveLength(creators);
  });

  it('are not written for a withdrawn announcement', async () => {
    const id = await publish(maison, 'maison-clair', 'Withdrawn at once');
    const params = { merchant: 'maison-clair', announcement_id: id };
    granted(await maison.call(changeAnnouncement, { params, body: { withdrawn: true } }));
    await mailAnnouncements(world.ctx);
    expect(await recipients('Withdrawn at once')).toEqual([]);
  });

  it('wait for no lock of a creator', async () => {
    const held = await world.ctx.database.pool.connect();
    await held.query('begin');
    await held.query(
      `select pg_advisory_xact_lock(hashtextextended('user ' || id, 9)) from users where uid like 'many%'`,
    );
    expect(await publish(maison, 'maison-clair', 'While creators are busy')).not.toBe('');
    await held.query('rollback');
    held.release();
  });
});

describe('a brand', () => {
  it('sees how many creators have read an announcement', async () => {
    const id = await publish(glow, 'glow-lab', 'Read this');
    const count = async () =>
      (await glow.call(listPublishedAnnouncements, { params: { merchant: 'glow-lab' } })).data.find(
        (entry) => entry.id === id,
      );
    expect(await count()).toMatchObject({ reads: 0, readers: 2, author: 'Mira Castell', withdrawn_at: null });
    await ava.call(readAnnouncements, { body: { announcement_ids: [id] } });
    expect(await count()).toMatchObject({ reads: 1, readers: 2 });
  });

  it("pins, unpins and withdraws an announcement; a withdrawn one leaves creators' lists and counts", async () => {
    const id = await publish(glow, 'glow-lab', 'A mistake');
    const params = { merchant: 'glow-lab', announcement_id: id };
    const before = await unread();
    expect((await glow.call(changeAnnouncement, { params, body: { pinned: true } })).data.pinned).toBe(true);
    expect((await titles()).slice(0, 2)).toEqual(['A mistake', 'Pinned']);
    expect(
      (await glow.call(changeAnnouncement, { params, body: { withdrawn: true } })).data.withdrawn_at,
    ).not.toBeNull();
    expect(await titles()).not.toContain('A mistake');
    expect(await unread()).toBe(before - 1);
  });

  it('changes only its own announcements', async () => {
    const id = await publish(glow, 'glow-lab', 'Ours');
    for (const merchant of ['maison-clair', 'glow-lab'])
      expect(
        (await maison.call(changeAnnouncement, { params: { merchant, announcement_id: id }, body: { pinned: true } }))
          .status,
      ).toBe(404);
  });
});
