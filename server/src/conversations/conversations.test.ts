import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMerchantList, listThreads, sendMessage } from '@vitrine/contract/conversations.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { client, type Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { brandSide, creatorSide, type TestSide } from './conversations.testing.ts';

let world: World;
let ava: Client;
let staff: Client;
let creator: TestSide;
let brand: TestSide;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  staff = await world.signIn('brand@glow.test');
  creator = creatorSide(ava, world.people.accounts.avaGlow);
  brand = brandSide(staff, 'glow-lab', world.people.accounts.avaGlow);
});
afterAll(() => world[Symbol.asyncDispose]());

const numbers = (answer: { data: readonly { seq: number }[] }) => answer.data.map(({ seq }) => seq);
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a thread', () => {
  it('exists as soon as its merchant account is opened', async () => {
    const { data, meta } = await creator.read();
    expect(data).toEqual([]);
    expect(meta).toEqual({ last_seq: 0, read_seq: 0, seen_seq: 0 });
    expect((await staff.call(listThreads, { params: { merchant: 'glow-lab' } })).data).toMatchObject([
      { merchant_account_id: world.people.accounts.avaGlow, creator: { user_handle: 'ava' }, last_message: null },
    ]);
  });

  it('numbers its messages from 1 and shows each side who wrote them', async () => {
    expect((await creator.send('Hello Glow Lab')).status).toBe(201);
    expect((await brand.send('Hello Ava\nhow are you?')).data).toMatchObject({ seq: 2, side: 'brand', mine: true });
    expect((await creator.read()).data).toMatchObject([
      { seq: 1, side: 'creator', mine: true, body: 'Hello Glow Lab', client_id: expect.any(String), sender_name: null },
      { seq: 2, side: 'brand', mine: false, body: 'Hello Ava\nhow are you?', client_id: null, sender_name: null },
    ]);
    expect((await brand.read()).data).toMatchObject([
      { seq: 1, mine: false, client_id: null, sender_name: 'Ava Lindqvist' },
      { seq: 2, mine: true, sender_name: 'Mira Castell' },
    ]);
  });

  it('is read from its end, after a number and before a number', async () => {
    for (let number = 3; number <= 9; number += 1) await creator.send(`Message ${number}`);
    expect(numbers(await brand.read({ limit: 3 }))).toEqual([7, 8, 9]);
    expect(numbers(await brand.read({ before: 7, limit: 3 }))).toEqual([4, 5, 6]);
    expect(numbers(await brand.read({ after: 4, limit: 3 }))).toEqual([5, 6, 7]);
    expect(numbers(await brand.read({ after: 9 }))).toEqual([]);
  });

  it("is found by the brand's slug too", async () => {
    expect(numbers(await creatorSide(ava, 'glow-lab').read({ after: 8 }))).toEqual([9]);
  });
});

describe('50 concurrent senders on two nodes', () => {
  it('produce one order without gaps, the same for both sides', async () => {
    const second = (await world.secondNode()).app;
    const tokens = [await world.token('ava@creators.test'), await world.token('brand@glow.test')] as const;
    const from = (await creator.read()).meta.last_seq;
    const sides = [world.app, second].flatMap((node) => [
      creatorSide(client(node, tokens[0]), world.people.accounts.avaGlow),
      brandSide(client(node, tokens[1]), 'glow-lab', world.people.accounts.avaGlow),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, sender) => sides[sender % sides.length]?.send(`At once ${sender}`)),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(Array.from({ length: 50 }, () => 201));
    const expected = Array.from({ length: 50 }, (_, place) => from + 1 + place);
    expect(answers.map((answer) => answer?.data.seq ?? 0).sort((one, other) => one - other)).toEqual(expected);
    const orders = await Promise.all(sides.map((side) => side.read({ after: from, limit: 100 })));
    for (const order of orders) {
      expect(numbers(order)).toEqual(expected);
      expect(order.data.map(({ body }) => body)).toEqual(orders[0]?.data.map(({ body }) => body));
    }
  });
});

describe('a message sent again', () => {
  it('with the same client_id is answered with the same message, also ten times at once and later', async () => {
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => creator.send('Once', clientId)));
    world.clock.advance(90 * 86_400_000);
    const fresh = creatorSide(await world.signIn('ava@creators.test'), world.people.accounts.avaGlow);
    answers.push(await fresh.send('Once', clientId));
    expect(new Set(answers.map(({ data }) => data.seq)).size).toBe(1);
    const { data, meta } = await fresh.read({ limit: 100 });
    expect(data.filter(({ body }) => body === 'Once')).toHaveLength(1);
    expect(meta.last_seq).toBe(data.at(-1)?.seq);
    ava = await world.signIn('ava@creators.test');
    staff = await world.signIn('brand@glow.test');
    creator = creatorSide(ava, world.people.accounts.avaGlow);
    brand = brandSide(staff, 'glow-lab', world.people.accounts.avaGlow);
  });

  it('to another thread is a conflict, and uses no number there', async () => {
    const clientId = randomUUID();
    await creator.send('Here', clientId);
    const maison = creatorSide(ava, world.people.accounts.avaMaison);
    expect((await maison.send('There', clientId)).problem.code).toBe('conflict');
    expect((await maison.read()).meta.last_seq).toBe(0);
  });

  it('with the client_id of a message that has another text is a conflict that says so', async () => {
    const clientId = randomUUID();
    const { seq } = (await creator.send('Once', clientId)).data;
    const refused = await creator.send('Another', clientId);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      `This client_id was already used for message ${seq} of this conversation, which has another text or other pictures. Send a new message with a new client_id.`,
    ]);
    expect((await creator.send(' Once ', clientId)).data.seq).toBe(seq);
    expect((await creator.read()).meta.last_seq).toBe(seq);
  });

  it('by another user with the same client_id is a message of theirs', async () => {
    const clientId = randomUUID();
    const mine = await creator.send('Mine', clientId);
    const theirs = await brand.send('Theirs', clientId);
    expect(theirs.data.seq).toBe(mine.data.seq + 1);
  });
});

describe('a read mark', () => {
  it('moves forward only, never beyond the last message, and the other side sees it', async () => {
    const { last_seq: last } = (await creator.read()).meta;
    expect((await creator.markRead(2)).data.read_seq).toBe(2);
    expect((await creator.markRead(1)).data.read_seq).toBe(2);
    expect((await brand.read()).meta.seen_seq).toBe(2);
    expect((await creator.markRead(last + 1_000)).data).toEqual({ read_seq: last, unread_message_count: 0 });
    expect((await brand.read()).meta).toMatchObject({ seen_seq: last, last_seq: last });
  });

  it('does not move when its side writes', async () => {
    await brand.send('Have you seen this?');
    await creator.send('I wrote this without looking');
    expect(await creator.unread()).toBe(1);
  });
});

describe('a message (S14)', () => {
  it('may have up to 4,000 characters of text, stored as typed', async () => {
    const body = '<b>not bold</b> & "quotes" 渋谷 🌿\nhttps://glow.example/a?b=c';
    expect((await creator.send(body)).data.body).toBe(body);
    expect((await creator.send('x'.repeat(4_001))).problem.errors).toEqual({
      body: ['must have at most 4000 characters'],
    });
    expect((await creator.send('  \n ')).problem.errors).toEqual({
      body: ['must not be empty without a picture'],
    });
    expect((await creator.send('x', 'short')).problem.errors).toHaveProperty('client_id');
  });

  it('may have pictures that its writer uploaded, and no others', async () => {
    const noor = await world.signIn('noor@creators.test');
    const file = { type: 'image/png', bytes: picture };
    const own = (await ava.call(uploadPicture, { query: { purpose: 'message' }, file })).data;
    const foreign = (await noor.call(uploadPicture, { query: { purpose: 'message' }, file })).data;
    const send = (pictures: string[]) =>
      ava.call(sendMessage, {
        params: { merchant_account_id: 'glow-lab' },
        body: { client_id: randomUUID(), body: '', pictures },
      });
    const params = { merchant_account_id: 'glow-lab' };
    const sent = { client_id: randomUUID(), body: 'Look', pictures: [own.path] };
    const again = (pictures: string[]) => ava.call(sendMessage, { params, body: { ...sent, pictures } });
    const statuses = [];
    for (const pictures of [[own.path], [own.path], [], [own.path, own.path]])
      statuses.push((await again(pictures)).status);
    expect(statuses).toEqual([201, 201, 409, 409]);
    expect((await send([own.path])).data).toMatchObject({ body: '', pictures: [own] });
    expect((await send([own.path, foreign.path])).problem.errors).toEqual({
      'pictures.1': ['must be the path of a picture you uploaded'],
    });
    expect((await send(Array.from({ length: 6 }, () => own.path))).status).toBe(422);
  });
});

describe('the list of brands', () => {
  it('answers in data each brand with its unread counts and its last message, all fields of an entry (§60, §109)', async () => {
    const answer = await world.app.inject({
      url: '/api/v1/chatroom/get-merchant-list',
      headers: { authorization: `Bearer ${await world.token('ava@creators.test')}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject([
      {
        merchant_account_id: world.people.accounts.avaGlow,
        merchant_account: {
          merchant_display_name: 'Glow Lab',
          brand_logo: expect.stringMatching(/^http.*\/media\/demo\/logo-glow-lab\.webp$/),
        },
        unread_message_count: expect.any(Number),
        unread_announcement_count: expect.any(Number),
        last_message: { created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
      },
      {
        merchant_account_id: world.people.accounts.avaMaison,
        merchant_account: { merchant_display_name: 'Maison Clair', brand_logo: expect.any(String) },
        unread_message_count: 0,
        unread_announcement_count: 0,
        last_message: null,
      },
    ]);
  });

  it('is sorted by the last message, the newest first, and brands without one last (§110)', async () => {
    const { data } = await ava.call(getMerchantList);
    expect(data.map(({ merchant_account: { slug } }) => slug)).toEqual(['glow-lab', 'maison-clair']);
    expect(data[0]).toMatchObject({
      merchant_account_id: world.people.accounts.avaGlow,
      merchant_account: {
        merchant_display_name: 'Glow Lab',
        brand_logo: expect.stringMatching(/^http.*\/media\/demo\/logo-glow-lab\.webp$/),
      },
      last_message: { side: 'creator', body: '' },
    });
    expect(data[1]?.last_message).toBeNull();
    world.clock.advance(1_000);
    const maison = brandSide(await world.signIn('brand@maison.test'), 'maison-clair', world.people.accounts.avaMaison);
    await maison.send('Bonjour');
    const after = (await ava.call(getMerchantList)).data;
    expect(after.map(({ merchant_account: { slug } }) => slug)).toEqual(['maison-clair', 'glow-lab']);
    expect(after[0]).toMatchObject({
      unread_message_count: 1,
      last_message: { body: 'Bonjour', side: 'brand', seq: 1 },
    });
  });
});

describe('threads of other users', () => {
  it('are not found', async () => {
    const noor = await world.signIn('noor@creators.test');
    const northwind = await world.signIn('brand@northwind.test');
    const { avaGlow } = world.people.accounts;
    for (const side of [
      creatorSide(noor, avaGlow),
      creatorSide(noor, 'glow-lab'),
      creatorSide(noor, randomUUID()),
      brandSide(northwind, 'northwind-outfitters', avaGlow),
      brandSide(northwind, 'glow-lab', avaGlow),
      brandSide(northwind, 'northwind-outfitters', 'nonsense'),
    ]) {
      expect([(await side.read()).status, (await side.send('Hi')).status, (await side.markRead(1)).status]).toEqual([
        404, 404, 404,
      ]);
    }
  });
});
