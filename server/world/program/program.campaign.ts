import { readAnnouncements } from '@vitrine/contract/announcements.ts';
import { createAnnouncementDraft, publishAnnouncementDraft } from '@vitrine/contract/announcements.drafts.ts';
import { listCatalogue } from '@vitrine/contract/catalogue.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { readFile } from 'node:fs/promises';
import type { Client } from '../client.ts';
import { agreeTerms, granted } from '../shelves.ts';
import type { Timeline } from '../timeline.ts';
import { groupRules, type Program } from './program.opening.ts';

// The campaign: a higher rate on one product until a day, and the announcements about it.

const dayMs = 86_400_000;
/** How many days the campaign goes on after today. */
const daysLeft = 24;

type Draft = BodyOf<typeof createAnnouncementDraft>;

const isoDay = (at: Date) => at.toISOString().slice(0, 10);

/** Like `December 20`. */
function spokenDay(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(at);
}

async function productIds(staff: Client, merchant: string, skus: readonly string[]): Promise<string[]> {
  const products = granted(await staff.call(listCatalogue, { params: { merchant }, query: { limit: 100 } }));
  return skus.flatMap((sku) => products.find((product) => product.sku === sku)?.id ?? []);
}

async function announce(staff: Client, merchant: string, body: Draft): Promise<string> {
  const draft = granted(await staff.call(createAnnouncementDraft, { params: { merchant }, body }));
  const params = { merchant, draft_id: draft.id };
  granted(await staff.call(publishAnnouncementDraft, { params, body: { revision: draft.revision } }));
  return draft.id;
}

async function picture(staff: Client, merchant: string, name: string): Promise<string> {
  const bytes = await readFile(new URL(`../art/pictures/${name}`, import.meta.url));
  const file = { type: 'image/webp', bytes };
  return granted(await staff.call(uploadPicture, { query: { purpose: 'message', merchant }, file })).path;
}

async function announceCampaign(staff: Client, merchant: string, ends: Date): Promise<string> {
  return announce(staff, merchant, {
    title: `Holiday: 20% on Dew Serum until ${spokenDay(ends)}`,
    body: `From today until **${spokenDay(ends)}** you earn 20% instead of 18% on every Dew Serum.\n\n## What helps\n\n- Show the pipette: most questions are about how much to use.\n- Pair it with Cloud Cream. Shoppers who see both buy both.\n- Your discount code works on top.\n\nYour links already use the new rate. You don’t need to do anything.`,
    picture: await picture(staff, merchant, 'glow-lab-dew-serum.webp'),
    picture_alt: 'A bottle of Dew Serum',
    product_ids: await productIds(staff, merchant, ['GL-101', 'GL-102']),
    audience: { kind: 'all' },
    pinned: false,
  });
}

async function markRead(timeline: Timeline, handles: readonly string[], id: string): Promise<void> {
  for (const handle of handles) {
    const reader = await timeline.signIn(`${handle}@creators.test`);
    granted(await reader.call(readAnnouncements, { body: { announcement_ids: [id] } }));
  }
}

/** Publishes the rate, and tells the creators. */
async function startCampaign(timeline: Timeline, { brand, groups }: Program): Promise<void> {
  const now = timeline.now();
  const ends = new Date(now.getTime() + (6 + daysLeft) * dayMs);
  const staff = await timeline.signIn(brand.staff);
  const dated = { starts_on: isoDay(now), ends_on: isoDay(ends) };
  const rules = [
    ...brand.raised,
    ...groupRules(groups),
    { sku: 'GL-101', kind: 'percentage', rate: 2000, ...dated } as const,
  ];
  await agreeTerms(staff, brand.slug, { note: 'Holiday: 20% on Dew Serum', rules });
  const id = await announceCampaign(staff, brand.slug, ends);
  timeline.moveTo(new Date(now.getTime() + dayMs / 4));
  await markRead(timeline, ['lucia_mendes', 'priyaglows', 'misaki', 'grace_osullivan', 'thiago_runs'], id);
}

async function inviteAmbassadors(timeline: Timeline, { brand, groups }: Program): Promise<void> {
  const staff = await timeline.signIn(brand.staff);
  const id = await announce(staff, brand.slug, {
    title: 'Ambassadors: see the spring line first',
    body: 'Three new products, four weeks early. Reply in your messages with your address, and we send the samples on Monday.',
    picture: null,
    picture_alt: '',
    product_ids: [],
    audience: { kind: 'groups', group_ids: [groups.Ambassadors] },
    pinned: false,
  });
  await markRead(timeline, ['hayoon', 'lucia_mendes'], id);
}

/** An announcement that is not published yet. */
async function draftNext(timeline: Timeline, { brand, groups }: Program): Promise<void> {
  const staff = await timeline.signIn(brand.staff);
  const body: Draft = {
    title: 'Athletes: the sweat test',
    body: 'We look for six people who train outdoors in January. You get the new Milk Cleanser, we get your honest notes.',
    picture: null,
    picture_alt: '',
    product_ids: await productIds(staff, brand.slug, ['GL-103']),
    audience: { kind: 'groups', group_ids: [groups.Athletes] },
    pinned: false,
  };
  granted(await staff.call(createAnnouncementDraft, { params: { merchant: brand.slug }, body }));
}

/** By the number of the day. */
export const campaignDays: Record<number, (timeline: Timeline, program: Program) => Promise<void>> = {
  47: (timeline, program) => inviteAmbassadors(timeline, program),
  54: (timeline, program) => startCampaign(timeline, program),
  59: (timeline, program) => draftNext(timeline, program),
};
