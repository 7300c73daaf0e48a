import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import {
  type RedirectAnswer,
  clickOf,
  cookieOf,
  from,
  type ServedRedirector,
  serveRedirector,
  silent,
} from '../redirector.testing.ts';
import { newId } from '../platform/ids.ts';
import { orderOf } from './orders.testing.ts';

// Ava has the link `ava`, Kim the link `kim`. A shopper clicks Ava's, and Kim knows the id of that click.

let world: World;
let served: ServedRedirector;
let shop: Client;
let folder: string;

beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  const kim = await createUser(world.ctx, {
    email: 'kim@creators.test',
    password: 'vitrine-demo',
    role: 'creator',
    handle: 'kim',
    displayName: 'Kim Aoki',
  });
  const kimGlow = await openMerchantAccount(world.ctx, world.people.merchants.glow, kim);
  await addLink('ava', world.people.accounts.avaGlow, world.people.users.ava);
  await addLink('kim', kimGlow, kim);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-theft-'));
  served = await serveRedirector({
    dataDir: folder,
    nodeId: 'node-1',
    publicUrl: 'http://portal.example',
    trustProxy: ['127.0.0.1'],
    variants: world.ctx.config.variants,
    pg: { url: world.ctx.config.databaseUrl ?? '' },
    browserMarks: world.ctx.browserMarks,
    log: silent,
    clock: world.clock,
  });
});
afterAll(async () => {
  await served.stop();
  await rm(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: world.ctx.config.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function addLink(code: string, account: string, creator: string): Promise<void> {
  await query(
    `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
     values ($1, $2, $3, $4, $5, 'https://shop.glowlab.example/products/dew-serum', $6)`,
    [world.people.merchants.glow, newId(world.clock.now()), account, creator, code, world.clock.now()],
  );
}

async function follow(
  code: string,
  address: string,
  cookie?: string,
  headers: Record<string, string> = {},
): Promise<RedirectAnswer> {
  world.clock.advance(1_000);
  return served.visit(`/s/${code}`, from(address, cookie === undefined ? headers : { ...headers, cookie }));
}

/** The candidates of an order that names a click, with their verdicts. */
async function candidatesOf(orderId: string, click: RedirectAnswer): Promise<string[]> {
  await served.redirector.drainNow();
  const { data } = await shop.call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickOf(click) }) });
  return (data.decision?.candidates ?? []).map(({ who, verdict }) => `${who} ${verdict}`);
}

test('knowing a click id does not connect a browser to the click', async () => {
  const shopper = await follow('ava', '203.0.113.1');
  await follow('kim', '198.51.100.66', `vt_browser=${clickOf(shopper)}`);
  expect(await candidatesOf('stolen', shopper)).toEqual(['ava credited']);
});

test('a later click of the same browser still counts', async () => {
  const shopper = await follow('ava', '203.0.113.2');
  await follow('kim', '203.0.113.2', cookieOf(shopper));
  expect(await candidatesOf('honest', shopper)).toEqual(['ava later_click_counts', 'kim credited']);
});

test.each(['image', 'iframe', 'empty'])(
  "a link that a page of the shop loads by itself (%s) does not replace the shopper's own click",
  async (kind) => {
    const shopper = await follow('ava', '203.0.113.7');
    await follow('kim', '203.0.113.7', cookieOf(shopper), { 'sec-fetch-dest': kind, 'sec-fetch-site': 'same-site' });
    expect(await candidatesOf(`embedded as ${kind}`, shopper)).toEqual(['ava credited']);
  },
);

test('an altered mark is ignored: its browser gets a new one and no connection to a click', async () => {
  const shopper = await follow('ava', '203.0.113.3');
  const cookie = cookieOf(shopper);
  const altered = cookie.slice(0, 30) + (cookie[30] === 'A' ? 'B' : 'A') + cookie.slice(31);
  const thief = await follow('kim', '198.51.100.66', altered);
  expect(cookieOf(thief)).toMatch(/^vt_browser=[\w-]{56}$/);
  expect(await candidatesOf('altered', shopper)).toEqual(['ava credited']);
});

test('an unsigned cookie connects no clicks, and the named click is credited', async () => {
  const old = 'vt_browser=QaH7hbkYc9qDHORJ3wN3TA';
  const shopper = await follow('ava', '203.0.113.4', old);
  await follow('kim', '203.0.113.4', old);
  await follow('kim', '203.0.113.4', cookieOf(shopper));
  expect(await candidatesOf('old', shopper)).toEqual(['ava credited']);
});

test('a hit stored with an unsigned mark connects no orders, and is credited when it is named', async () => {
  const shopper = await follow('ava', '203.0.113.5');
  await follow('kim', '203.0.113.5', cookieOf(shopper));
  await served.redirector.drainNow();
  await query('update hits set browser_mark = null');
  expect(await candidatesOf('before', shopper)).toEqual(['ava credited']);
});
