import type { Placement } from '@vitrine/contract/storefront.ts';
import pg from 'pg';
import { ConfigError, readConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { removeDemoCredentials } from '../src/demo.credentials.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { createLog } from '../src/platform/log.ts';
import { createSealer } from '../src/platform/seal.ts';
import { startServer } from '../src/server.ts';
import { keepAudience } from './audience.ts';
import { demoBrands, type DemoBrand } from './brands.ts';
import { addInvitation } from '../src/invitations/invitations.service.ts';
import { createPeople, demoApiKey, demoInvitation, demoPassword, demoShopifySecret, type People } from './people.ts';
import { addHeldOrder } from './desk.ts';
import { liveDay, type Shopfront } from './season.ts';
import { agreeTerms, collect, curate, decorate, type Shelf, stockShelf } from './shelves.ts';
import { demoShopOrigin, emptyDemoShops, freeShopPort, startDemoShops } from './shop/demo.shops.ts';
import { closeProgramDay, liveProgram } from './program/program.ts';
import { groupRules, openProgram, type Program } from './program/program.opening.ts';
import { holdTalks } from './talks.ts';
import { openTimeline, type Timeline } from './timeline.ts';
import { seededChance } from './visitors.ts';

const day = 86_400_000;
/** Long enough for commissions to leave the return window, for a change of terms, and to show a trend. */
const seasonDays = 60;

/** The products with their addresses in the brand's shop. */
function shelfOf({ slug, shelf }: DemoBrand, shopPort: number): Shelf[] {
  const shop = demoShopOrigin(slug, shopPort);
  return shelf.map(({ name, note: _note, ...product }) => Object.assign(product, { url: `${shop}/products/${name}` }));
}

async function prepareBrand(
  timeline: Timeline,
  people: People,
  brand: DemoBrand,
  shopPort: number,
): Promise<Shopfront> {
  const staff = await timeline.signIn(brand.staff);
  await agreeTerms(staff, brand.slug, { note: 'Initial terms', rules: brand.terms });
  await stockShelf(staff, brand.slug, brand.currency, shelfOf(brand, shopPort));
  const creator = await timeline.signIn(brand.creator);
  const accountId = people.accounts[brand.account];
  await decorate(creator, accountId, brand.texts);
  const placements: Placement[] = await curate(creator, accountId, brand.items);
  for (const collection of brand.collections) await collect(creator, accountId, placements, collection);
  return { brand, placements, accountId, path: `/@${brand.user}/${brand.slug}`, groupRules: [] };
}

/** Simulates the season day by day until now: visits, orders, refunds and maturing commissions. */
async function liveSeason(timeline: Timeline, shopfronts: Shopfront[], program: Program, end: Date): Promise<void> {
  const chance = seededChance(20_261_120);
  const programChance = seededChance(20_261_126);
  for (let back = seasonDays; back >= 0; back -= 1) {
    const opens = new Date(end.getTime() - back * day);
    const closes = new Date(Math.min(opens.getTime() + day, end.getTime()));
    const today = { opens, closes, index: seasonDays - back };
    await liveDay(timeline, chance, shopfronts, today, () => liveProgram(timeline, programChance, program, today));
    await closeProgramDay(timeline, program, today);
  }
}

/** An invitation link with which anyone can register as a new creator of Glow Lab; public, like the demo passwords. */
async function inviteNewcomers(ctx: Context, people: People): Promise<void> {
  await addInvitation(ctx, people.merchants.glow, {
    by: 'link',
    reusable: true,
    expires_in_days: 30,
    note: 'We love how honestly you talk about the products you use every day. We’d be happy if you featured ours too.',
    code: demoInvitation,
  });
}

async function buildDemo(present: Context): Promise<void> {
  const end = present.clock.now();
  const shopPort = await freeShopPort(present.config.demoShopPort);
  await emptyDemoShops(present.config.dataDir);
  const [glow] = demoBrands;
  if (!glow) throw new Error('the demo has no brands');
  const timeline = await openTimeline(present, new Date(end.getTime() - (seasonDays + 1) * day));
  try {
    const people = await createPeople(timeline.ctx, {
      glow: demoShopOrigin('glow-lab', shopPort),
      northwind: demoShopOrigin('northwind-outfitters', shopPort),
      maison: demoShopOrigin('maison-clair', shopPort),
    });
    const shopfronts: Shopfront[] = [];
    for (const brand of demoBrands) shopfronts.push(await prepareBrand(timeline, people, brand, shopPort));
    const program = await openProgram(timeline, glow);
    for (const shopfront of shopfronts) if (shopfront.brand === glow) shopfront.groupRules = groupRules(program.groups);
    await liveSeason(timeline, shopfronts, program, end);
    await holdTalks(timeline, people, program, end);
    timeline.moveTo(end);
    await inviteNewcomers(timeline.ctx, people);
    for (const brand of demoBrands)
      await stockShelf(await timeline.signIn(brand.staff), brand.slug, brand.currency, shelfOf(brand, shopPort));
    await keepAudience(await timeline.signIn('ava@creators.test'), end, seasonDays);
    await addHeldOrder(timeline, glow);
    await timeline.catchUp();
    await timeline.reviewFraud();
  } finally {
    await timeline.stop();
  }
}

/** Loads the demo into an empty database. A database with any user is not changed. */
export async function loadDemoOnce(ctx: Context): Promise<void> {
  const someone = await ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('id').limit(1).executeTakeFirst(),
  );
  if (someone) return;
  console.log('Creating the demo data in the empty database (less than a minute, only once) …');
  await buildDemo(ctx);
}

/** Refuses to touch a database that contains anything besides the demo. */
async function refuseUnlessDemo(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const found = await owner.query<{ people: string | null }>("select to_regclass('public.users')::text as people");
    if (!found.rows[0]?.people) return;
    const strangers = await owner.query(
      `select 1 from users where email not like '%@creators.test' and email not like 'brand@%.test' and email <> 'operator@vitrine.test' limit 1`,
    );
    if (strangers.rowCount !== 0)
      throw new ConfigError('This database contains data that is not from the demo, so it was not rebuilt');
    await owner.query(
      'drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public',
    );
  } finally {
    await owner.end();
  }
}

/** `npm run demo`: rebuilds the demo so that it ends today. The server must not be running on the same data folder. */
export async function rebuildDemo(): Promise<void> {
  const config = { ...readConfig(process.env), port: 0 };
  if (config.production) throw new ConfigError('The demo can’t be used in production');
  const embedded = config.databaseDirectUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  await refuseUnlessDemo(config.databaseDirectUrl ?? embedded?.url ?? '');
  await embedded?.stop();
  const running = await startServer({ ...config, roles: ['api'] }, loadDemoOnce);
  await running.stop();
  console.log('The demo data was rebuilt. Start the server with `npm start`.');
}

/** `npm run demo -- --remove`: removes the demo passwords and keys, so that the database can be used in production. */
export async function removeDemo(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const embedded = config.databaseDirectUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  const url = config.databaseDirectUrl ?? embedded?.url ?? '';
  await migrate(url);
  const database = openDatabase({ url, log });
  try {
    const removed = await removeDemoCredentials({
      database,
      clock: systemClock,
      sealer: createSealer(config.secretKey),
    });
    console.log(
      removed.length > 0
        ? `Removed:\n  ${removed.join('\n  ')}`
        : 'There are no demo passwords or keys in this database.',
    );
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

export { startDemoShops };

/** Printed at startup so that newcomers can log in. */
export function demoAccounts(shops?: { url: string }): string {
  return [
    'Demo accounts, password vitrine-demo:'.replace('vitrine-demo', demoPassword),
    '  creators  ava@creators.test (Glow Lab, Maison Clair), noor@creators.test (Northwind Outfitters), max@creators.test (not active)',
    '  brand     brand@glow.test     operator  operator@vitrine.test',
    `  invitation for new creators: /start-invite#${demoInvitation}`,
    `  Glow Lab's API key ${demoApiKey}, Shopify secret ${demoShopifySecret}`,
    ...(shops
      ? [`  links lead to shops on this machine: ${demoShopOrigin('glow-lab', Number(new URL(shops.url).port))}`]
      : []),
  ].join('\n');
}
