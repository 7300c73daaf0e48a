import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { hashBrowserMark } from '../platform/browser.mark.ts';
import { openWorld, type World } from '../../world/world.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

let world: World;
beforeAll(async () => {
  world = await openWorld({ at: new Date('2026-11-20T23:50:00Z') });
});
afterAll(() => world[Symbol.asyncDispose]());

type Looked = { method?: 'GET' | 'HEAD'; url?: string; headers?: Record<string, string> };

async function look({ method = 'GET', url = '/@ava/glow-lab', headers = {} }: Looked = {}): Promise<number> {
  return (await world.app.inject({ method, url, headers: { 'user-agent': iPhone, ...headers } })).statusCode;
}

/** The stored views of Ava's storefront at Glow Lab by class, once there are as many as given. */
async function stored(loads: number): Promise<Record<string, number>> {
  const read = () =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('storefront_views')
        .select(['class', 'reason', 'counted'])
        .where('merchant_account_id', '=', world.people.accounts.avaGlow)
        .execute(),
    );
  await expect.poll(async () => (await read()).length, { timeout: 5_000 }).toBe(loads);
  const rows = await read();
  const names = rows.map((row) => `${row.class} ${row.reason}${row.counted ? ' counted' : ''}`);
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));
}

describe('S27: a storefront view', () => {
  test('counts for a person, and has its own class for bots, prefetches and the owner', async () => {
    const mark = 'A'.repeat(22);
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .insertInto('creator_browsers')
        .values({
          user_id: world.people.users.ava,
          browser: Buffer.from(hashBrowserMark(mark), 'hex'),
          seen_at: world.clock.now(),
        })
        .execute(),
    );
    const statuses = [
      await look({ headers: { referer: 'https://l.instagram.com/x' } }),
      await look({ headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }),
      await look({ headers: { 'user-agent': 'WhatsApp/2.23.20.0' } }),
      await look({ headers: { 'sec-purpose': 'prefetch' } }),
      await look({ method: 'HEAD' }),
      await look({ url: '/@ava/glow-lab?vt_preview=1' }),
      await look({ headers: { referer: `${world.ctx.config.publicUrl}/manage/glow-lab/products` } }),
      await look({ headers: { cookie: `vt_browser=${mark}` } }),
      await look({ headers: { cookie: `vt_browser=${'B'.repeat(21)}A` } }),
    ];
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await stored(9)).toEqual({
      'human browser counted': 2,
      'bot bot_user_agent': 1,
      'preview preview_whatsapp': 1,
      'prefetch purpose_header': 1,
      'head head_request': 1,
      'owner_preview preview_parameter': 1,
      'owner_preview own_pages': 1,
      'self own_browser': 1,
    });
  });

  test('is counted by day, quarter-hour and value in the statement that stores it', async () => {
    world.clock.set(new Date('2026-11-21T00:10:00Z'));
    await look({ headers: { referer: 'https://l.instagram.com/x' } });
    await stored(10);
    const { rows: days } = await world.ctx.database.as({ role: 'system' }, (tx) =>
      sql`select d.day, d.loads, d.views, (
          select array_agg(coalesce(n.value, entry_name(e)::text) || ': ' || entry_count(e) order by entry_name(e))
          from unnest(d.view_counts) e left join figure_names n on n.id = entry_name(e)
          where n.dimension = 'referrer' or n.id is null) as counted
        from account_days d where d.loads > 0 order by d.day`.execute(tx),
    );
    expect(days).toEqual([
      { day: '2026-11-20', loads: 9n, views: 2n, counted: ['96: 2', 'l.instagram.com: 1'] },
      { day: '2026-11-21', loads: 1n, views: 1n, counted: ['1: 1', 'l.instagram.com: 1'] },
    ]);
  });

  test('does not count where there is no storefront, or where the address redirects', async () => {
    expect([await look({ url: '/@ava/no-such-brand' }), await look({ url: '/@AVA/glow-lab' })]).toEqual([404, 301]);
    await look();
    expect(await stored(11)).toMatchObject({ 'human browser counted': 4 });
  });
});
