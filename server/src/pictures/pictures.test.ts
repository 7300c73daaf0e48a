import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { placePicture } from './pictures.files.ts';
import { addPicture, ownsPicture } from './pictures.service.ts';

let world: World;
let ava: string;
let noor: string;
let glowStaff: string;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.token('ava@creators.test');
  noor = await world.token('noor@creators.test');
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
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

test('an uploaded picture is encoded again as WebP, cropped for its purpose, without its metadata', async () => {
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
  ['an HTML page named like a picture', Buffer.from('<script>alert(1)</script>')],
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['nothing', Buffer.alloc(0)],
  ['a truncated picture', Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
])('%s is refused with what would be right', async (_name, payload) => {
  const { status, body } = await upload(ava, payload);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['picture']);
});

test('a picture with too many pixels is refused before it is decoded', async () => {
  const { status } = await upload(ava, await drawn(8_000, 8_000).png({ compressionLevel: 1 }).toBuffer(), {
    type: 'image/png',
  });
  expect(status).toBe(422);
});

test.each([
  [1, 20_001],
  [20_001, 1],
])('a picture with a side beyond 20,000 pixels is refused before it is decoded: %i × %i', async (width, height) => {
  const { status, body } = await upload(ava, await drawn(width, height).png().toBuffer(), { type: 'image/png' });
  expect(status).toBe(422);
  expect(body.errors.picture[0]).toContain('20,000 pixels per side');
});

test('only this call accepts a file, and only of the types it lists', async () => {
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

test("only the uploader, or the brand it is for, can use a picture; another brand's staff cannot upload for it", async () => {
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

test('a user can upload 100 pictures a day, also when more come at once; others have their own limit', async () => {
  const { ctx, clock, people } = world;
  clock.advance(24 * 3_600_000);
  const beganAt = clock.now().getTime();
  const made = { bytes: Buffer.from('made'), width: 1, height: 1 };
  const of = { ownerId: people.users.ava, merchantId: null, purpose: 'message' } as const;
  const keep = async () => {
    const picture = await placePicture(ctx, made);
    return ctx.database.as({ role: 'app', creatorId: people.users.ava }, (tx) => addPicture(ctx, tx, of, picture));
  };
  const results = await Promise.allSettled(Array.from({ length: 110 }, keep));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);

  clock.advance(3_600_000);
  const file = await drawn(100, 100).jpeg().toBuffer();
  const { status, body, headers } = await upload(ava, file);
  expect([status, body.code]).toEqual([429, 'picture_quota']);
  expect(body.message).toContain(new Date(beganAt + 24 * 3_600_000).toISOString());
  expect(headers['retry-after']).toBe(String(23 * 3_600));
  expect((await upload(noor, file)).status).toBe(201);
  const staff = await world.token('brand@glow.test');
  expect((await upload(staff, file, { query: 'purpose=logo&merchant=glow-lab' })).status).toBe(201);

  clock.advance(23 * 3_600_000);
  expect((await upload(ava, file)).status).toBe(201);
});

test('uploads of one user beyond their share get a 503 with Retry-After, and other users are served', async () => {
  const large = await drawn(3_000, 2_000).png().toBuffer();
  const sent = Array.from({ length: 24 }, () =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/pictures?purpose=message',
      headers: { authorization: `Bearer ${ava}`, 'content-type': 'image/png' },
      payload: large,
    }),
  );
  await Promise.any(sent.map(async (answer) => expect((await answer).statusCode).toBe(503)));
  const others = await upload(noor, await drawn(100, 100).jpeg().toBuffer());
  expect(others.status).toBe(201);

  const answers = await Promise.all(sent);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  const kept = answers.filter(({ statusCode }) => statusCode === 201);
  expect(kept.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeGreaterThan(0);
  expect(kept.length + refused.length).toBe(24);
  for (const { headers, json } of refused) {
    expect(headers['content-type']).toContain('application/problem+json');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(json()).toMatchObject({ code: 'busy', message: expect.stringContaining('too many pictures at once') });
  }
});

test('an upload for another purpose needs its own Idempotency-Key', async () => {
  const file = await drawn(1_200, 800).jpeg().toBuffer();
  const message = await upload(ava, file, { query: 'purpose=message', key: 'picture-1' });
  const again = await upload(ava, file, { query: 'purpose=message', key: 'picture-1' });
  expect([message.status, again.body.data]).toEqual([201, message.body.data]);
  const avatar = await upload(ava, file, { query: 'purpose=avatar', key: 'picture-1' });
  expect([avatar.status, avatar.body.code]).toEqual([409, 'idempotency_conflict']);
});
