import { takeDown } from '@vitrine/contract/takedowns.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type StandInS3, startS3 } from '../../world/s3.ts';
import { openWorld, type World } from '../../world/world.ts';
import { checkFiles } from '../doctor/files.check.ts';
import type { Files } from '../platform/files/files.ts';
import { parseS3Address } from '../platform/files/s3.address.ts';
import { erasePictures } from './pictures.erasure.ts';
import { objectOf, placePicture } from './pictures.files.ts';
import { readPictureOf } from './pictures.data-export.ts';
import { tendPictures } from './pictures.jobs.ts';
import { addPicture } from './pictures.service.ts';
import { verifyPictures } from './pictures.verify.ts';

const dayMs = 24 * 3_600_000;
let world: World;
let s3: StandInS3;
let files: Files;
let back: Files;
let ava: string;

beforeAll(async () => {
  [world, s3] = await Promise.all([openWorld(), startS3()]);
  world.ctx.log.level = 'silent';
  files = await s3.open();
  back = await s3.open('?new=database');
  ava = await world.token('ava@creators.test');
});
afterEach(() => {
  world.ctx.files = files;
});
afterAll(async () => {
  files.close();
  back.close();
  await s3[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

let count = 0;
async function upload(keptIn: Files | undefined): Promise<string> {
  world.ctx.files = keptIn;
  count += 1;
  const background = { r: count, g: 100, b: 60 };
  const payload = await sharp({ create: { width: 60 + count, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const answer = await send(payload);
  expect(answer.statusCode).toBe(201);
  return /([\w-]{22})\.webp$/.exec(answer.json().data.path)?.[1] ?? '';
}

function send(payload: Buffer) {
  return world.app.inject({
    method: 'POST',
    url: '/api/v1/pictures?purpose=message',
    headers: { authorization: `Bearer ${ava}`, 'content-type': 'image/png' },
    payload,
  });
}

const show = (code: string, headers = {}) => world.app.inject({ url: `/media/p/${code}.webp`, headers });
const system = <T>(work: Parameters<typeof world.ctx.database.as<T>>[1]) =>
  world.ctx.database.as({ role: 'system' }, work);
const rowOf = (code: string) =>
  system((tx) => tx.selectFrom('pictures').selectAll().where('code', '=', code).executeTakeFirst());
const objects = async () => (await Array.fromAsync(files.list('pictures/'))).map(({ name }) => name).toSorted();
const removals = () => system((tx) => tx.selectFrom('picture_removals').select('code').execute());

test('a picture is an object in S3, answered with the same headers as before', async () => {
  const inDatabase = await upload(undefined);
  const inS3 = await upload(files);
  expect((await rowOf(inDatabase))?.bytes).toBeInstanceOf(Buffer);
  expect(await rowOf(inS3)).toMatchObject({ bytes: null, size: expect.any(Number) });
  expect(await objects()).toContain(objectOf(inS3));
  expect(await removals()).toEqual([]);
  const [one, other] = [await show(inDatabase), await show(inS3)];
  const headersOf = ({ headers }: typeof one) =>
    ['content-type', 'cache-control', 'content-security-policy', 'cross-origin-resource-policy'].map(
      (name) => headers[name],
    );
  expect(headersOf(other)).toEqual(headersOf(one));
  expect((await sharp(other.rawPayload).metadata()).format).toBe('webp');
  expect((await show(inS3, { 'if-none-match': `"${inS3}"` })).statusCode).toBe(304);
});

test('without S3, only pictures answer 503; nothing of a failed upload stays', async () => {
  const code = await upload(files);
  const before = await objects();
  const away = await s3.open();
  world.ctx.files = away;
  await s3.stop();
  const shown = await show(code);
  expect([shown.statusCode, Number(shown.headers['retry-after'])]).toEqual([503, 5]);
  expect((await world.app.inject({ url: '/@ava' })).statusCode).toBe(200);
  const refused = await send(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  );
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy']);
  await s3.start();
  away.close();
  world.ctx.files = files;
  expect((await show(code)).statusCode).toBe(200);
  expect(await removals()).toHaveLength(1);
  world.clock.advance(dayMs + 1);
  await tendPictures(world.ctx);
  expect(await removals()).toEqual([]);
  expect(await objects()).toEqual(expect.arrayContaining(before));
});

test('an object that is missing or was altered is never shown', async () => {
  const [altered, missing] = [await upload(files), await upload(files)];
  const { size } = (await rowOf(altered)) ?? { size: 0 };
  await files.put(objectOf(altered), Buffer.alloc(size ?? 0, 'x'), 'image/webp');
  await files.remove(objectOf(missing));
  expect((await show(altered)).statusCode).toBe(503);
  expect((await show(missing)).statusCode).toBe(503);
});

test('an object whose upload was not finished is removed a day later, and can not be claimed after that', async () => {
  world.ctx.files = files;
  const placed = await placePicture(world.ctx, { bytes: Buffer.from('unfinished'), width: 1, height: 1 });
  await tendPictures(world.ctx);
  expect(await objects()).toContain(objectOf(placed.code));
  world.clock.advance(dayMs + 1);
  await tendPictures(world.ctx);
  expect(await objects()).not.toContain(objectOf(placed.code));
  const { users } = world.people;
  const of = { ownerId: users.ava, merchantId: null, purpose: 'message' } as const;
  const late = world.ctx.database.as({ role: 'app', creatorId: users.ava }, (tx) =>
    addPicture(world.ctx, tx, of, placed),
  );
  await expect(late).rejects.toMatchObject({ code: 'busy' });
});

test('pictures move to S3 and back, keep their bytes, and a damaged one stays where it is', async () => {
  const codes = [await upload(undefined), await upload(undefined)];
  const shown = await Promise.all(codes.map(async (code) => (await show(code)).rawPayload));
  world.ctx.files = files;
  expect((await tendPictures(world.ctx)).moved).toBeGreaterThanOrEqual(2);
  for (const code of codes) expect((await rowOf(code))?.bytes).toBeNull();
  expect(await removals()).toEqual([]);
  for (const [index, code] of codes.entries()) expect((await show(code)).rawPayload).toEqual(shown[index]);

  const damaged = await upload(files);
  await files.remove(objectOf(damaged));
  world.ctx.files = back;
  await tendPictures(world.ctx);
  expect((await rowOf(damaged))?.bytes).toBeNull();
  world.clock.advance(60_001);
  await tendPictures(world.ctx);
  for (const code of codes) expect(await objects()).not.toContain(objectOf(code));
  world.ctx.files = undefined;
  for (const [index, code] of codes.entries()) expect((await show(code)).rawPayload).toEqual(shown[index]);
  await system((tx) => tx.deleteFrom('pictures').where('code', '=', damaged).execute());
});

test('a picture whose object can not be read back keeps its bytes in the database', async () => {
  const code = await upload(undefined);
  world.ctx.files = { ...files, read: async () => Buffer.from('something else') };
  await tendPictures(world.ctx);
  expect((await rowOf(code))?.bytes).toBeInstanceOf(Buffer);
  expect((await show(code)).statusCode).toBe(200);
});

test('two nodes that move at once move each picture once, and its object stays', async () => {
  const codes = await Promise.all([1, 2, 3, 4].map(() => upload(undefined)));
  world.ctx.files = files;
  await Promise.all([tendPictures(world.ctx), tendPictures({ ...world.ctx })]);
  world.clock.advance(dayMs + 1);
  await tendPictures(world.ctx);
  for (const code of codes) {
    expect((await rowOf(code))?.bytes).toBeNull();
    expect((await show(code)).statusCode).toBe(200);
  }
});

test('the object is deleted after its row, also when S3 was away meanwhile', async () => {
  const code = await upload(files);
  await system((tx) => tx.deleteFrom('pictures').where('code', '=', code).execute());
  world.ctx.files = { ...files, remove: () => Promise.reject(new Error('away')) };
  await expect(tendPictures(world.ctx)).rejects.toThrow('away');
  expect(await removals()).toEqual([{ code }]);
  world.ctx.files = files;
  await tendPictures(world.ctx);
  expect(await objects()).not.toContain(objectOf(code));
});

test('a take-down reaches the copies in S3 and in the database, and refuses the same bytes', async () => {
  const [inS3, inDatabase] = [await upload(files), await upload(undefined)];
  const { bytes, hash } = await system((tx) =>
    tx
      .selectFrom('pictures')
      .select([sql<Buffer>`sha256(bytes)`.as('hash'), 'bytes'])
      .where('code', '=', inDatabase)
      .executeTakeFirstOrThrow(),
  );
  // As it is from before S3: without a hash.
  await system((tx) =>
    tx.updateTable('pictures').set({ hash: null, size: null }).where('code', '=', inDatabase).execute(),
  );
  const size = bytes?.length ?? 0;
  await system((tx) =>
    tx
      .updateTable('pictures')
      .set((row) => ({
        hash,
        size,
        width: row.selectFrom('pictures as p').select('width').where('p.code', '=', inDatabase),
      }))
      .where('code', '=', inS3)
      .execute(),
  );
  const operator = await world.signIn('operator@vitrine.test');
  const taken = await operator.call(takeDown, {
    body: { address: `/media/p/${inS3}.webp`, category: 'court_order', reason: 'It shows what it must not show.' },
  });
  expect(taken.status).toBe(201);
  expect([(await show(inS3)).statusCode, (await show(inDatabase)).statusCode]).toEqual([451, 451]);
  const placed = await placePicture(world.ctx, { bytes: bytes ?? Buffer.alloc(0), width: 1, height: 1 });
  const { users } = world.people;
  const again = world.ctx.database.as({ role: 'app', creatorId: users.ava }, (tx) =>
    addPicture(world.ctx, tx, { ownerId: users.ava, merchantId: null, purpose: 'message' }, placed),
  );
  await expect(again).rejects.toMatchObject({ code: 'validation_failed' });
});

test('objects that are missing or altered are found', async () => {
  const codes = [await upload(files), await upload(files), await upload(files)];
  await system((tx) => tx.deleteFrom('pictures').where('bytes', 'is', null).where('code', 'not in', codes).execute());
  expect(await verifyPictures(world.ctx)).toMatchObject({ inS3: 3, faults: [] });
  await files.remove(objectOf(codes[0] ?? ''));
  const { size } = (await rowOf(codes[1] ?? '')) ?? { size: 0 };
  await files.put(objectOf(codes[1] ?? ''), Buffer.alloc(size ?? 0, 'x'), 'image/webp');
  expect((await verifyPictures(world.ctx)).faults).toEqual([
    expect.stringContaining('2 of 3 pictures are missing or altered'),
  ]);
  world.ctx.files = undefined;
  expect((await verifyPictures(world.ctx)).faults).toEqual([expect.stringContaining('FILES is not set')]);
});

test('the doctor tries the bucket, and says what is wrong and how far a move is', async () => {
  await upload(files);
  const check = async (address: string) => {
    const config = { ...world.ctx.config, files: parseS3Address(address) };
    return (await checkFiles({ config, database: world.ctx.database })).map(({ level, text }) => `${level}: ${text}`);
  };
  const { database, config } = world.ctx;
  expect(await checkFiles({ config, database })).toMatchObject([
    { level: 'error', text: expect.stringContaining('FILES is not set') },
  ]);
  await system((tx) => tx.deleteFrom('pictures').where('bytes', 'is', null).execute());
  await upload(files);
  expect(await check(s3.address)).toEqual([
    expect.stringMatching(/^ok: .* can be written/),
    expect.stringMatching(/^ok: 1 pictures are in S3/),
  ]);
  expect(await check(`${s3.address}?new=database`)).toEqual([
    expect.stringMatching(/^ok/),
    expect.stringMatching(/^warning: 1 pictures are still/),
  ]);
  expect(await check(s3.address.replace('/pictures', '/others'))).toEqual([
    expect.stringMatching(/^error: .* has no bucket others/),
  ]);
  expect(await check(s3.address.replace('S3RVER:', 'WRONG:'))).toEqual([
    expect.stringMatching(/^error: .* refuses the key/),
  ]);
});

test('the data export has the bytes; an erasure deletes the objects, or fails', async () => {
  const code = await upload(files);
  const { users } = world.people;
  expect(await readPictureOf(world.ctx, users.ava, code)).toEqual((await show(code)).rawPayload);
  const user = { id: users.ava, role: 'creator', emails: [], displayName: '', handles: [], pseudonym: '' };
  const erase = () => system((tx) => erasePictures(world.ctx, tx, user));
  world.ctx.files = undefined;
  await expect(erase()).rejects.toThrow('FILES is not set');
  expect(await rowOf(code)).toBeDefined();
  world.ctx.files = files;
  await erase();
  expect([await rowOf(code), (await objects()).includes(objectOf(code))]).toEqual([undefined, false]);
});
