import type pg from 'pg';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import type { PreparedHit } from '../drain/hit.prepare.ts';
import { addToLoad, startLoad, storeHits } from '../drain/hits.queries.ts';
import { closeBrandCounts } from '../figures/brand.adding.ts';
import { closeBrandDays } from '../figures/brand.days.ts';
import { asOwner } from '../ledger/ledger.testing.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { newId } from '../platform/ids.ts';
import { ownHostsOf } from '../platform/public.address.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { storeViews } from '../storefront/views.queries.ts';
import {
  now,
  origins,
  type SeededChance,
  randomFrom,
  type SaleLine,
  type SellingLink,
  someInstant,
  type CountedVisit,
} from './brand-analytics.random.testing.ts';
import { fillSales } from './brand-analytics.sales.testing.ts';

// A brand with random hits, views and sales, which are kept as plain objects too, so that a test can count them by itself.

export type BrandScene = AsyncDisposable & {
  world: World;
  owner: Client;
  visits: CountedVisit[];
  lines: SaleLine[];
  creators: string[];
  groups: string[];
  products: string[];
  links: string[];
  /** Adds up everything that is over. */
  close(): Promise<void>;
  moveTo(zone: string): Promise<void>;
  /** Stores as many more clicks and views. */
  visit(count: number): Promise<void>;
};

async function fillShelves(
  world: World,
  random: SeededChance,
): Promise<{ shelves: SellingLink[]; groups: string[]; products: string[] }> {
  const { glow } = world.people.merchants;
  const accounts = [{ id: world.people.accounts.avaGlow, creatorId: world.people.users.ava }];
  for (const handle of ['bea', 'cem', 'dia']) {
    const creatorId = await createUser(world.ctx, {
      email: `${handle}@creators.test`,
      password: 'three quiet windows',
      role: 'creator',
      handle,
      displayName: `${handle.toUpperCase()} Person`,
    });
    accounts.push({ id: await openMerchantAccount(world.ctx, glow, creatorId), creatorId });
  }
  return asOwner(world.ctx.database.url, async (client) => {
    const ids = async (text: string, values: unknown[]) =>
      (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
    await client.query(`delete from group_moves where merchant_id = $1`, [glow]);
    const groups = await ids(
      `insert into creator_groups (merchant_id, id, name, created_at) select $1, gen_random_uuid(), 'Figures ' || n, now() from generate_series(1, 2) n returning id`,
      [glow],
    );
    const products = await ids(
      `insert into products (merchant_id, id, sku, title, url, price, currency, created_at, updated_at)
       select $1, gen_random_uuid(), 'F-' || n, 'Figure ' || n, 'https://shop.glowlab.example/f/' || n, 500, 'USD', now(), now() from generate_series(1, 4) n returning id`,
      [glow],
    );
    const shelves: SellingLink[] = [];
    for (const [index, { id, creatorId }] of accounts.entries()) {
      const group = groups[index % 3] ?? '';
      if (group)
        await client.query(
          `insert into group_moves (merchant_id, merchant_account_id, creator_id, id, group_id, effective_at, created_at)
           values ($1, $2, $3, gen_random_uuid(), $4, '2026-01-01', '2026-01-01')`,
          [glow, id, creatorId, group],
        );
      const links = await ids(
        `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
         select $1, gen_random_uuid(), $2, $3, 'figures-' || $4 || '-' || n, 'https://shop.glowlab.example/' || n, now() from generate_series(1, 4) n returning id`,
        [glow, id, creatorId, index],
      );
      for (const link of links) {
        const product = random.chance() < 0.75 ? random.pick(products) : '';
        if (product)
          await client.query(
            `insert into placements (merchant_id, id, merchant_account_id, creator_id, product_id, link_id, position, created_at)
             values ($1, gen_random_uuid(), $2, $3, $4, $5, 100, now())`,
            [glow, id, creatorId, product, link],
          );
        shelves.push({ creator: id, creatorId, group, link, product });
      }
    }
    return { shelves, groups, products };
  });
}

function someHit(
  world: World,
  visit: CountedVisit,
  { creatorId }: SellingLink,
  origin: { app: string; host: string },
): PreparedHit {
  const agent = { machine: '', isPreview: false, app: '', device: '', browser: '', system: '' };
  return {
    id: visit.id,
    at: visit.at,
    linkId: visit.link,
    merchantId: world.people.merchants.glow,
    merchantAccountId: visit.creator,
    creatorId,
    windowMs: 1,
    sentBrowser: '',
    browser: '',
    visitor: '00',
    verdict: visit.isCounted ? { class: 'human', reason: 'browser' } : { class: 'bot', reason: 'bot_user_agent' },
    facts: { method: 'GET', purpose: '', agent, isMarkedPreview: false, isFromOwnPages: false, isOwnBrowser: false },
    method: 'GET',
    purpose: '',
    userAgent: '',
    language: '',
    referrer: '',
    referrerHost: origin.host,
    utm: '{}',
    network: '',
    address: '',
    browserMark: '',
    isUnsigned: false,
    country: visit.country,
    device: visit.device,
    browserName: '',
    system: '',
    app: origin.app,
  };
}

type Made = { each: CountedVisit; shelf: SellingLink; origin: { app: string; host: string } };

function someVisit(random: SeededChance, shelves: readonly SellingLink[], ownHost: string): Made {
  const at = someInstant(random);
  const shelf = random.pick(shelves);
  const origin = random.pick(origins(ownHost));
  const kind = random.pick(['click', 'click', 'view'] as const);
  const each: CountedVisit = {
    id: newId(new Date(at)),
    kind,
    at,
    isCounted: random.chance() < 0.85,
    creator: shelf.creator,
    group: shelf.group,
    link: kind === 'click' ? shelf.link : '',
    product: kind === 'click' ? shelf.product : '',
    country: random.pick(['', 'US', 'US', 'FR', 'NP']),
    device: random.pick(['mobile', 'desktop', '']),
    // Of a view, the app is not known.
    channel: kind === 'view' && origin.channel === 'instagram' && origin.host === '' ? 'direct' : origin.channel,
  };
  return { each, shelf, origin };
}

async function storeVisits(world: World, pool: pg.Pool, made: readonly Made[]): Promise<void> {
  const load = startLoad('test');
  for (const { each, shelf, origin } of made)
    if (each.kind === 'click') addToLoad(load, someHit(world, each, shelf, origin));
  await storeHits(pool, load);
  const views = made.filter(({ each }) => each.kind === 'view');
  await world.ctx.database.as({ role: 'redirect' }, (tx) =>
    storeViews(
      tx,
      views.map(({ each: { id, at, creator, isCounted, country, device }, origin }) => ({
        id,
        at: new Date(at),
        accountId: creator,
        class: isCounted ? ('human' as const) : ('bot' as const),
        reason: '',
        browser: '',
        country,
        device,
        referrerHost: origin.host,
      })),
      1,
    ),
  );
}

export async function openBrandScene(): Promise<BrandScene> {
  const world = await openWorld({ at: now });
  const random = randomFrom(20_261_120);
  const { shelves, groups, products } = await fillShelves(world, random);
  const [ownHost = ''] = ownHostsOf(world.ctx.config);
  const visits: CountedVisit[] = [];
  const pool = openRedirectPool(world.ctx.database.url, world.ctx.log);
  const months = "select prepare_hits($1::timestamptz - n * interval '28 days') from generate_series(-1, 8) n";
  await pool.query(months, [now]);
  const visit = async (count: number) => {
    const made = Array.from({ length: count }, () => someVisit(random, shelves, ownHost));
    await storeVisits(world, pool, made);
    visits.push(...made.map(({ each }) => each));
  };
  await visit(2_500);
  const lines = await fillSales(world, random, { visits, shelves });
  return {
    world,
    owner: await world.signIn('brand@glow.test'),
    visits,
    lines,
    creators: [...new Set(shelves.map(({ creator }) => creator))],
    groups,
    products,
    links: shelves.map(({ link }) => link),
    visit,
    close: async () => {
      await closeBrandDays(pool, now);
      await closeBrandCounts(pool, now, ownHostsOf(world.ctx.config));
    },
    moveTo: (zone) =>
      asOwner(world.ctx.database.url, async (client) => {
        await client.query('update merchants set time_zone = $1 where id = $2', [zone, world.people.merchants.glow]);
      }),
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await world[Symbol.asyncDispose]();
    },
  };
}
