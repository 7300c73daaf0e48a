import { downloadAnalytics, readFilteredAnalytics } from '@vitrine/contract/analytics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { newId } from '../platform/ids.ts';
import { storeViews } from '../storefront/views.queries.ts';

const now = new Date('2026-11-20T15:20:00Z');
let world: World;
let ava: Client;
let linkIds: { serum: string; other: string; product: string };

beforeAll(async () => {
  world = await openWorld({ at: now });
  ava = await world.signIn('ava@creators.test');
  const { accounts, merchants, users } = world.people;
  const code = new URL(world.stock.placements['ava.serum'].short_url).pathname.split('/').at(-1) ?? '';
  linkIds = await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const links = await tx
      .selectFrom('links as l')
      .leftJoin('placements as p', 'p.link_id', 'l.id')
      .select(['l.id', 'l.code', 'p.product_id'])
      .where('l.merchant_account_id', '=', accounts.avaGlow)
      .execute();
    const serum = links.find((link) => link.code === code);
    const other = links.find((link) => link.code !== code);
    return { serum: serum?.id ?? '', other: other?.id ?? '', product: serum?.product_id ?? '' };
  });
  const hits = [
    { link: linkIds.serum, country: 'US', device: 'mobile', app: 'instagram', hoursAgo: 1 },
    { link: linkIds.serum, country: 'US', device: 'desktop', app: '', hoursAgo: 30 },
    { link: linkIds.other, country: 'US', device: 'mobile', app: '', hoursAgo: 31 },
    { link: linkIds.other, country: 'FR', device: 'mobile', app: '', hoursAgo: 60 },
  ];
  await world.ctx.database.pool.query('select prepare_hits($1)', [now]);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('hits')
      .values(
        hits.map(({ link, country, device, app, hoursAgo }) => {
          const at = new Date(now.getTime() - hoursAgo * 3_600_000);
          const owner = { merchant_id: merchants.glow, merchant_account_id: accounts.avaGlow, creator_id: users.ava };
          const verdict = { class: 'human', reason: 'browser', counted: true, rules_version: 1 };
          const visit = { method: 'GET', visitor: Buffer.from('00'), node: 'test' };
          return { id: newId(at), at, link_id: link, country, device, app, ...owner, ...verdict, ...visit };
        }),
      )
      .execute(),
  );
  const view = { accountId: accounts.avaGlow, class: 'human', reason: '', browser: '', referrerHost: '' } as const;
  await world.ctx.database.as({ role: 'redirect' }, (tx) =>
    storeViews(tx, [{ ...view, id: newId(now), at: now, country: 'US', device: 'mobile' }], 1),
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const read = (query: object) =>
  ava.call(readFilteredAnalytics, { params: { merchant_account_id: world.people.accounts.avaGlow }, query });

test('clicks and views are counted with every combination of filters', async () => {
  const { data } = await read({ country: 'US', device: 'mobile' });
  expect([data.clicks, data.views]).toEqual([2, 1]);
  expect(data.countries).toEqual([{ value: 'US', clicks: 2, views: 1 }]);
  expect(data.apps).toEqual([{ value: 'instagram', clicks: 1, views: null }]);
  expect(data.series.reduce((sum, step) => sum + step.clicks, 0)).toBe(2);
  expect(data.links.map(({ clicks }) => clicks)).toEqual([1, 1]);
});

test('a link or a product filters clicks; views have neither, so there are none to show', async () => {
  const byLink = await read({ link: linkIds.serum, country: 'US' });
  expect([byLink.data.clicks, byLink.data.views]).toEqual([2, null]);
  const byProduct = await read({ product: linkIds.product });
  expect(byProduct.data.links.map(({ link_id }) => link_id)).toEqual([linkIds.serum]);
  expect((await read({ product: linkIds.product, link: linkIds.other })).data.clicks).toBe(0);
});

test('without ClickHouse, a range of more than 92 days is refused with what would be right', async () => {
  const { status, problem } = await read({ preset: 'last_12_months', country: 'US' });
  expect([status, problem?.code, problem?.errors?.['from']?.[0]]).toEqual([
    422,
    'range_too_long',
    expect.stringContaining('at most 92 days before'),
  ]);
});

test('a link that is filtered by has its name, even without clicks', async () => {
  const { data } = await read({ link: linkIds.serum, country: 'JP' });
  expect(data.links).toEqual([]);
  expect(data.filtered_link).toMatchObject({ link_id: linkIds.serum, title: 'Dew Serum', clicks: 0 });
  expect((await read({ country: 'US' })).data.filtered_link).toBeNull();
});

test('a filtered file says what it is filtered by, and has no amounts', async () => {
  const file = await ava.call(downloadAnalytics, {
    params: { merchant_account_id: world.people.accounts.avaGlow },
    query: { country: 'US', link: linkIds.serum, preset: 'last_7_days' },
  });
  const rows = file.data.trim().split('\r\n').slice(1);
  expect(rows[0]).toBe('"filter country","US",,,,,,,,,');
  expect(rows[1]).toMatch(/^"filter link","Dew Serum","http/);
  expect(rows[2]).toBe('"total","2026-11-14 – 2026-11-20",,,2,,,,,,');
  expect(rows.filter((row) => row.startsWith('"device"'))).toEqual([
    '"device","desktop",,,1,,,,,,',
    '"device","mobile",,,1,,,,,,',
  ]);
  expect(file.headers['content-disposition']).toContain('glow-lab-filtered-2026-11-14_2026-11-20.csv');
});
