import { readFile } from 'node:fs/promises';
import { publishAnnouncement, readAnnouncements } from '@vitrine/contract/announcements.ts';
import { markMessagesRead, markThreadRead, sendMessage, sendThreadMessage } from '@vitrine/contract/conversations.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import type { Client } from './client.ts';
import type { People } from './people.ts';
import { memberOf, type Program } from './program/program.opening.ts';
import { programTalks } from './program/program.talks.ts';
import { granted } from './shelves.ts';
import type { Timeline } from './timeline.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A message: how long ago, by which side, and optionally a picture. */
type Line = { ago: number; by: 'creator' | 'brand'; text: string; picture?: string };
export type Talk = {
  account: keyof People['accounts'];
  merchant: string;
  creator: string;
  staff: string;
  lines: readonly Line[];
  /** How many of the last messages each side has not read yet. */
  unread: { creator: number; brand: number };
};

const talks: readonly Talk[] = [
  {
    account: 'avaGlow',
    merchant: 'glow-lab',
    creator: 'ava@creators.test',
    staff: 'brand@glow.test',
    unread: { creator: 2, brand: 0 },
    lines: [
      {
        ago: 9 * day,
        by: 'brand',
        text: 'Hi Ava, the fall collection is live! I’d love for you to try the new lipstick first.',
      },
      { ago: 9 * day - 4 * minute, by: 'brand', text: 'We shipped your samples this morning.' },
      { ago: 9 * day - 3 * hour, by: 'creator', text: 'Wonderful, thank you Mira! Does the refill fit the old case?' },
      { ago: 9 * day - 4 * hour, by: 'brand', text: 'Yes, all three sizes do.' },
      {
        ago: 3 * day,
        by: 'creator',
        text: 'They’re here! Natural light, no filter:',
        picture: 'glow-lab-velvet-lipstick.webp',
      },
      { ago: 3 * day - 2 * minute, by: 'creator', text: 'The red is going to sell itself.' },
      { ago: 3 * day - 40 * minute, by: 'brand', text: '❤️' },
      {
        ago: 26 * hour,
        by: 'brand',
        text: 'Quick update: the rate for Tools is 20% until the end of the month. It already applies to your links.',
      },
      { ago: 25 * hour, by: 'creator', text: 'Saw it, that’s great! I’m filming the brush on Thursday.' },
      {
        ago: 3 * hour,
        by: 'brand',
        text: 'Are you free on Friday evening? We’re going live with our founder at 7 and would love to have you there.',
      },
      { ago: 3 * hour - 2 * minute, by: 'brand', text: 'Details: https://shop.glowlab.example/live-friday' },
    ],
  },
  {
    account: 'avaMaison',
    merchant: 'maison-clair',
    creator: 'ava@creators.test',
    staff: 'brand@maison.test',
    unread: { creator: 0, brand: 1 },
    lines: [
      {
        ago: 6 * day,
        by: 'brand',
        text: 'Bonjour Ava, the vase is back in stock, in the pale glaze you asked for.',
        picture: 'maison-clair-vase-colline.webp',
      },
      {
        ago: 6 * day - hour,
        by: 'creator',
        text: 'Oh, I love that glaze! I just moved it to the top of my storefront.',
      },
      { ago: 5 * day, by: 'brand', text: 'We saw! We sold eleven yesterday alone.' },
      { ago: 20 * hour, by: 'creator', text: 'Would you have a second one for a giveaway in December?' },
    ],
  },
  {
    account: 'noorNorthwind',
    merchant: 'northwind-outfitters',
    creator: 'noor@creators.test',
    staff: 'brand@northwind.test',
    unread: { creator: 1, brand: 0 },
    lines: [
      {
        ago: 4 * day,
        by: 'creator',
        text: 'Two nights out in the tent. Forty knots of wind, and it stayed completely dry.',
        picture: 'northwind-outfitters-basecamp-tent.webp',
      },
      {
        ago: 4 * day - 2 * hour,
        by: 'brand',
        text: 'We’ve been trying to write that sentence for a year. May we quote you?',
      },
      { ago: 4 * day - 3 * hour, by: 'creator', text: 'Of course!' },
      {
        ago: 50 * minute,
        by: 'brand',
        text: 'The field jacket comes in moss starting Monday. Should I set one aside in your size?',
      },
    ],
  },
];

type News = {
  ago: number;
  staff: string;
  merchant: string;
  title: string;
  body: string;
  pinned?: boolean;
  readBy?: string;
};

const news: readonly News[] = [
  {
    ago: 21 * day,
    staff: 'brand@glow.test',
    merchant: 'glow-lab',
    title: 'How we pay this season',
    body: 'Commissions become available 30 days after the sale, and we pay on the fifth of each month.\n\nUnder Earnings you can see when each commission becomes available. If something doesn’t add up, send us a message and we’ll reply the same day.',
    pinned: true,
    readBy: 'ava@creators.test',
  },
  {
    ago: 8 * day,
    staff: 'brand@maison.test',
    merchant: 'maison-clair',
    title: 'Holiday shipping dates',
    body: 'Orders placed by December 14 arrive before the holidays anywhere in Europe. Please mention the date where you can, since late packages tend to come back as returns.',
    readBy: 'ava@creators.test',
  },
  {
    ago: 2 * day,
    staff: 'brand@northwind.test',
    merchant: 'northwind-outfitters',
    title: 'Repair weeks',
    body: 'Until the end of the month we repair any Northwind product for free, no matter how old. Please spread the word: https://northwind.example/repairs',
  },
  {
    ago: 5 * hour,
    staff: 'brand@glow.test',
    merchant: 'glow-lab',
    title: '20% on Tools until the end of the month',
    body: 'Starting today you earn 20% instead of 15% on brushes, mirrors and everything else in Tools. You don’t need to do anything; your links already use the new rate.',
  },
];

async function upload(client: Client, merchant: string, name: string): Promise<string> {
  const bytes = await readFile(new URL(`art/pictures/${name}`, import.meta.url));
  const file = { type: 'image/webp', bytes };
  return granted(await client.call(uploadPicture, { query: { purpose: 'message', merchant }, file })).path;
}

/** A conversation of an account; `key` makes the ids of its messages. */
async function hold(
  timeline: Timeline,
  end: Date,
  talk: Omit<Talk, 'account'>,
  { key, account }: { key: string; account: string },
): Promise<void> {
  const params = { merchant_account_id: account };
  const ofBrand = { merchant: talk.merchant, merchant_account_id: account };
  for (const [place, { ago, by, text, picture }] of talk.lines.entries()) {
    timeline.moveTo(new Date(end.getTime() - ago));
    const client = await timeline.signIn(by === 'creator' ? talk.creator : talk.staff);
    const pictures = picture ? [await upload(client, talk.merchant, picture)] : [];
    const body = { client_id: `demo-${key}-${place}`, body: text, pictures };
    if (by === 'creator') granted(await client.call(sendMessage, { params, body }));
    else granted(await client.call(sendThreadMessage, { params: ofBrand, body }));
  }
  const upTo = (unread: number) => ({ seq: talk.lines.length - unread });
  const creator = await timeline.signIn(talk.creator);
  granted(await creator.call(markMessagesRead, { params, body: upTo(talk.unread.creator) }));
  const staff = await timeline.signIn(talk.staff);
  granted(await staff.call(markThreadRead, { params: ofBrand, body: upTo(talk.unread.brand) }));
}

/** Creates the messages and announcements of the demo, up to now, some of them unread. */
export async function holdTalks(timeline: Timeline, people: People, program: Program, end: Date): Promise<void> {
  for (const talk of talks)
    await hold(timeline, end, talk, { key: talk.account, account: people.accounts[talk.account] });
  for (const { handle, ...talk } of programTalks)
    await hold(timeline, end, talk, { key: handle, account: memberOf(program, handle).accountId });
  for (const { ago, staff, merchant, readBy, ...content } of news) {
    timeline.moveTo(new Date(end.getTime() - ago));
    const client = await timeline.signIn(staff);
    const { id } = granted(await client.call(publishAnnouncement, { params: { merchant }, body: content }));
    if (!readBy) continue;
    const reader = await timeline.signIn(readBy);
    granted(await reader.call(readAnnouncements, { body: { announcement_ids: [id] } }));
  }
}
