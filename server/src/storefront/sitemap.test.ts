import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePlacement, listPlacements } from '@vitrine/contract/storefront.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { creatorsPerFile } from './sitemap.views.ts';

// Search engines find every page with products, and no other.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const open = (url: string) => world.app.inject({ url });
const system = (statement: RawBuilder<unknown>) =>
  world.ctx.database.as({ role: 'system' }, (tx) => statement.execute(tx));
const pagesIn = (body: string) =>
  [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => page.replace(world.ctx.config.publicUrl, ''));
const pages = async () => pagesIn((await open('/sitemap.xml')).body);

test('robots.txt names it', async () => {
  expect((await open('/robots.txt')).body).toMatch(
    new RegExp(`^Sitemap: ${world.ctx.config.publicUrl}/sitemap\\.xml$`, 'm'),
  );
});

test('it lists the pages of creators and their storefronts once, and each of them opens', async () => {
  const { statusCode, headers, body } = await open('/sitemap.xml');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(body).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
  );
  expect(body).toContain(
    `<url><loc>${world.ctx.config.publicUrl}/@ava/glow-lab</loc><lastmod>2026-11-20</lastmod></url>`,
  );
  const listed = pagesIn(body);
  expect(listed).toEqual(expect.arrayContaining(['/@ava', '/@ava/glow-lab', '/@noor', '/@noor/northwind-outfitters']));
  expect(new Set(listed).size).toBe(listed.length);
  for (const page of listed) {
    const answer = await open(page);
    expect([answer.statusCode, answer.body.includes('href="/s/')], page).toEqual([200, true]);
  }
});

test('a storefront without a visible product is not listed, nor is its creator without another one', async () => {
  const noor = await world.signIn('noor@creators.test');
  const params = { merchant_account_id: world.people.accounts.noorNorthwind };
  const placements = granted(await noor.call(listPlacements, { params, query: { limit: 100 } }));
  const hide = async (hidden: boolean) => {
    for (const { id } of placements)
      granted(await noor.call(changePlacement, { params: { ...params, placement_id: id }, body: { hidden } }));
  };
  await hide(true);
  expect((await pages()).filter((page) => page.startsWith('/@noor'))).toEqual([]);
  await hide(false);
  expect(await pages()).toContain('/@noor/northwind-outfitters');
});

const ofAva = async () => (await pages()).filter((page) => page.startsWith('/@ava'));

test.each([
  [
    'a storefront that was taken down',
    () => sql`insert into takedowns (id, subject_kind, subject_id, creator_id, address, category, reason, taken_down_at, taken_down_by)
      values (gen_random_uuid(), 'storefront', ${world.people.accounts.avaGlow}::uuid, ${world.people.users.ava}::uuid, '/@ava/glow-lab', 'copyright', 'a notice', now(), ${world.people.users.operator}::uuid)`,
    () => sql`delete from takedowns`,
    ['/@ava', '/@ava/maison-clair'],
  ],
  [
    'a creator who was taken down',
    () => sql`insert into takedowns (id, subject_kind, subject_id, creator_id, address, category, reason, taken_down_at, taken_down_by)
      values (gen_random_uuid(), 'creator', ${world.people.users.ava}::uuid, ${world.people.users.ava}::uuid, '/@ava', 'copyright', 'a notice', now(), ${world.people.users.operator}::uuid)`,
    () => sql`delete from takedowns`,
    [],
  ],
  [
    'a paused brand',
    () => sql`insert into merchant_pauses (merchant_id, id, kind, reason, started_at)
      select id, gen_random_uuid(), 'paused', 'a holiday', now() from merchants where slug = 'glow-lab'`,
    () => sql`delete from merchant_pauses`,
    ['/@ava', '/@ava/maison-clair'],
  ],
  [
    'an account that is closing',
    () =>
      sql`insert into closures (user_id, requested_at, erase_after) values (${world.people.users.ava}::uuid, now(), now() + interval '30 days')`,
    () => sql`delete from closures`,
    [],
  ],
  [
    'a creator who is suspended',
    () => sql`update users set user_status = 101 where id = ${world.people.users.ava}::uuid`,
    () => sql`update users set user_status = 100 where id = ${world.people.users.ava}::uuid`,
    [],
  ],
])('%s is not listed', async (_, stop, resume, left) => {
  const before = await ofAva();
  await system(stop());
  expect(await ofAva()).toEqual(left);
  await system(resume());
  expect(await ofAva()).toEqual(before);
});

test('with more creators than fit into a file, it is an index of files that have each page once', async () => {
  const before = await pages();
  await system(sql`insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
    select gen_random_uuid(), 'many-' || n, 'many-' || n, 'many-' || n, 'creator', 'many-' || n || '@creators.test', 'Many', 'many_' || n, 100, now()
    from generate_series(1, ${creatorsPerFile}) n`);
  const { body } = await open('/sitemap.xml');
  expect(body).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect(pagesIn(body)).toEqual(['/sitemap/1.xml', '/sitemap/2.xml']);
  const files = await Promise.all(pagesIn(body).map(async (file) => pagesIn((await open(file)).body)));
  expect(files.flat().toSorted()).toEqual(before.toSorted());
  expect(files.every((file) => file.length > 0)).toBe(true);
});

test.each(['0', '3', '01', '-1', '1e1', '999999', '9999999', 'a'])('there is no file %s', async (file) => {
  expect((await open(`/sitemap/${file}.xml`)).statusCode).toBe(404);
});
