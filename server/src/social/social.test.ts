import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  disconnectSocial,
  enterSocialFigures,
  finishSocialConnection,
  listSocial,
  readSocialSeries,
  type SocialPlatform,
  startSocialConnection,
} from '@vitrine/contract/social.ts';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import type { Client } from '../../world/client.ts';
import { type OutsideSocial, openOutsideSocial } from '../../world/outside/social.ts';
import { exportData } from '../data-export.testing.ts';
import { openWorld, type World } from '../../world/world.ts';
import { refreshSocial } from './social.jobs.ts';

const day = 86_400_000;
const noon = new Date('2026-11-20T12:00:00Z');

let world: World;
let outside: OutsideSocial;
let ava: Client;
let noor: Client;

beforeAll(async () => {
  outside = await openOutsideSocial({ now: () => world.clock.now().getTime() });
  world = await openWorld({ at: noon, social: outside.social });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await outside.stop();
});
beforeEach(async () => {
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
});
afterEach(async () => {
  for (const person of [ava, noor]) {
    const { connections } = (await person.call(listSocial)).data ?? { connections: [] };
    for (const { id } of connections) await person.call(disconnectSocial, { params: { connection_id: id } });
  }
  for (const stage of Object.values(outside.stages)) stage.mood = 'well';
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.deleteFrom('social_snapshots').execute();
    await tx.deleteFrom('social_connections').execute();
    await tx.deleteFrom('mails').execute();
  });
});

async function permitted(person: Client, platform: SocialPlatform): Promise<{ code: string; state: string }> {
  const { address } = (await person.call(startSocialConnection, { body: { platform } })).data;
  const back = await outside.allow(address);
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

async function connect(person: Client, platform: SocialPlatform) {
  const answer = await person.call(finishSocialConnection, { body: await permitted(person, platform) });
  expect(answer.status, answer.problem.message).toBe(200);
  return answer.data;
}

const connectionsOf = async (person: Client) => (await person.call(listSocial)).data.connections;
const seriesOf = async (person: Client, id: string) =>
  (await person.call(readSocialSeries, { params: { connection_id: id }, query: { days: 30 } })).data;
const kill = (platform: SocialPlatform) => {
  const { access, refresh } = outside.stages[platform];
  for (const issued of [...access.values(), ...refresh.values()]) issued.dead = true;
};

describe('linking an account', () => {
  test.each([
    ['instagram', 'instagram_business', 'ava.lindqvist', 48_200, 612, (1_480 + 62) / 48_200],
    ['tiktok', 'tikTok', 'avalindqvist', 21_400, 188, (2_100 + 90 + 10) / 21_400],
    ['youtube', 'youtube', 'avalindqvist', 9_130, 74, (640 + 48) / 9_130],
  ] as const)(
    'on %s connects it, with its figures through the documented calls (§2)',
    async (platform, backend, handle, followers, posts, rate) => {
      const linked = await connect(ava, platform);
      expect(linked).toMatchObject({ platform, backend_name: backend, handle, state: 'connected', failure: null });
      expect(linked.latest).toMatchObject({
        day: '2026-11-20',
        followers,
        posts,
        recent_posts: 20,
        source: 'platform',
      });
      expect(linked.latest?.engagement_rate).toBeCloseTo(rate, 5);
      expect(await connectionsOf(noor)).toEqual([]);
    },
  );

  test('stores no readable token, and deletes it when unlinked, also at the platform', async () => {
    const { id } = await connect(ava, 'tiktok');
    const row = () =>
      world.ctx.database.as({ role: 'system' }, (tx) =>
        tx.selectFrom('social_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      );
    expect((await row()).sealed_tokens?.toString('latin1')).not.toContain('act-');
    expect((await ava.call(disconnectSocial, { params: { connection_id: id } })).status).toBe(200);
    expect(await row()).toMatchObject({ state: 'removed', sealed_tokens: null });
    expect(outside.stages.tiktok.calls.at(-1)).toBe('POST /v2/oauth/revoke/');
    expect(await connectionsOf(ava)).toEqual([]);
  });

  test('works only for the session that started it, once, and for a quarter of an hour', async () => {
    const refused = async (person: Client, body: { code: string; state: string }) =>
      (await person.call(finishSocialConnection, { body })).problem.code;
    const answer = await permitted(ava, 'youtube');
    expect(await refused(noor, answer)).toBe('social_link_invalid');
    expect(await refused(await world.signIn('ava@creators.test'), answer)).toBe('social_link_invalid');
    expect(await refused(ava, { ...answer, state: 'made-up' })).toBe('social_link_invalid');
    expect((await ava.call(finishSocialConnection, { body: answer })).status).toBe(200);
    expect(await refused(ava, answer)).toBe('social_link_invalid');
    const late = await permitted(ava, 'youtube');
    world.clock.advance(16 * 60_000);
    expect(await refused(ava, late)).toBe('social_link_invalid');
    world.clock.set(noon);
  });

  test('fails with a code of another flow: the proof key does not match', async () => {
    const [first, second] = [await permitted(ava, 'youtube'), await permitted(noor, 'youtube')];
    const answer = await ava.call(finishSocialConnection, { body: { code: second.code, state: first.state } });
    expect([answer.status, answer.problem.code]).toEqual([409, 'social_refused']);
  });

  test('is offered only if the installation has keys', async () => {
    const bare = await openWorld({ at: noon });
    const creator = await bare.signIn('ava@creators.test');
    expect((await creator.call(listSocial)).data.can_connect).toEqual([]);
    const answer = await creator.call(startSocialConnection, { body: { platform: 'instagram' } });
    expect([answer.status, answer.problem.code]).toEqual([409, 'social_not_available']);
    await bare[Symbol.asyncDispose]();
  });
});

describe('daily figures (S16, S27)', () => {
  test("are fetched once on each of the creator's days, and a day without any is a gap", async () => {
    const { id } = await connect(ava, 'instagram');
    const { stages } = outside;
    const calls = () => stages.instagram.calls.filter((call) => call === 'GET /me').length;
    const before = calls();
    await refreshSocial(world.ctx);
    expect(calls(), 'the day has its figures already').toBe(before);
    // 23:30 on the 20th in New York, where Ava lives: still the same day there, the next one in UTC.
    world.clock.set(new Date('2026-11-21T04:30:00Z'));
    await refreshSocial(world.ctx);
    expect(calls()).toBe(before);
    stages.instagram.account.followers = 48_900;
    world.clock.set(new Date('2026-11-23T15:00:00Z'));
    await refreshSocial(world.ctx);
    await refreshSocial(world.ctx);
    expect(calls()).toBe(before + 1);
    ava = await world.signIn('ava@creators.test');
    const { figures, from, to } = await seriesOf(ava, id);
    expect([from, to]).toEqual(['2026-10-25', '2026-11-23']);
    expect(figures.map(({ day: on, followers }) => [on, followers])).toEqual([
      ['2026-11-20', 48_200],
      ['2026-11-23', 48_900],
    ]);
    stages.instagram.account.followers = 48_200;
    world.clock.set(noon);
  });

  test('survive a busy platform: the account stays linked and is fetched again later', async () => {
    for (const mood of ['rate_limited', 'down'] as const) {
      const { id } = await connect(ava, 'tiktok');
      outside.stages.tiktok.mood = mood;
      world.clock.advance(day);
      await refreshSocial(world.ctx);
      ava = await world.signIn('ava@creators.test');
      const [hurt] = await connectionsOf(ava);
      expect(hurt).toMatchObject({ state: 'connected', failure: mood === 'down' ? 'unreachable' : 'rate_limited' });
      outside.stages.tiktok.mood = 'well';
      world.clock.advance(61 * 60_000);
      await refreshSocial(world.ctx);
      expect((await connectionsOf(ava))[0]).toMatchObject({ id, failure: null });
      world.clock.set(noon);
      ava = await world.signIn('ava@creators.test');
      await ava.call(disconnectSocial, { params: { connection_id: id } });
      await world.ctx.database.as({ role: 'system' }, (tx) => tx.deleteFrom('social_snapshots').execute());
      await world.ctx.database.as({ role: 'system' }, (tx) => tx.deleteFrom('social_connections').execute());
    }
  });

  test.each(['instagram', 'tiktok', 'youtube'] as const)(
    'of %s end when the permission is revoked; the creator is notified, and linking again continues them',
    async (platform) => {
      const { id } = await connect(ava, platform);
      kill(platform);
      world.clock.advance(day);
      await refreshSocial(world.ctx);
      ava = await world.signIn('ava@creators.test');
      expect((await connectionsOf(ava))[0]).toMatchObject({ id, state: 'expired', failure: 'revoked' });
      const mails = await world.ctx.database.as({ role: 'system' }, (tx) =>
        tx.selectFrom('mails').select(['recipient', 'kind']).execute(),
      );
      expect(mails).toEqual([{ recipient: 'ava@creators.test', kind: 'social_expired' }]);
      world.clock.advance(4 * day);
      ava = await world.signIn('ava@creators.test');
      expect(await connect(ava, platform)).toMatchObject({ id, state: 'connected', failure: null });
      const { figures } = await seriesOf(ava, id);
      expect(figures.map((figure) => figure.day)).toEqual(['2026-11-20', '2026-11-25']);
      world.clock.set(noon);
    },
  );

  test('end without an email if the creator turned these emails off', async () => {
    const turn = (social: boolean) => ava.call(changeProfile, { body: { notifications: { social } } });
    await turn(false);
    await connect(ava, 'tiktok');
    kill('tiktok');
    world.clock.advance(day);
    await refreshSocial(world.ctx);
    ava = await world.signIn('ava@creators.test');
    expect((await connectionsOf(ava))[0]).toMatchObject({ state: 'expired' });
    const mails = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('mails').select('kind').execute(),
    );
    expect(mails).toEqual([]);
    await turn(true);
    world.clock.set(noon);
  });

  test("continue beyond a token's lifetime, because permission is renewed in time", async () => {
    const ids = [];
    for (const platform of ['instagram', 'tiktok', 'youtube'] as const) ids.push((await connect(ava, platform)).id);
    for (let passed = 0; passed < 80; passed += 1) {
      world.clock.advance(day);
      await refreshSocial(world.ctx);
    }
    ava = await world.signIn('ava@creators.test');
    for (const id of ids) expect((await seriesOf(ava, id)).figures).toHaveLength(30);
    expect((await connectionsOf(ava)).map((connection) => connection.state)).toEqual(Array(3).fill('connected'));
    world.clock.set(noon);
  });
});

describe('figures entered manually (S16)', () => {
  const enter = (change: Partial<BodyOf<typeof enterSocialFigures>> | { handle: undefined }) =>
    ava.call(enterSocialFigures, {
      body: { platform: 'tiktok', handle: '@ava.tt', day: '2026-11-18', followers: 900, ...change },
    });

  test('create an account without a link, and can be corrected', async () => {
    const made = await enter({ posts: 12, engagements_per_post: 45 });
    expect(made.data).toMatchObject({ state: 'manual', handle: 'ava.tt', backend_name: 'tikTok' });
    expect(made.data.latest).toMatchObject({
      day: '2026-11-18',
      followers: 900,
      engagement_rate: 0.05,
      source: 'manual',
    });
    expect((await enter({ followers: 950 })).data.latest?.followers).toBe(950);
  });

  test("continue with the linked account, but never replace the platform's figures", async () => {
    const { id } = (await enter({})).data;
    expect((await connect(ava, 'tiktok')).id).toBe(id);
    expect((await seriesOf(ava, id)).figures.map((each) => each.source)).toEqual(['manual', 'platform']);
    const refused = await enter({ day: '2026-11-20' });
    expect(refused.problem.errors).toEqual({
      day: ['already has figures from the platform itself, which can’t be changed'],
    });
  });

  test.each([
    [{ day: '2026-11-21' }, 'day', 'must not be in the future'],
    [{ day: '2020-01-01' }, 'day', 'must not be more than two years ago'],
    [{ handle: undefined }, 'handle', 'is missing; enter your username on that platform'],
    [{ followers: -1 }, 'followers', 'must be a whole number, 0 or more'],
  ])('are refused by field if impossible: %o', async (change, field, reason) => {
    expect((await enter(change)).problem.errors).toEqual({ [field]: [reason] });
  });
});

test("everything of social insights is in the creator's data export, and no token is (S27)", async () => {
  await connect(ava, 'youtube');
  const { parts } = await exportData(ava);
  expect(parts['social_figures']).toMatchObject([{ day: '2026-11-20', followers: '9130' }]);
  expect(JSON.stringify(parts)).not.toMatch(/ya29|sealed/);
});
