import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { ownsPicture } from './pictures.service.ts';

let world: World;
let ava: string;
let glowStaff: string;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.token('ava@creators.test');
  glowStaff = await world.token('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c86' } }).withExif({
    IFD0: { Copyright: 'where I live' },
  });

async function upload(token: string, payload: Buffer, options: { query?: string; type?: string; key?: string } = {}) {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/v1/pictures?${options.query ?? 'purpose=avatar'}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': options.type ?? 'image/jpeg',
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

test('an uploaded picture is made anew as WebP, cut to its purpose, without its metadata', async () => {
  const { status, body } = await upload(ava, await drawn(1_200, 800).jpeg().toBuffer());
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ width: 512, height: 512 });
  const shown = await world.app.inject({ url: body.data.path });
  expect(shown.headers['content-type']).toBe('image/webp');
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  const { format, exif } = await sharp(shown.rawPayload).metadata();
  expect({ format, exif }).toEqual({ format: 'webp', exif: undefined });
});

test.each([
  ['a page in disguise', Buffer.from('<script>alert(1)</script>')],
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['nothing', Buffer.alloc(0)],
  ['half a picture', Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
])('%s is refused with what would be right', async (_name, payload) => {
  const { status, body } = await upload(ava, payload);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['picture']);
});

test('a picture of too many pixels is refused before it is decoded', async () => {
  const { status } = await upload(ava, await drawn(8_000, 8_000).png({ compressionLevel: 1 }).toBuffer(), {
    type: 'image/png',
  });
  expect(status).toBe(422);
});

test('a file is taken by this call alone, and only of the types it names', async () => {
  const svg = await upload(ava, Buffer.from('<svg/>'), { type: 'image/svg+xml' });
  expect(svg.status).toBe(415);
  const elsewhere = await world.app.inject({
    method: 'POST',
    url: '/api/v1/logout',
    headers: { authorization: `Bearer ${ava}`, 'content-type': 'image/png' },
    payload: Buffer.from('x'),
  });
  expect(elsewhere.statusCode).toBe(415);
});

test("only the uploader, or the brand it is for, may use it; another brand's staff may not upload for it", async () => {
  const file = await drawn(100, 100).png().toBuffer();
  const own = await upload(ava, file);
  const { users, merchants } = world.people;
  expect(await ownsPicture(world.ctx, { creatorId: users.ava }, own.body.data.path)).toBe(true);
  expect(await ownsPicture(world.ctx, { creatorId: users.noor }, own.body.data.path)).toBe(false);
  const brands = await upload(glowStaff, file, { query: `purpose=logo&merchant=${merchants.glow}` });
  expect(await ownsPicture(world.ctx, { merchantId: merchants.glow }, brands.body.data.path)).toBe(true);
  expect(await ownsPicture(world.ctx, { merchantId: merchants.maison }, brands.body.data.path)).toBe(false);
  expect((await upload(glowStaff, file, { query: `purpose=logo&merchant=${merchants.maison}` })).status).toBe(404);
});

test('of many uploads at once those beyond the queue get a 503 with Retry-After, and the others succeed', async () => {
  const large = await drawn(8_000, 5_000).png().toBuffer();
  const answers = await Promise.all(
    Array.from({ length: 24 }, () =>
      world.app.inject({
        method: 'POST',
        url: '/api/v1/pictures?purpose=message',
        headers: { authorization: `Bearer ${ava}`, 'content-type': 'image/png' },
        payload: large,
      }),
    ),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  const kept = answers.filter(({ statusCode }) => statusCode === 201);
  expect(kept.length).toBeGreaterThanOrEqual(9);
  expect(refused.length).toBeGreaterThan(0);
  expect(kept.length + refused.length).toBe(24);
  for (const { headers, json } of refused) {
    expect(headers['content-type']).toContain('application/problem+json');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(json()).toMatchObject({ code: 'busy', message: expect.stringContaining('Too many pictures') });
  }
});

test('an upload for another purpose is another request: its Idempotency-Key must be its own', async () => {
  const file = await drawn(1_200, 800).jpeg().toBuffer();
  const message = await upload(ava, file, { query: 'purpose=message', key: 'picture-1' });
  const again = await upload(ava, file, { query: 'purpose=message', key: 'picture-1' });
  expect([message.status, again.body.data]).toEqual([201, message.body.data]);
  const avatar = await upload(ava, file, { query: 'purpose=avatar', key: 'picture-1' });
  expect([avatar.status, avatar.body.code]).toEqual([409, 'idempotency_conflict']);
});
