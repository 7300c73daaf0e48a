import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  disconnectSocial,
  enterSocialFigures,
  finishSocialConnection,
  listSocial,
  readSocialSeries,
  startSocialConnection,
} from '@vitrine/contract/social.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { type OutsideSocial, openOutsideSocial } from '../../world/outside/social.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { impersonateAva } from '../impersonation/impersonation.testing.ts';
import { openEarner } from '../payouts/payouts.testing.ts';
import { newId } from '../platform/ids.ts';
import { refreshSocial } from './social.jobs.ts';

const minute = 60_000;
const start = new Date('2026-11-20T12:00:00Z');
let world: World;
let outside: OutsideSocial;
let creator: Client;
let id: string;
let email: string;
beforeAll(async () => {
  outside = await openOutsideSocial({ now: () => world.clock.now().getTime() });
  world = await openWorld({ social: outside.social });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await outside.stop();
});
beforeEach(async () => {
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx.deleteFrom('social_snapshots').execute();
    await tx.deleteFrom('social_connections').execute();
  });
  outside.stages.tiktok.mood = 'well';
  world.clock.set(start);
  const opened = await openEarner(world, { withMethod: false });
  ({ creator, email } = opened);
  id = opened.earner.creatorId;
});

async function permitted(): Promise<{ code: string; state: string }> {
  const { address } = granted(await creator.call(startSocialConnection, { body: { platform: 'tiktok' } }));
  const back = await outside.allow(address);
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}
const connect = async () => creator.call(finishSocialConnection, { body: await permitted() });
const disconnect = (connection: string, by = creator) =>
  by.call(disconnectSocial, { params: { connection_id: connection } });
const enter = (day: string, more: object = {}) =>
  creator.call(enterSocialFigures, {
    body: { platform: 'tiktok', handle: 'by.hand', day, followers: 900, ...more },
  });
const listed = async () => granted(await creator.call(listSocial)).connections;
const seriesOf = async (connection: string, days = 30) =>
  granted(await creator.call(readSocialSeries, { params: { connection_id: connection }, query: { days } }));

describe('an account that was disconnected', () => {
  test('continues with its figures when it is connected again', async () => {
    const first = granted(await connect());
    granted(await disconnect(first.id));
    world.clock.advance(86_400_000);
    const again = granted(await connect());
    expect(again).toMatchObject({ id: first.id, state: 'connected' });
    expect((await seriesOf(again.id)).figures.map((each) => each.day)).toEqual(['2026-11-20', '2026-11-21']);
  });

  test('can be connected again after figures were entered manually meanwhile, and no figures are lost', async () => {
    const first = granted(await connect());
    granted(await disconnect(first.id));
    granted(await enter('2026-11-18'));
    granted(await enter('2026-11-20'));
    world.clock.advance(86_400_000);
    expect(granted(await connect()).id).toBe(first.id);
    expect(await listed()).toMatchObject([{ id: first.id, state: 'connected' }]);
    expect((await seriesOf(first.id)).figures.map((each) => [each.day, each.source])).toEqual([
      ['2026-11-18', 'manual'],
      ['2026-11-20', 'platform'],
      ['2026-11-21', 'platform'],
    ]);
  });

  test('is not found anymore, and not fetched', async () => {
    const { id: connection } = granted(await connect());
    granted(await disconnect(connection));
    expect((await disconnect(connection)).problem).toMatchObject({ status: 404, code: 'not_found' });
    world.clock.advance(86_400_000);
    const calls = outside.stages.tiktok.calls.length;
    expect(await refreshSocial(world.ctx)).toBe(0);
    expect(outside.stages.tiktok.calls).toHaveLength(calls);
  });

  test('is gone here even if its platform does not answer', async () => {
    const { id: connection } = granted(await connect());
    outside.stages.tiktok.mood = 'down';
    expect(granted(await disconnect(connection))).toEqual({ removed: true });
    expect(await listed()).toEqual([]);
  });
});

describe('connecting and disconnecting', () => {
  test('are in the audit log with the account, and refresh open tabs', async () => {
    const connected = await effectsOf(world, connect);
    const { id: connection } = granted(connected.answer);
    const disconnected = await effectsOf(world, () => disconnect(connection));
    const details = { about: 'TikTok @avalindqvist' };
    expect([...connected.audits, ...disconnected.audits]).toEqual([
      { action: 'social.connected', actor: id, subject: id, details },
      { action: 'social.disconnected', actor: id, subject: id, details },
    ]);
    const event = { kind: 'user-update', to: id };
    expect([...connected.events, ...disconnected.events]).toEqual([event, event]);
  });

  test.each([
    { waited: 15 * minute - 1, status: 200 },
    { waited: 15 * minute, status: 409 },
  ])('takes a permission that was asked for $waited ms ago: $status', async ({ waited, status }) => {
    const body = await permitted();
    world.clock.advance(waited);
    expect((await creator.call(finishSocialConnection, { body })).status).toBe(status);
  });

  test('of one permission by several requests at once connects once', async () => {
    const body = await permitted();
    const answers = await Promise.all(Array.from({ length: 5 }, () => creator.call(finishSocialConnection, { body })));
    expect(answers.map((answer) => answer.problem.code ?? answer.status).sort()).toEqual([
      200,
      ...Array(4).fill('social_link_invalid'),
    ]);
    expect(await listed()).toHaveLength(1);
  });

  test.each([
    ['down', 503, 'busy'],
    ['rate_limited', 503, 'busy'],
  ] as const)('while the platform is %s answers %i, and stores nothing', async (mood, status, code) => {
    const body = await permitted();
    outside.stages.tiktok.mood = mood;
    const answer = await creator.call(finishSocialConnection, { body });
    expect(answer.problem).toMatchObject({ status, code });
    expect(await listed()).toEqual([]);
  });

  test("is for the owner: another creator and an impersonating operator can't disconnect", async () => {
    const { id: connection } = granted(await connect());
    const other = await world.signIn('noor@creators.test');
    for (const unknown of [connection, newId(start), 'x'])
      expect((await disconnect(unknown, other)).problem).toMatchObject({ status: 404, code: 'not_found' });
    const operated = await impersonateAva(world, 'assist', 'Helping with a link');
    expect((await disconnect(connection, operated)).status).toBe(403);
    expect(await listed()).toHaveLength(1);
  });
});

describe('the daily fetch', () => {
  test('tries a busy platform again after an hour, not earlier', async () => {
    granted(await connect());
    world.clock.advance(86_400_000);
    const failedAt = world.clock.now().getTime();
    outside.stages.tiktok.mood = 'down';
    expect(await refreshSocial(world.ctx)).toBe(1);
    outside.stages.tiktok.mood = 'well';
    world.clock.set(new Date(failedAt + 60 * minute - 1));
    expect(await refreshSocial(world.ctx)).toBe(0);
    world.clock.set(new Date(failedAt + 60 * minute));
    expect(await refreshSocial(world.ctx)).toBe(1);
    expect(await refreshSocial(world.ctx)).toBe(0);
  });

  test('by several workers at once fetches each account once', async () => {
    granted(await connect());
    world.clock.advance(86_400_000);
    const claimed = await Promise.all(Array.from({ length: 4 }, () => refreshSocial(world.ctx)));
    expect(claimed.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test('of a revoked permission emails the creator once, and does not try again', async () => {
    granted(await connect());
    const { access, refresh } = outside.stages.tiktok;
    for (const issued of [...access.values(), ...refresh.values()]) issued.dead = true;
    world.clock.advance(86_400_000);
    const { mails, events } = await effectsOf(world, () => refreshSocial(world.ctx));
    expect(mails.map((mail) => [mail.recipient, mail.subject])).toEqual([[email, 'Reconnect your TikTok account']]);
    expect(mails[0]?.text).toContain('@avalindqvist');
    expect(events).toEqual([{ kind: 'user-update', to: id }]);
    world.clock.advance(86_400_000);
    expect(await refreshSocial(world.ctx)).toBe(0);
  });
});

test('an account that is disconnected while its figures are fetched stays disconnected, without an email', async () => {
  const { id: connection } = granted(await connect());
  const { access, refresh } = outside.stages.tiktok;
  for (const issued of [...access.values(), ...refresh.values()]) issued.dead = true;
  world.clock.advance(86_400_000);
  let transactions = 0;
  // The first transaction claims the account; the second one stores that its token was refused.
  const as: typeof world.ctx.database.as = async (scope, work) => {
    transactions += 1;
    if (transactions === 2) granted(await disconnect(connection));
    return world.ctx.database.as(scope, work);
  };
  const database = Object.assign(Object.create(world.ctx.database), { as });
  const { mails } = await effectsOf(world, () => refreshSocial({ ...world.ctx, database }));
  expect(transactions).toBe(2);
  expect(mails).toEqual([]);
  expect(await listed()).toEqual([]);
});

describe('figures entered manually', () => {
  test.each([
    { timeZone: 'Pacific/Kiritimati', today: '2026-11-21' },
    { timeZone: 'America/New_York', today: '2026-11-20' },
    { timeZone: 'Pacific/Pago_Pago', today: '2026-11-20' },
  ])('are for days up to today in $timeZone: $today', async ({ timeZone, today }) => {
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.updateTable('users').set({ time_zone: timeZone }).where('id', '=', id).execute(),
    );
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    expect((await enter(tomorrow)).problem.errors).toEqual({ day: ['must not be in the future'] });
    const made = granted(await enter(today));
    expect(await seriesOf(made.id, 7)).toMatchObject({ to: today, time_zone: timeZone, figures: [{ day: today }] });
  });

  test.each([
    ['2024-11-20', 200],
    ['2024-11-19', 422],
  ])('go back 730 days: %s answers %i', async (day, status) => {
    expect((await enter(day)).status).toBe(status);
  });

  test.each([
    [{ followers: 0, engagements_per_post: 5 }, null],
    [{ followers: 3, engagements_per_post: 1 }, 0.333333],
    [{ followers: 900 }, null],
    [{ followers: 900, engagements_per_post: 0 }, 0],
  ])('have an engagement rate only with followers: %j is %d', async (figures, rate) => {
    expect(granted(await enter('2026-11-18', figures)).latest?.engagement_rate).toBe(rate);
  });

  test('keep the handle of a connected account, and change that of a manual one', async () => {
    granted(await enter('2026-11-17'));
    expect(granted(await enter('2026-11-18', { handle: '@other' })).handle).toBe('other');
    granted(await connect());
    expect(granted(await enter('2026-11-16', { handle: '@third' })).handle).toBe('avalindqvist');
  });
});

describe('a series', () => {
  test.each([
    { days: 7, from: '2026-11-14', found: ['2026-11-14', '2026-11-20'] },
    { days: 8, from: '2026-11-13', found: ['2026-11-13', '2026-11-14', '2026-11-20'] },
  ])('of $days days begins on $from', async ({ days, from, found }) => {
    let connection = '';
    for (const day of ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-20'])
      connection = granted(await enter(day)).id;
    const series = await seriesOf(connection, days);
    expect([series.from, series.to, series.figures.map((each) => each.day)]).toEqual([from, '2026-11-20', found]);
  });

  test.each([6, 731, 7.5])('of %d days is refused', async (days) => {
    const params = { connection_id: newId(start) };
    const answer = await creator.call(readSocialSeries, { params, query: { days } });
    expect(Object.keys(answer.problem.errors ?? {})).toEqual(['days']);
  });

  test('of an account of someone else is not found', async () => {
    const { id: connection } = granted(await enter('2026-11-18'));
    const other = await world.signIn('noor@creators.test');
    for (const unknown of [connection, newId(start), 'x']) {
      const answer = await other.call(readSocialSeries, { params: { connection_id: unknown }, query: {} });
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});
