import type { Placement } from '@vitrine/contract/storefront.ts';
import type { Context } from '../src/context.ts';
import { demoBrands, type DemoBrand } from './brands.ts';
import { createPeople, demoApiKey, demoPassword, demoShopifySecret, type People } from './people.ts';
import { liveDay, type Shopfront } from './season.ts';
import { agreeTerms, curate, stockShelf } from './shelves.ts';
import { openTimeline, type Timeline } from './timeline.ts';
import { seededChance } from './visitors.ts';

const day = 86_400_000;
/** Long enough for commissions to have left their return window, for a change of terms, and for a trend to be seen. */
const seasonDays = 60;

async function prepareBrand(timeline: Timeline, people: People, brand: DemoBrand): Promise<Shopfront[]> {
  const staff = await timeline.signIn(brand.staff);
  await agreeTerms(staff, brand.slug, { note: 'First terms', rules: brand.terms });
  await stockShelf(staff, brand.slug, brand.currency, brand.shelf);
  const creator = await timeline.signIn(brand.creator);
  const placements: Placement[] = await curate(creator, people.accounts[brand.account], brand.wishes);
  return [{ brand, placements, accountId: people.accounts[brand.account] }];
}

/** Lives the season day by day: visits, orders, refunds, maturing; ends at this moment. */
async function liveSeason(timeline: Timeline, shopfronts: Shopfront[], end: Date): Promise<void> {
  const chance = seededChance(20_261_120);
  for (let back = seasonDays; back >= 0; back -= 1) {
    const opens = new Date(end.getTime() - back * day);
    await liveDay(timeline, chance, shopfronts, { opens, closes: new Date(Math.min(opens.getTime() + day, end.getTime())), index: seasonDays - back });
  }
}

async function buildDemo(present: Context): Promise<void> {
  const end = present.clock.now();
  const timeline = await openTimeline(present, new Date(end.getTime() - (seasonDays + 1) * day));
  try {
    const people = await createPeople(timeline.ctx);
    const shopfronts: Shopfront[] = [];
    for (const brand of demoBrands) shopfronts.push(...(await prepareBrand(timeline, people, brand)));
    await liveSeason(timeline, shopfronts, end);
    timeline.moveTo(end);
    await timeline.settle();
  } finally {
    await timeline.stop();
  }
}

/** Loads the demo into an empty database; one that holds a user is left as it is. */
export async function loadDemoOnce(ctx: Context): Promise<void> {
  const someone = await ctx.database.as({ role: 'system' }, (tx) => tx.selectFrom('users').select('id').limit(1).executeTakeFirst());
  if (someone) return;
  console.log('Filling the empty database with the demo (half a minute, once) …');
  await buildDemo(ctx);
}

/** What is printed at the start, so that a newcomer can sign in. */
export function demoAccounts(): string {
  return [
    'Demo accounts, password vitrine-demo:'.replace('vitrine-demo', demoPassword),
    '  creators  ava@creators.test (Glow Lab, Maison Clair), noor@creators.test (Northwind Outfitters), max@creators.test (not active)',
    '  brand     brand@glow.test     operator  operator@vitrine.test',
    `  Glow Lab's API key ${demoApiKey}, Shopify secret ${demoShopifySecret}`,
  ].join('\n');
}
