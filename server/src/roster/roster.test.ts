import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf, CallOf } from '@vitrine/contract/endpoint.ts';
import { acceptInvitation, createInvitation } from '@vitrine/contract/invitations.ts';
import { createLink, listLinks } from '@vitrine/contract/links.ts';
import { changePlacement, listPlacements } from '@vitrine/contract/storefront.ts';
import { inviteStaff } from '@vitrine/contract/team.ts';
import { readCashOut } from '@vitrine/contract/payouts.ts';
import { readAnalyticsOverview } from '@vitrine/contract/analytics.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { login, resetPassword } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import {
  addCreatorNote,
  deleteCreatorNote,
  endCreator,
  keepCreator,
  moveCreators,
  pauseCreator,
  readCreator,
  readCreatorFilters,
  resumeCreator,
  tagCreator,
  untagCreator,
} from '@vitrine/contract/roster.ts';
import { type Client, client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { endDueAccounts } from '../creators/creators.service.ts';
import { reviewOrders } from '../orders/orders.jobs.ts';
import { openLateScene, type RedecisionScene } from '../orders/redecide.testing.ts';

const dayMs = 86_400_000;
const reason = 'Your storefront names a brand that we do not sell.';
let scene: RedecisionScene;
let owner: Client;
beforeEach(async () => {
  scene = await openLateScene();
  owner = await scene.world.signIn('brand@glow.test');
});
afterEach(() => scene[Symbol.asyncDispose]());

const now = () => scene.world.clock.now();
/** Sessions end when nobody uses them. */
async function advance(milliseconds: number): Promise<void> {
  scene.world.clock.advance(milliseconds);
  owner = await scene.world.signIn('brand@glow.test');
}
const of = (who: 'ava' | 'kim') => ({
  merchant: 'glow-lab',
  merchant_account_id: who === 'kim' ? scene.kim.merchantAccountId : scene.world.people.accounts.avaGlow,
});
const params = () => of('kim');
const creator = (who: 'ava' | 'kim' = 'kim') => scene.world.signIn(`${who}@creators.test`);
const explained = async (orderId: string) =>
  granted(await scene.world.shop(demoApiKey).call(explainOrder, { params: { order_id: orderId } }));
/** Of what this domain does; orders and logins ring too. */
const noticesOf = (userId: string) =>
  scene.world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('notifications')
      .select(['kind', 'payload'])
      .where('user_id', '=', userId)
      .where('kind', 'not in', ['sale', 'security'])
      .orderBy('id')
      .execute(),
  );

/** A colleague of Glow Lab in another role. */
async function colleague(role: 'manager' | 'analyst'): Promise<Client> {
  const email = `${role}@glow.test`;
  const body = { email, display_name: `One ${role}`, role };
  const { link } = granted(await owner.call(inviteStaff, { params: { merchant: 'glow-lab' }, body }));
  const password = 'seven grey herons';
  const token = new URL(link?.url ?? '').hash.slice(1);
  await scene.world.anonymous.call(resetPassword, { body: { token, password } });
  const { data } = await scene.world.anonymous.call(login, { body: { email, password } });
  return client(scene.world.app, data.token);
}

/** A click of now that is stored. */
async function click(who: 'ava' | 'kim' = 'kim', browser?: string) {
  const made = scene.click(who, now(), browser);
  await scene.arrive(made);
  return made;
}

describe('a pause', () => {
  test('counts from now: clicks in it earn nothing, those before and after it do, whenever the order comes', async () => {
    const before = await click('kim', 'one');
    await advance(60_000);
    const paused = granted(await owner.call(pauseCreator, { params: params(), body: { category: 'other', reason } }));
    expect(paused).toMatchObject({ status: 'paused', pause: { reason }, ending: null });
    const within = await click('kim', 'two');
    await advance(dayMs);
    expect(granted(await owner.call(resumeCreator, { params: params() })).status).toBe('active');
    const after = await click('kim', 'three');
    await advance(dayMs);
    expect(await scene.order('before', before)).toBe('credited');
    expect(await scene.order('within', within)).toBe('account_not_active');
    expect(await scene.order('after', after)).toBe('credited');
    const { steps } = await explained('within');
    expect(steps.find(({ rule }) => rule === 'account_active')).toMatchObject({
      verdict: 'failed',
      facts: { status: 'paused', since: expect.any(String) },
    });
  });

  test('leaves an order to the nearest other click that can earn, and to decisions that are made again', async () => {
    const ava = await click('ava', 'shared');
    await advance(60_000);
    await owner.call(pauseCreator, { params: params(), body: { category: 'other', reason } });
    const kim = await click('kim', 'shared');
    await advance(60_000);
    expect(await scene.order('shared', kim)).toBe('credited');
    expect(await scene.earned('shared')).toMatchObject([{ who: 'ava' }]);
    // Decided again after the resume, because a click arrives late.
    granted(await owner.call(resumeCreator, { params: params() }));
    await scene.class(ava, 'flood');
    await reviewOrders(scene.world.ctx);
    await scene.class(ava, 'human');
    await reviewOrders(scene.world.ctx);
    expect(await scene.earned('shared')).toMatchObject([{ who: 'ava' }]);
  });

  test('is told by email and bell, and read by the creator, who can change nothing but keeps everything', async () => {
    granted(await owner.call(pauseCreator, { params: params(), body: { category: 'other', reason } }));
    const kim = await creator();
    expect(granted(await kim.call(me)).merchant_accounts).toMatchObject([
      { slug: 'glow-lab', status: 'paused', stop: { reason, ends_at: null } },
    ]);
    const mail = (await mailsAsSent(scene.world.ctx, 'kim@creators.test')).find(
      ({ kind }) => kind === 'creator_paused',
    );
    expect(mail?.text).toContain(reason);
    expect(await noticesOf(scene.kim.creatorId)).toEqual([{ kind: 'account_paused', payload: { reason } }]);
    const account = { merchant_account_id: scene.kim.merchantAccountId };
    expect((await kim.call(listLinks, { params: account })).status).toBe(200);
    const refused = await kim.call(createLink, {
      params: account,
      body: { destination: 'https://shop.glowlab.example/new' },
    });
    expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
      409,
      'account_paused',
      expect.stringContaining('Glow Lab has paused your account'),
    ]);
  });

  test('happens once, however many ask at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        owner.call(pauseCreator, { params: params(), body: { category: 'other', reason } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await noticesOf(scene.kim.creatorId)).toHaveLength(1);
  });

  test('is for owners and managers', async () => {
    const refused = await (await colleague('analyst')).call(pauseCreator, {
      params: params(),
      body: { category: 'other', reason },
    });
    expect([refused.status, refused.problem.message]).toEqual([403, expect.stringContaining('owner or manager')]);
    expect(granted(await owner.call(readCreator, { params: params() })).status).toBe('active');
    const resumed = await owner.call(resumeCreator, { params: params() });
    expect([resumed.status, resumed.problem.message]).toEqual([409, 'This creator is not paused.']);
  });
});

describe('an end', () => {
  const end = (body: BodyOf<typeof endCreator> = { reason }) => owner.call(endCreator, { params: params(), body });
  const plus = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

  test('is announced for a day after the notice period, and can be withdrawn before it', async () => {
    const { earliest_end: earliest } = granted(await owner.call(readCreator, { params: params() }));
    const early = await end({ reason, ends_on: plus(earliest, -1) });
    expect([early.status, early.problem.errors]).toEqual([
      422,
      { ends_on: [`must be ${earliest} or later, after your notice period, not ${plus(earliest, -1)}`] },
    ]);
    const ending = granted(await end());
    expect(ending).toMatchObject({ status: 'active', ending: { reason, can_be_kept: true } });
    expect(new Date(ending.ending?.ends_at ?? 0).getTime() - now().getTime()).toBeGreaterThanOrEqual(14 * dayMs);
    const twice = await end();
    expect([twice.status, twice.problem.message]).toEqual([409, expect.stringContaining(`announced for ${earliest}`)]);
    const promised = await click('kim', 'promised');
    await advance(60_000);
    granted(await owner.call(keepCreator, { params: params() }));
    await advance(20 * dayMs);
    const later = await click('kim', 'later');
    expect(await scene.order('promised', promised)).toBe('credited');
    expect(await scene.order('later', later)).toBe('credited');
    const { history } = granted(await owner.call(readCreator, { params: params() }));
    expect(history.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['kept', 'ending', 'joined']));
    expect((await noticesOf(scene.kim.creatorId)).map(({ kind }) => kind)).toEqual(['account_ending', 'account_kept']);
  });

  test('lets earlier clicks earn, later ones not, and leaves everything that was earned to the creator', async () => {
    granted(await end());
    await advance(14 * dayMs);
    const before = await click('kim', 'before');
    await advance(2 * dayMs);
    await endDueAccounts(scene.world.ctx);
    const after = await click('kim', 'after');
    expect(await scene.order('before', before)).toBe('credited');
    expect(await scene.order('after', after)).toBe('account_not_active');
    const kim = await creator();
    const account = { merchant_account_id: scene.kim.merchantAccountId };
    expect(granted(await kim.call(me)).merchant_accounts).toMatchObject([{ status: 'ended', stop: { reason } }]);
    for (const read of [readCashOut, readAnalyticsOverview, listPlacements] as const)
      expect((await kim.call(read, { params: account })).status, read.path).toBe(200);
    const refused = await kim.call(changePlacement, {
      params: { ...account, placement_id: scene.kim.merchantAccountId },
      body: { note: 'x' },
    });
    expect([refused.status, refused.problem.code]).toEqual([409, 'account_ended']);
  });

  test('is over: only a new invitation goes on, with everything the creator had', async () => {
    granted(await end());
    await advance(16 * dayMs);
    await endDueAccounts(scene.world.ctx);
    for (const again of [
      await end(),
      await owner.call(resumeCreator, { params: params() }),
      await owner.call(keepCreator, { params: params() }),
      await owner.call(pauseCreator, { params: params(), body: { category: 'other', reason } }),
    ])
      expect([again.status, again.problem.message]).toEqual([409, expect.stringContaining('invite them again')]);
    const lost = await click('kim', 'lost');
    const { url } = granted(
      await owner.call(createInvitation, {
        params: { merchant: 'glow-lab' },
        body: { by: 'link', expires_in_days: 7 },
      }),
    );
    const code = new URL(url ?? '').hash.slice(1);
    const kim = await creator();
    await advance(60_000);
    expect(granted(await kim.call(acceptInvitation, { params: { code } })).id).toBe(scene.kim.merchantAccountId);
    const found = await click('kim', 'found');
    expect(await scene.order('lost', lost)).toBe('account_not_active');
    expect(await scene.order('found', found)).toBe('credited');
    const { status, history } = granted(await owner.call(readCreator, { params: params() }));
    expect([status, history[0]?.kind]).toEqual(['active', 'rejoined']);
  });
});

test('notes are for staff only, and who wrote one deletes it', async () => {
  const manager = await colleague('manager');
  const note = granted(await owner.call(addCreatorNote, { params: params(), body: { body: 'Prefers email' } }));
  const read = granted(await manager.call(readCreator, { params: params() }));
  expect(read.notes).toMatchObject([{ id: note.id, body: 'Prefers email', written_by: 'Mira Castell', mine: false }]);
  const place = { ...params(), note_id: note.id };
  const foreign = await manager.call(deleteCreatorNote, { params: place });
  expect([foreign.status, foreign.problem.message]).toEqual([409, 'Only who wrote this note can delete it.']);
  // Of another creator of the brand, it looks missing.
  expect((await owner.call(deleteCreatorNote, { params: { ...place, ...of('ava') } })).status).toBe(404);
  granted(await owner.call(deleteCreatorNote, { params: place }));
  expect(granted(await owner.call(readCreator, { params: params() })).notes).toEqual([]);
});

test('tags are kept in lower case, once, at most ten of them', async () => {
  const tag = (name: string) => owner.call(tagCreator, { params: params(), body: { tag: name } });
  granted(await tag('Skin  Care'));
  expect(granted(await tag('skin care')).tags).toEqual(['skin care']);
  for (let n = 1; n < 10; n += 1) granted(await tag(`tag ${n}`));
  const eleventh = await tag('one more');
  expect([eleventh.status, eleventh.problem.message]).toEqual([409, expect.stringContaining('10 tags')]);
  const filters = granted(await owner.call(readCreatorFilters, { params: { merchant: 'glow-lab' } }));
  expect(filters.tags).toHaveLength(10);
  granted(await owner.call(untagCreator, { params: { ...params(), tag: 'skin care' } }));
  expect((await owner.call(untagCreator, { params: { ...params(), tag: 'skin care' } })).status).toBe(404);
});

describe('a move', () => {
  const groups = async () => {
    const { glow } = scene.world.people.merchants;
    const ids = ['019a0000-0000-7000-8000-0000000000a1', '019a0000-0000-7000-8000-0000000000a2'] as const;
    await scene.world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .insertInto('creator_groups')
        .values(
          ids.map((id, place) => ({
            merchant_id: glow,
            id,
            name: `Group ${place}`,
            created_at: now(),
            archived_at: null,
          })),
        )
        .execute(),
    );
    return ids;
  };
  const move = (body: NonNullable<CallOf<typeof moveCreators>['body']>) =>
    owner.call(moveCreators, { params: { merchant: 'glow-lab' }, body });

  test('of some or of all that a filter finds says from when, and tells each of them once', async () => {
    const [first, second] = await groups();
    const account = scene.kim.merchantAccountId;
    expect(granted(await move({ group_id: first, merchant_account_ids: [account] }))).toEqual({
      moved: 1,
      unchanged: 0,
      effective: [{ effective_at: now().toISOString(), creators: 1 }],
    });
    expect(granted(await owner.call(readCreator, { params: params() })).group).toEqual({ id: first, name: 'Group 0' });
    expect(granted(await move({ group_id: first, filter: {} }))).toMatchObject({ moved: 1, unchanged: 1 });
    await advance(1_000);
    expect(granted(await move({ group_id: second, filter: { search: '@kim', group: first } }))).toMatchObject({
      moved: 1,
    });
    expect((await noticesOf(scene.kim.creatorId)).map(({ payload }) => payload)).toMatchObject([
      { group: 'Group 0' },
      { group: 'Group 1' },
    ]);
    const mails = (await mailsAsSent(scene.world.ctx, 'kim@creators.test')).filter(
      ({ kind }) => kind === 'creator_moved',
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Glow Lab moves you to the group Group 0',
      'Glow Lab moves you to the group Group 1',
    ]);
    await advance(1_000);
    granted(await move({ group_id: null, merchant_account_ids: [account] }));
    expect(granted(await owner.call(readCreator, { params: params() })).group).toBeNull();
  });

  test('undoes an announced one, and takes no creator or group of another brand', async () => {
    const [first, second] = await groups();
    const account = scene.kim.merchantAccountId;
    const later = new Date(now().getTime() + 14 * dayMs);
    const { glow, northwind } = scene.world.people.merchants;
    await scene.world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .insertInto('group_moves')
        .values({
          merchant_id: glow,
          merchant_account_id: account,
          creator_id: scene.kim.creatorId,
          id: '019a0000-0000-7000-8000-0000000000b1',
          group_id: second,
          effective_at: later,
          created_at: now(),
          created_by: null,
        })
        .execute(),
    );
    expect(granted(await owner.call(readCreator, { params: params() })).next_group?.group?.id).toBe(second);
    await advance(1_000);
    granted(await move({ group_id: first, merchant_account_ids: [account] }));
    expect(granted(await owner.call(readCreator, { params: params() })).next_group).toBeNull();
    await advance(15 * dayMs);
    expect(granted(await owner.call(readCreator, { params: params() })).group?.id).toBe(first);
    const { noorNorthwind } = scene.world.people.accounts;
    expect((await move({ group_id: first, merchant_account_ids: [account, noorNorthwind] })).status).toBe(404);
    expect((await move({ group_id: northwind, merchant_account_ids: [account] })).status).toBe(404);
    const neither = await move({ group_id: first });
    expect([neither.status, neither.problem.errors]).toEqual([
      422,
      { merchant_account_ids: ['must be given, or filter instead, but not both'] },
    ]);
  });
});
