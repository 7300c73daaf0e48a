import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changeApplicationPage,
  readApplicationPage,
  readApplyPage,
  sendApplication,
} from '@vitrine/contract/applications.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { setUpApplying, topicQuestion, whyQuestion } from './applications.testing.ts';

let world: World;
let glow: Client;
const params = { merchant: 'glow-lab' };

beforeAll(async () => {
  world = await openWorld();
  glow = await world.signIn('brand@glow.test');
  granted(await setUpApplying(glow));
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the application page', () => {
  test('shows a closed brand’s name only, and an open one’s questions and offer', async () => {
    const closed = granted(await world.anonymous.call(readApplyPage, { params: { merchant: 'northwind-outfitters' } }));
    expect(closed).toMatchObject({ open: false, headline: '', questions: [], offer: null });
    const open = granted(await world.anonymous.call(readApplyPage, { params }));
    expect(open).toMatchObject({ open: true, headline: 'Join us', brand: { display_name: 'Glow Lab' } });
    expect(open.questions).toHaveLength(3);
    expect(open.offer?.offer.rules.length).toBeGreaterThan(0);
    const unknown = await world.anonymous.call(readApplyPage, { params: { merchant: 'nobody' } });
    expect(unknown.status).toBe(404);
    const refused = await world.anonymous.call(sendApplication, {
      params: { merchant: 'northwind-outfitters' },
      body: { name: 'A', email: 'a@apply.test', answers: [], accepted: true },
    });
    expect([refused.status, refused.problem.code]).toEqual([409, 'applications_closed']);
  });

  test('is not opened by a brand that can’t invite, which reads the missing step', async () => {
    await using bare = await openWorld();
    const staff = await bare.signIn('brand@glow.test');
    await bare.ctx.database.as({ role: 'system' }, (tx) =>
      tx.deleteFrom('merchant_hosts').where('merchant_id', '=', bare.people.merchants.glow).execute(),
    );
    const refused = await setUpApplying(staff);
    expect([refused.status, refused.problem.code]).toEqual([409, 'host_missing']);
    expect(refused.problem.message).toContain('under Settings');
    const settings = granted(await staff.call(readApplicationPage, { params }));
    expect([settings.open, settings.missing_step?.step]).toEqual([false, 'host_missing']);
    expect((await setUpApplying(staff, { open: false })).status).toBe(200);
  });

  test.each<[string, Partial<BodyOf<typeof changeApplicationPage>>, string]>([
    [
      'two questions with one id',
      {
        questions: [
          { ...whyQuestion, choices: [] },
          { ...whyQuestion, choices: [] },
        ],
      },
      'questions.1.id',
    ],
    ['a choice without choices', { questions: [{ ...topicQuestion, choices: [] }] }, 'questions.0.choices'],
    [
      'a rule about no question',
      { rules: [{ question: 'x', test: 'is', value: 'y', decision: 'approve', reason: null, message: '' }] },
      'rules.0.question',
    ],
    [
      'a rule with a choice that isn’t one',
      { rules: [{ question: 'topic', test: 'is', value: 'Food', decision: 'approve', reason: null, message: '' }] },
      'rules.0.value',
    ],
    [
      'a rejection without a reason',
      { rules: [{ question: 'why', test: 'contains', value: 'y', decision: 'reject', reason: null, message: '' }] },
      'rules.0.reason',
    ],
    [
      'eleven questions',
      { questions: Array.from({ length: 11 }, (_, at) => ({ ...whyQuestion, choices: [], id: `q${at}` })) },
      'questions',
    ],
    ['a group that isn’t theirs', { group: '01a200a3-96ec-7195-afcb-8b1dd6ef5f60' }, 'group'],
    ['a picture that isn’t theirs', { picture: `/media/p/${'a'.repeat(22)}.webp` }, 'picture'],
  ])('refuses %s by field', async (_name, body, field) => {
    const answer = await glow.call(changeApplicationPage, { params, body });
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, [field]]);
  });
});
