import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAnnouncementList, listPublishedAnnouncements } from '@vitrine/contract/announcements.ts';
import {
  type AnnouncementDraft,
  deleteAnnouncementDraft,
  getAnnouncementDraft,
  listAnnouncementDrafts,
  publishAnnouncementDraft,
  saveAnnouncementDraft,
  scheduleAnnouncementDraft,
  testAnnouncementDraft,
  unscheduleAnnouncementDraft,
} from '@vitrine/contract/announcements.drafts.ts';
import { changeBrandSettings } from '@vitrine/contract/brand-settings.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { draftFields, startDraft } from './drafts.testing.ts';
import { publishDueAnnouncements } from './publishing.jobs.ts';

let world: World;
let ava: Client;
let glow: Client;
let maison: Client;
const merchant = 'glow-lab';
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  glow = await world.signIn('brand@glow.test');
  maison = await world.signIn('brand@maison.test');
  granted(await glow.call(changeBrandSettings, { params: { merchant }, body: { time_zone: 'Europe/Paris' } }));
});
beforeEach(() => world.clock.advance(61_000));
afterAll(() => world[Symbol.asyncDispose]());

const paramsOf = ({ id }: { id: string }) => ({ merchant, draft_id: id });
const titles = async () => (await ava.call(getAnnouncementList)).data.map(({ title }) => title);
const read = (draft: { id: string }) => glow.call(getAnnouncementDraft, { params: paramsOf(draft) });
const publish = (draft: AnnouncementDraft) =>
  glow.call(publishAnnouncementDraft, { params: paramsOf(draft), body: { revision: draft.revision } });
const schedule = (draft: AnnouncementDraft, local_time: string) =>
  glow.call(scheduleAnnouncementDraft, { params: paramsOf(draft), body: { revision: draft.revision, local_time } });
/** The clock of Paris, some minutes from now. */
const inParis = (minutes: number) =>
  Temporal.Instant.fromEpochMilliseconds(world.clock.now().getTime() + minutes * 60_000)
    .toZonedDateTimeISO('Europe/Paris')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

describe('a draft', () => {
  it('is seen by staff only, until it is published as what it says', async () => {
    const draft = await startDraft(glow, merchant, { title: 'Soon', body: '## Hello\n\nA **bold** step' });
    expect(draft).toMatchObject({ revision: 1, saved_by: 'Mira Castell', creators: 1, scheduled_for: null });
    expect(await titles()).not.toContain('Soon');
    expect(granted(await publish(draft))).toMatchObject({
      id: draft.id,
      title: 'Soon',
      body: 'Hello\n\nA bold step',
      content: [{ kind: 'heading' }, { kind: 'paragraph' }],
      audience: { kind: 'all' },
      author: 'Mira Castell',
    });
    expect(await titles()).toContain('Soon');
    expect((await read(draft)).status).toBe(404);
  });

  it('of another brand doesn’t exist', async () => {
    const draft = await startDraft(glow, merchant);
    for (const own of ['glow-lab', 'maison-clair']) {
      const params = { merchant: own, draft_id: draft.id };
      expect((await maison.call(getAnnouncementDraft, { params })).status).toBe(404);
      expect((await maison.call(deleteAnnouncementDraft, { params })).status).toBe(404);
      const body = { ...draftFields(), revision: 1 };
      expect((await maison.call(saveAnnouncementDraft, { params, body })).status).toBe(404);
    }
  });

  it('that a colleague saved in the meantime is not overwritten, published or scheduled', async () => {
    const draft = await startDraft(glow, merchant, { title: 'Ours' });
    const save = (title: string) =>
      glow.call(saveAnnouncementDraft, {
        params: paramsOf(draft),
        body: { ...draftFields({ title }), revision: draft.revision },
      });
    expect(granted(await save('First')).revision).toBe(2);
    for (const stale of [await save('Second'), await publish(draft), await schedule(draft, inParis(60))]) {
      expect(stale.status).toBe(409);
      expect(stale.problem.message).toContain('Mira Castell changed this draft after you opened it');
    }
    expect(granted(await read(draft)).title).toBe('First');
  });

  it('refuses links, pictures and products that it can’t have, by name', async () => {
    const refused = async (fields: Partial<ReturnType<typeof draftFields>>) =>
      (
        await glow.call(saveAnnouncementDraft, {
          params: paramsOf(await startDraft(glow, merchant)),
          body: { ...draftFields(fields), revision: 1 },
        })
      ).problem.errors;
    expect(await refused({ body: '[x](javascript:alert(1))' })).toEqual({
      body: ['must only have links that begin with https://, not “javascript:alert(1)”'],
    });
    expect(await refused({ picture: '/media/p/aaaaaaaaaaaaaaaaaaaaaa.webp' })).toHaveProperty('picture');
    const foreign = randomUUID();
    expect(await refused({ product_ids: [foreign] })).toEqual({
      'product_ids.0': [`must be a product of the brand’s catalog; ${foreign} is none`],
    });
    expect(await refused({ audience: { kind: 'groups', group_ids: [foreign] } })).toEqual({
      'audience.group_ids.0': [`must be a group of this brand; ${foreign} is none`],
    });
  });

  it('without a title is not published, and is published once, however often it is asked for at once', async () => {
    const empty = await startDraft(glow, merchant, { title: '' });
    expect((await publish(empty)).problem.errors).toEqual({ title: ['must not be empty to be published'] });
    const draft = await startDraft(glow, merchant, { title: 'Once' });
    const answers = await Promise.all([publish(draft), publish(draft), publish(draft)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await titles()).filter((title) => title === 'Once')).toHaveLength(1);
  });

  it('is emailed to oneself as creators would get it', async () => {
    const draft = await startDraft(glow, merchant, { title: 'Look', body: 'A **bold** [step](https://glow.example)' });
    expect(granted(await glow.call(testAnnouncementDraft, { params: paramsOf(draft) }))).toEqual({
      sent_to: 'brand@glow.test',
    });
    const mails = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('mails').selectAll().where('subject', 'like', 'Test: %Look').execute(),
    );
    expect(mails).toMatchObject([
      {
        recipient: 'brand@glow.test',
        html: expect.stringMatching(/<strong>bold<\/strong> <a [^>]*href="https:\/\/glow.example"/),
        text: expect.stringContaining('A bold step (https://glow.example)'),
      },
    ]);
  });
});

describe('a scheduled announcement', () => {
  const listed = async () =>
    granted(await glow.call(listPublishedAnnouncements, { params: { merchant } })).map(({ title }) => title);

  it('is published at its time on the brand’s clock, once, also by two nodes', async () => {
    const draft = await startDraft(glow, merchant, { title: 'At nine' });
    expect(granted(await schedule(draft, inParis(30))).scheduled_for).not.toBeNull();
    await publishDueAnnouncements(world.ctx);
    expect(await listed()).not.toContain('At nine');
    world.clock.advance(31 * 60_000);
    const other = await world.secondNode();
    await Promise.all([publishDueAnnouncements(world.ctx), publishDueAnnouncements(other.ctx)]);
    await publishDueAnnouncements(world.ctx);
    expect((await listed()).filter((title) => title === 'At nine')).toHaveLength(1);
    expect((await read(draft)).status).toBe(404);
  });

  it('is left whole when its node dies in the middle, and published by the next', async () => {
    const draft = await startDraft(glow, merchant, { title: 'Survivor' });
    granted(await schedule(draft, inParis(5)));
    world.clock.advance(6 * 60_000);
    // Stops it after its writes, at the lock that all events for creators take, and ends its connection there.
    const held = await world.ctx.database.pool.connect();
    await held.query(`begin; select pg_advisory_xact_lock(hashtextextended('creators', 9))`);
    const dying = publishDueAnnouncements(world.ctx).catch(() => undefined);
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
    await expect.poll(async () => (await held.query(kill)).rowCount).toBeGreaterThan(0);
    await dying;
    await held.query('rollback');
    held.release();
    expect(await listed()).not.toContain('Survivor');
    await publishDueAnnouncements(world.ctx);
    expect(await listed()).toContain('Survivor');
  });

  it('can be changed, moved and canceled before', async () => {
    const draft = await startDraft(glow, merchant, { title: 'Moved' });
    const first = granted(await schedule(draft, inParis(30)));
    const moved = granted(await schedule(first, inParis(60)));
    const changed = granted(
      await glow.call(saveAnnouncementDraft, {
        params: paramsOf(draft),
        body: { ...draftFields({ title: 'Changed' }), revision: moved.revision },
      }),
    );
    expect(changed.scheduled_for).toBe(moved.scheduled_for);
    world.clock.advance(45 * 60_000);
    await publishDueAnnouncements(world.ctx);
    expect(await listed()).not.toContain('Changed');
    granted(await glow.call(unscheduleAnnouncementDraft, { params: paramsOf(draft) }));
    world.clock.advance(60 * 60_000);
    await publishDueAnnouncements(world.ctx);
    expect(await listed()).not.toContain('Changed');
    expect(granted(await read(draft)).scheduled_for).toBeNull();
  });

  it.each([
    ['2026-02-30T09:00', 'must be a day and time of the calendar, like 2026-12-01T09:00, not 2026-02-30T09:00'],
    ['2027-03-28T02:30', 'must be a time that clocks in Europe/Paris show; they skip 2027-03-28 02:30'],
    ['2020-01-01T09:00', 'must be in the future; it is'],
    ['2031-01-01T09:00', 'must be within a year'],
  ])('is refused at %s', async (time, reason) => {
    const answer = await schedule(await startDraft(glow, merchant), time);
    expect(answer.status).toBe(422);
    expect(answer.problem.errors?.['local_time']?.[0]).toContain(reason);
  });

  it('of a paused brand is not published, and its draft says why', async () => {
    const draft = await startDraft(glow, merchant, { title: 'During a pause' });
    const timed = granted(await schedule(draft, inParis(30)));
    const setStatus = async (status: 'active' | 'paused') =>
      granted(await glow.call(changeBrandSettings, { params: { merchant }, body: { status } }));
    await setStatus('paused');
    expect((await publish(timed)).problem.code).toBe('brand_paused');
    world.clock.advance(31 * 60_000);
    await publishDueAnnouncements(world.ctx);
    expect(await listed()).not.toContain('During a pause');
    expect(granted(await read(draft))).toMatchObject({ problem: 'brand_paused', scheduled_for: null });
    await setStatus('active');
    await publishDueAnnouncements(world.ctx);
    expect(await listed()).not.toContain('During a pause');
  });
});

it('drafts come by page, last saved first', async () => {
  for (let number = 1; number <= 5; number += 1) {
    world.clock.advance(1_000);
    await startDraft(maison, 'maison-clair', { title: `Draft ${number}` });
  }
  const pageOf = (cursor?: string) =>
    maison.call(listAnnouncementDrafts, {
      params: { merchant: 'maison-clair' },
      query: { limit: 2, ...(cursor && { cursor }) },
    });
  const seen: string[] = [];
  let next: string | undefined;
  do {
    const { data, meta } = await pageOf(next);
    seen.push(...data.map(({ title }) => title));
    next = meta.next_cursor ?? undefined;
  } while (next);
  expect(seen).toEqual(['Draft 5', 'Draft 4', 'Draft 3', 'Draft 2', 'Draft 1']);
});
