import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAnnouncement, publishAnnouncement, readAnnouncements } from '@vitrine/contract/announcements.ts';
import { getMerchantList, listThreads } from '@vitrine/contract/conversations.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { brandSide, creatorSide, type TestSide } from './conversations.testing.ts';

const merchants = ['glow-lab', 'maison-clair'] as const;

/** The expected messages and read marks, in the simplest form. */
type Model = {
  slug: (typeof merchants)[number];
  creator: TestSide;
  brand: TestSide;
  staff: Client;
  messages: { side: 'creator' | 'brand'; seenBy: Set<'creator' | 'brand'> }[];
  announcements: { id: string; read: boolean; withdrawn: boolean }[];
};

let world: World;
let ava: Client;
let models: Model[];
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  const { avaGlow, avaMaison } = world.people.accounts;
  models = await Promise.all(
    merchants.map(async (slug) => {
      const account = slug === 'glow-lab' ? avaGlow : avaMaison;
      const staff = await world.signIn(slug === 'glow-lab' ? 'brand@glow.test' : 'brand@maison.test');
      const sides = { creator: creatorSide(ava, account), brand: brandSide(staff, slug, account) };
      return { slug, staff, ...sides, messages: [], announcements: [] };
    }),
  );
});
afterAll(() => world[Symbol.asyncDispose]());

type Action = (model: Model, number: number) => Promise<void>;

const send =
  (side: 'creator' | 'brand'): Action =>
  async (model) => {
    expect((await model[side].send('Something')).status).toBe(201);
    model.messages.push({ side, seenBy: new Set() });
  };
const read =
  (side: 'creator' | 'brand'): Action =>
  async (model, number) => {
    const seq = number % (model.messages.length + 3);
    await model[side].markRead(seq);
    for (const message of model.messages.slice(0, seq)) message.seenBy.add(side);
  };
const actions: Record<string, Action> = {
  creatorSays: send('creator'),
  brandSays: send('brand'),
  creatorReads: read('creator'),
  brandReads: read('brand'),
  announce: async (model) => {
    const body = { title: 'News', body: 'Of the day' };
    const answer = await model.staff.call(publishAnnouncement, { params: { merchant: model.slug }, body });
    model.announcements.push({ id: granted(answer).id, read: false, withdrawn: false });
  },
  readOne: async (model, number) => {
    const found = model.announcements[number % Math.max(1, model.announcements.length)];
    if (!found) return;
    await ava.call(readAnnouncements, { body: { announcement_ids: [found.id] } });
    found.read = true;
  },
  readAll: async () => {
    await ava.call(readAnnouncements, { body: { all: true } });
    for (const model of models) for (const found of model.announcements) found.read = true;
  },
  withdraw: async (model, number) => {
    const found = model.announcements[number % Math.max(1, model.announcements.length)];
    if (!found) return;
    const params = { merchant: model.slug, announcement_id: found.id };
    await model.staff.call(changeAnnouncement, { params, body: { withdrawn: true } });
    found.withdrawn = true;
  },
};

const unseen = (model: Model, by: 'creator' | 'brand') =>
  model.messages.filter(({ side, seenBy }) => side !== by && !seenBy.has(by)).length;

async function expectTrueCounts(): Promise<void> {
  const list = (await ava.call(getMerchantList)).data;
  for (const model of models) {
    const entry = list.find(({ merchant_account: { slug } }) => slug === model.slug);
    const [thread] = (await model.staff.call(listThreads, { params: { merchant: model.slug } })).data;
    expect({
      creator: entry?.unread_message_count,
      announcements: entry?.unread_announcement_count,
      brand: thread?.unread_message_count,
      last: entry?.last_message?.seq ?? 0,
    }).toEqual({
      creator: unseen(model, 'creator'),
      announcements: model.announcements.filter((found) => !found.read && !found.withdrawn).length,
      brand: unseen(model, 'brand'),
      last: model.messages.length,
    });
  }
}

test('after any actions in any order, every unread count equals a recount (S17)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(actions)), fc.nat(1), fc.nat(60)), {
        minLength: 10,
        maxLength: 40,
        size: 'max',
      }),
      async (script) => {
        for (const [name, which, number] of script) {
          const model = models[which];
          if (model) await actions[name]?.(model, number);
          await expectTrueCounts();
        }
      },
    ),
    { numRuns: 6, seed: 20_261_121, endOnFailure: true },
  );
  expect(models.every(({ messages, announcements }) => messages.length > 0 && announcements.length > 0)).toBe(true);
}, 60_000);
