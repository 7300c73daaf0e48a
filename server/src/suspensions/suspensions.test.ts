import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { createLink, listLinks } from '@vitrine/contract/links.ts';
import { listNotifications } from '@vitrine/contract/notifications.ts';
import { setUserStatus } from '@vitrine/contract/operators.ts';
import { pauseCreator, readCreator, resumeCreator } from '@vitrine/contract/roster.ts';
import { me } from '@vitrine/contract/sessions.ts';
import {
  liftSuspension,
  listOwnSuspensions,
  listPauseObjections,
  listSuspensions,
  objectToSuspension,
  suspendUser,
  upholdPause,
  upholdSuspension,
} from '@vitrine/contract/suspensions.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { openLateScene, type RedecisionScene } from '../orders/redecide.testing.ts';
import { endUnanswered } from './suspensions.jobs.ts';

const dayMs = 86_400_000;
const reason = 'Your posts name a brand that you do not work with.';
const text = 'I named it in a comparison, which is allowed.';
const answer = 'The post says that they sponsor you, and they do not.';
let scene: RedecisionScene;
let operator: Client;
let owner: Client;
let kim: Client;

async function signIn(): Promise<void> {
  operator = await scene.world.signIn('operator@vitrine.test');
  owner = await scene.world.signIn('brand@glow.test');
  kim = await scene.world.signIn('kim@creators.test');
}
beforeEach(async () => {
  scene = await openLateScene();
  await signIn();
});
afterEach(() => scene[Symbol.asyncDispose]());

/** Sessions end when nobody uses them. */
async function advance(milliseconds: number): Promise<void> {
  scene.world.clock.advance(milliseconds);
  await signIn();
}

const uidOf = (email: string) =>
  scene.world.ctx.database.as({ role: 'system' }, async (tx) => {
    const { uid } = await tx.selectFrom('users').select('uid').where('email', '=', email).executeTakeFirstOrThrow();
    return uid;
  });
const suspend = async (email = 'kim@creators.test', by = operator) =>
  by.call(suspendUser, { params: { uid: await uidOf(email) }, body: { category: 'content', reason } });
const lift = (id: string) => operator.call(liftSuspension, { params: { suspension_id: id }, body: { reason } });
const object = (id: string, by = kim) => by.call(objectToSuspension, { params: { suspension_id: id }, body: { text } });
const reject = (id: string) => operator.call(upholdSuspension, { params: { suspension_id: id }, body: { answer } });
const own = async () => granted(await kim.call(listOwnSuspensions));
const place = () => ({ merchant: 'glow-lab', merchant_account_id: scene.kim.merchantAccountId });
const pause = () => owner.call(pauseCreator, { params: place(), body: { category: 'self_purchases', reason } });
const profile = async () => granted(await owner.call(readCreator, { params: place() }));
const mailsOf = async (action: () => Promise<unknown>) =>
  (await effectsOf(scene.world, action)).mails.map(({ kind, recipient }) => [kind, recipient]);
const bellOf = async (by: Client) =>
  granted(await by.call(listNotifications))
    .map(({ notice }) => notice)
    .filter(({ kind }) => kind.startsWith('suspension'));

async function click() {
  const made = scene.click('kim', scene.world.clock.now(), crypto.randomUUID());
  await scene.arrive(made);
  return made;
}

describe('an operator suspends a creator', () => {
  test('from now on: clicks in it earn nothing, those before and after do, whenever the order comes', async () => {
    const before = await click();
    await advance(60_000);
    const { id } = granted(await suspend());
    const within = await click();
    await advance(dayMs);
    granted(await lift(id));
    const after = await click();
    await advance(60_000);
    expect(await scene.order('before', before)).toBe('credited');
    expect(await scene.order('within', within)).toBe('account_not_active');
    expect(await scene.order('after', after)).toBe('credited');
    const shop = scene.world.shop(demoApiKey);
    const { steps } = granted(await shop.call(explainOrder, { params: { order_id: 'within' } }));
    expect(steps.find(({ rule }) => rule === 'account_active')?.facts).toMatchObject({ status: 'suspended' });
  });

  test('who logs in, reads why and until when they can object, and changes nothing', async () => {
    const { answer: suspended, audits, mails } = await effectsOf(scene.world, () => suspend());
    expect(granted(suspended)).toMatchObject({ creator: 'kim', category: 'content', started_by: 'Vitrine Operator' });
    expect(audits.map(({ action }) => action)).toEqual(['suspension.begun']);
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([['creator_suspended', 'kim@creators.test']]);
    expect(mails[0]?.text).toContain(reason);
    kim = await scene.world.signIn('kim@creators.test');
    expect(granted(await kim.call(me))).toMatchObject({ user_status: 100, suspended_since: expect.any(String) });
    const [first] = await own();
    expect(first).toMatchObject({ brand: null, reason, can_object: true, objection: null, ended_at: null });
    expect(Date.parse(first?.object_until ?? '') - Date.parse(first?.started_at ?? '')).toBe(14 * dayMs);
    const account = { merchant_account_id: scene.kim.merchantAccountId };
    expect((await kim.call(listLinks, { params: account })).status).toBe(200);
    const body = { destination: 'https://shop.glowlab.example/new' };
    const refused = await kim.call(createLink, { params: account, body });
    expect([refused.status, refused.problem.code]).toEqual([403, 'account_suspended']);
    expect(await bellOf(kim)).toEqual([{ kind: 'suspension', step: 'suspended' }]);
  });

  test('who changes what only they see, and of what others see nothing, not even together with it', async () => {
    granted(await suspend());
    const mine = { locale: 'es', theme: 'dark', time_zone: 'Europe/Madrid' } as const;
    expect(granted(await kim.call(changeProfile, { body: mine }))).toMatchObject(mine);
    granted(await kim.call(changeProfile, { body: { notifications: { payout: false } } }));
    const before = granted(await kim.call(me));
    for (const [field, body] of [
      ['display_name', { theme: 'light', display_name: 'Kim Again' }],
      ['avatar', { avatar: null }],
    ] as const) {
      const { status, problem } = await kim.call(changeProfile, { body });
      expect([status, problem.code]).toEqual([403, 'account_suspended']);
      expect(problem.message).toContain(`so ${field} can’t be changed`);
    }
    expect(granted(await kim.call(me))).toEqual(before);
  });

  test('whose storefront shoppers no longer see, until it is lifted', async () => {
    const shelf = async () => (await scene.world.app.inject('/@kim/glow-lab')).statusCode;
    expect(await shelf()).toBe(200);
    const { id } = granted(await suspend());
    expect(await shelf()).toBe(404);
    granted(await lift(id));
    expect(await shelf()).toBe(200);
  });

  test('whose brands see that, and not why; what they paused stays paused after it', async () => {
    granted(await pause());
    const { id } = granted(await suspend());
    const seen = await profile();
    expect(seen).toMatchObject({ status: 'suspended', suspended_since: expect.any(String) });
    expect(JSON.stringify(seen.history.filter(({ kind }) => kind === 'suspended'))).not.toContain(reason);
    expect(granted(await owner.call(listPauseObjections, { params: { merchant: 'glow-lab' } }))).toEqual([]);
    granted(await lift(id));
    expect(await profile()).toMatchObject({ status: 'paused', suspended_since: null });
  });

  test('whose new accounts are suspended as well, and active afterwards', async () => {
    const { id } = granted(await suspend());
    await openMerchantAccount(scene.world.ctx, scene.world.people.merchants.maison, scene.kim.creatorId);
    const statuses = async () => granted(await kim.call(me)).merchant_accounts.map(({ status }) => status);
    expect(await statuses()).toEqual(['suspended', 'suspended']);
    granted(await lift(id));
    expect(await statuses()).toEqual(['active', 'active']);
  });

  test('once, however many ask at the same time, and lifts it once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => suspend()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    const id = answers.find(({ status }) => status === 201)?.data.id ?? '';
    const lifted = await Promise.all([lift(id), lift(id), lift(id)]);
    expect(lifted.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect((await lift(id)).problem.message).toBe('This suspension has ended already. Nothing was changed.');
    expect(await bellOf(kim)).toHaveLength(2);
  });

  test.each([
    ['operator@vitrine.test', 'You can’t suspend yourself.'],
    ['brand@glow.test', 'Only creators can be suspended.'],
    ['max@creators.test', 'This creator can’t log in (status 10)'],
  ])('not %s', async (email, message) => {
    const refused = await suspend(email);
    expect([refused.status, refused.problem.message]).toEqual([409, expect.stringContaining(message)]);
  });

  test('with a reason of the list and a text', async () => {
    const params = { uid: await uidOf('kim@creators.test') };
    const refused = await operator.call(suspendUser, { params, body: { category: 'mood' as never, reason: 'no' } });
    expect(Object.keys(refused.problem.errors ?? {})).toEqual(['category', 'reason']);
  });
});

describe('an objection', () => {
  test('is sent once, to the operators, who have 7 days', async () => {
    const { id } = granted(await suspend());
    const sent = await mailsOf(async () => granted(await object(id)));
    expect(sent).toEqual([['suspension_objection', 'operator@vitrine.test']]);
    const [{ objection } = { objection: null }] = await own();
    expect(Date.parse(objection?.due_at ?? '') - Date.parse(objection?.created_at ?? '')).toBe(7 * dayMs);
    expect((await object(id)).problem.message).toBe('You have objected already. You can object once.');
    const open = granted(await operator.call(listSuspensions, { query: { objection: 'open' } }));
    expect(open).toMatchObject([{ id, objection: { text, state: 'open' } }]);
    expect(await bellOf(operator)).toMatchObject([{ kind: 'suspension_objection', state: 'open', account: null }]);
  });

  test('a hundred at once are one', async () => {
    const { id } = granted(await suspend());
    const answers = await Promise.all(Array.from({ length: 100 }, () => object(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
  });

  test('is refused after 14 days, after the end, and to anybody else', async () => {
    const { id } = granted(await suspend());
    const noor = await scene.world.signIn('noor@creators.test');
    expect([(await object(id, noor)).status, (await object('no id')).status]).toEqual([404, 404]);
    await advance(14 * dayMs);
    expect((await object(id)).problem.message).toBe('The 14 days in which you could object are over.');
    expect((await own())[0]).toMatchObject({ can_object: false });
    granted(await lift(id));
    expect((await object(id)).problem.message).toBe('This has ended already, so there is nothing to object to.');
  });

  test('that is rejected with a reason leaves the suspension, and is answered once', async () => {
    const { id } = granted(await suspend());
    expect((await reject(id)).problem.message).toBe('The creator has not objected, so there is nothing to answer.');
    granted(await object(id));
    const sent = await mailsOf(async () => granted(await reject(id)));
    expect(sent).toEqual([['suspension_upheld', 'kim@creators.test']]);
    expect((await reject(id)).problem.message).toBe('This objection has already been answered.');
    expect((await own())[0]).toMatchObject({ ended_at: null, objection: { state: 'rejected', answer } });
    await advance(30 * dayMs);
    expect(await endUnanswered(scene.world.ctx)).toBe(0);
    expect(granted(await kim.call(me)).suspended_since).not.toBeNull();
  });

  test('is accepted by lifting, and the creator reads the reason', async () => {
    const { id } = granted(await suspend());
    granted(await object(id));
    const sent = await mailsOf(async () => granted(await lift(id)));
    expect(sent).toEqual([['suspension_ended', 'kim@creators.test']]);
    expect((await own())[0]).toMatchObject({
      outcome: 'accepted',
      end_reason: reason,
      objection: { state: 'accepted', answer: reason },
    });
  });

  test('that nobody answers in 7 days ends the suspension, once, and not before', async () => {
    const { id } = granted(await suspend());
    granted(await object(id));
    await advance(7 * dayMs - 1_000);
    expect(await endUnanswered(scene.world.ctx)).toBe(0);
    await advance(1_000);
    const { audits, mails } = await effectsOf(scene.world, async () => {
      await Promise.all([endUnanswered(scene.world.ctx), endUnanswered(scene.world.ctx)]);
    });
    expect(audits.map(({ action, actor }) => [action, actor])).toEqual([['suspension.lapsed', null]]);
    expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
      'suspension_ended kim@creators.test',
      'suspension_unanswered operator@vitrine.test',
    ]);
    expect((await own())[0]).toMatchObject({ outcome: 'lapsed', objection: { state: 'lapsed', answer: null } });
    expect(granted(await kim.call(me)).merchant_accounts).toMatchObject([{ status: 'active' }]);
    expect((await lift(id)).status).toBe(409);
  });
});

describe('a brand’s pause', () => {
  test('can be objected to, and is kept with a reason', async () => {
    expect(granted(await pause()).pause_suspension).toMatchObject({ category: 'self_purchases', reason });
    const [{ id } = { id: '' }] = await own();
    const sent = await mailsOf(async () => granted(await object(id)));
    expect(sent).toEqual([['suspension_objection', 'brand@glow.test']]);
    const list = granted(await owner.call(listPauseObjections, { params: { merchant: 'glow-lab' } }));
    expect(list).toMatchObject([{ creator: 'kim', merchant_account_id: scene.kim.merchantAccountId }]);
    expect((await lift(id)).problem.message).toContain('only the brand can answer or end it');
    const kept = await owner.call(upholdPause, { params: place(), body: { answer } });
    expect(granted(kept).objection).toMatchObject({ state: 'rejected', answer });
    expect((await owner.call(upholdPause, { params: place(), body: { answer } })).status).toBe(409);
    const { history, status } = await profile();
    expect([status, history.slice(0, 3).map(({ kind }) => kind)]).toEqual(['paused', ['upheld', 'objected', 'paused']]);
    expect(await bellOf(kim)).toEqual([{ kind: 'suspension', step: 'upheld' }]);
  });

  test('ends by itself without an answer, while an operator’s suspension stays', async () => {
    granted(await pause());
    const [{ id } = { id: '' }] = await own();
    granted(await suspend());
    granted(await object(id));
    await advance(7 * dayMs);
    expect(await endUnanswered(scene.world.ctx)).toBe(1);
    expect(await profile()).toMatchObject({ status: 'suspended', pause: null, pause_suspension: null });
  });

  test('is resumed with an optional reason, which accepts an open objection; a second pause can be objected to again', async () => {
    granted(await pause());
    const [{ id } = { id: '' }] = await own();
    granted(await object(id));
    granted(await owner.call(resumeCreator, { params: place(), body: { reason: answer } }));
    expect((await own())[0]).toMatchObject({ outcome: 'accepted', end_reason: answer });
    granted(await pause());
    const [newest] = await own();
    expect(newest).toMatchObject({ can_object: true, ended_at: null });
    granted(await object(newest?.id ?? ''));
  });
});

test('nobody who was active is told that they are not active yet (S05)', async () => {
  const uid = await uidOf('kim@creators.test');
  for (const status of [10, 50] as const) {
    granted(await operator.call(setUserStatus, { params: { uid }, body: { user_status: status, reason } }));
    const locked = await scene.world.signIn('kim@creators.test');
    expect(granted(await locked.call(me))).toMatchObject({ user_status: status, was_active: true });
    const refused = await locked.call(listOwnSuspensions);
    expect([refused.status, refused.problem.message]).toEqual([403, expect.stringContaining('This account is locked')]);
  }
});
