import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { readSettings } from '@vitrine/contract/settings.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let world: World;
let ava: Client;
let noor: Client;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
});

describe('the profile (S14, S27)', () => {
  test('changes only the given fields and updates open tabs', async () => {
    const answer = await ava.call(changeProfile, {
      body: { display_name: '  Ava L.  ', time_zone: 'Asia/Kathmandu', theme: 'dark', locale: 'es' },
    });
    const expected = {
      display_name: 'Ava L.',
      time_zone: 'Asia/Kathmandu',
      theme: 'dark',
      locale: 'es',
      user_handle: 'ava',
    };
    expect(answer.data).toMatchObject(expected);
    expect((await ava.call(me)).data).toMatchObject(expected);
    const events = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('events').select('kind').where('audience_user', '=', world.people.users.ava).execute(),
    );
    expect(events.at(-1)).toEqual({ kind: 'user-update' });
    await ava.call(changeProfile, { body: { display_name: 'Ava Lindqvist', theme: 'system', locale: 'en' } });
  });

  test.each([
    [{ display_name: ' ' }, 'display_name', 'must not be empty'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'must be a time zone, like Europe/Paris'],
    [{ time_zone: '+05:00' }, 'time_zone', 'must be a time zone, like Europe/Paris'],
    [{ theme: 'sepia' }, 'theme', 'must be one of system, light, dark'],
    [{ locale: 'fr' }, 'locale', 'must be one of en, es'],
    [{ avatar: `/media/p/${'a'.repeat(22)}.webp` }, 'avatar', 'must be the path of a picture you uploaded'],
  ])('refuses an invalid field by name: %o', async (body, field, reason) => {
    const answer = await ava.call(changeProfile, { body: body as object });
    expect([answer.status, answer.problem.errors]).toEqual([422, { [field]: [reason] }]);
  });

  test('shows a picture that the user uploaded, and no picture of another user', async () => {
    const file = { type: 'image/png', bytes: onePixel };
    const picture = await ava.call(uploadPicture, { query: { purpose: 'avatar' }, file });
    expect(picture.status, picture.problem.message).toBe(201);
    const avatar = picture.data.path;
    expect((await ava.call(changeProfile, { body: { avatar } })).data.avatar).toBe(picture.data.url);
    expect((await noor.call(changeProfile, { body: { avatar } })).status).toBe(422);
    expect((await ava.call(changeProfile, { body: { avatar: null } })).data.avatar).toBeNull();
  });

  test('turns single notifications on and off', async () => {
    await ava.call(changeProfile, { body: { notifications: { message: false } } });
    await ava.call(changeProfile, { body: { notifications: { payout: false } } });
    const off = { message: false, announcement: true, payout: false, social: true };
    expect((await ava.call(readSettings)).data.notifications).toMatchObject(off);
    await ava.call(changeProfile, { body: { notifications: { message: true, payout: true } } });
    expect((await ava.call(readSettings)).data.notifications.message).toBe(true);
  });
});

test.each(['brand@glow.test', 'operator@vitrine.test'])(
  '%s chooses their language, theme and time zone',
  async (email) => {
    const staff = await world.signIn(email);
    const chosen = { locale: 'es', theme: 'dark', time_zone: 'Europe/Madrid' } as const;
    expect((await staff.call(changeProfile, { body: chosen })).data).toMatchObject(chosen);
    expect((await staff.call(me)).data).toMatchObject(chosen);
  },
);
