import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  applyAsCreator,
  changeApplicationPage,
  confirmApplication,
  decideApplication,
  decideApplications,
  listApplications,
  readApplication,
  readOwnApplication,
  sendApplication,
  withdrawApplication,
} from '@vitrine/contract/applications.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { createGroup } from '@vitrine/contract/groups.ts';
import { readInvitation, register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { me } from '@vitrine/contract/sessions.ts';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { acceptLegalTexts } from '../accounts/profile.service.ts';
import { groupAt } from '../groups/groups.moves.ts';
import { setUpApplying } from './applications.testing.ts';
import { forgetUnconfirmed } from './applications.jobs.ts';

let world: World;
let glow: Client;
let noor: Client;
const params = { merchant: 'glow-lab' };
beforeAll(async () => {
  world = await openWorld();
  glow = await world.signIn('brand@glow.test');
  noor = await world.signIn('noor@creators.test');
  granted(await setUpApplying(glow));
});
afterAll(() => world[Symbol.asyncDispose]());

let sent = 0;
const newAddress = () => `applicant${(sent += 1)}@apply.test`;

/** A moment later than the one before, because the newest comes first. */
const send = (email: string, more: Partial<BodyOf<typeof sendApplication>> = {}, of = world) => {
  of.clock.advance(10);
  return of.anonymous.call(sendApplication, {
    params,
    body: {
      name: 'Iris Vale',
      email,
      answers: [{ question: 'why', answer: 'I test everything.' }],
      accepted: true,
      ...more,
    },
  });
};

async function codeFor(email: string, of = world): Promise<string> {
  const mails = await mailsAsSent(of.ctx, email);
  const mail = mails.findLast(({ kind }) => kind === 'application_confirm' || kind === 'application_received');
  return /\/apply\/glow-lab#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const confirm = (code: string) => world.anonymous.call(confirmApplication, { params: { code } });

/** A confirmed application; its id and code. */
async function applied(more: Partial<BodyOf<typeof sendApplication>> = {}) {
  const email = newAddress();
  expect((await send(email, more)).status).toBe(202);
  const code = await codeFor(email);
  granted(await confirm(code));
  const { data } = await glow.call(listApplications, { params, query: { search: email } });
  return { email, code, id: data[0]?.id ?? '' };
}

const decide = (id: string, body: BodyOf<typeof decideApplication>, of = glow) => {
  world.clock.advance(10);
  return of.call(decideApplication, { params: { ...params, application_id: id }, body });
};
const kindsTo = async (email: string) => (await mailsAsSent(world.ctx, email)).map(({ kind }) => kind);

describe('an application', () => {
  test('is seen by the brand only after its address was confirmed, and staff are told once', async () => {
    const email = newAddress();
    expect((await send(email)).data).toEqual({ accepted: true });
    const search = () => glow.call(listApplications, { params, query: { search: email } });
    expect((await search()).data).toEqual([]);
    const code = await codeFor(email);
    expect(granted(await world.anonymous.call(readOwnApplication, { params: { code } })).state).toBe('unconfirmed');
    expect(granted(await confirm(code)).state).toBe('waiting');
    expect(granted(await confirm(code)).state).toBe('waiting');
    const [row] = (await search()).data;
    expect(row).toMatchObject({ name: 'Iris Vale', email, has_account: false, state: 'waiting', by_rule: false });
    const notices = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('notifications').select('payload').where('kind', '=', 'application').execute(),
    );
    const own = notices.filter(({ payload }) => JSON.stringify(payload).includes(row?.id ?? 'none'));
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ payload }) => JSON.stringify(payload))).size).toBe(1);
  });

  test('gets the same answer for every address, and only the owner reads that there is one already', async () => {
    const { email } = await applied();
    const answers = [await send(email), await send(newAddress()), await send('ava@creators.test')];
    expect(answers.map(({ status, data }) => [status, data])).toEqual(
      Array.from({ length: 3 }, () => [202, { accepted: true }]),
    );
    expect(await kindsTo(email)).toEqual(['application_confirm', 'application_known']);
    expect((await kindsTo('ava@creators.test')).at(-1)).toBe('application_known');
  });

  test('with the hidden field filled in is forgotten, with the usual answer', async () => {
    const email = newAddress();
    expect((await send(email, { website: 'https://spam.example' })).data).toEqual({ accepted: true });
    expect(await kindsTo(email)).toEqual([]);
  });

  test('is confirmed by nobody with a forged, foreign or late code', async () => {
    await using late = await openWorld();
    granted(await setUpApplying(await late.signIn('brand@glow.test')));
    const email = newAddress();
    await send(email, {}, late);
    const code = await codeFor(email, late);
    const confirmLate = (given: string) => late.anonymous.call(confirmApplication, { params: { code: given } });
    const forged = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [forged, 'vta_', 'x', `${code}x`]) expect((await confirmLate(wrong)).status).toBe(404);
    late.clock.advance(7 * 86_400_000);
    expect((await confirmLate(code)).status).toBe(404);
    await forgetUnconfirmed(late.ctx);
    const left = await late.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('applications').select('id').where('email', '=', email).execute(),
    );
    expect(left).toEqual([]);
  });

  test('sent twice before it is confirmed waits once', async () => {
    const email = newAddress();
    await send(email);
    const first = await codeFor(email);
    await send(email);
    const second = await codeFor(email);
    const answers = await Promise.all([confirm(first), confirm(second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)//x.example',
    'data:text/html,<script>alert(1)</script>',
    'ftp://social.example/x',
    'https://user:secret@social.example/',
    'just words',
    'localhost',
  ])('refuses %s as the address of a profile', async (answer) => {
    const refused = await send(newAddress(), {
      answers: [
        { question: 'why', answer: 'x' },
        { question: 'profile', answer },
      ],
    });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['answers.profile']]);
  });

  test('keeps HTML in answers as text, and completes the address of a profile', async () => {
    const { id } = await applied({
      name: '<b>Iris</b>',
      answers: [
        { question: 'why', answer: '<script>alert(1)</script>' },
        { question: 'profile', answer: 'social.example/iris' },
      ],
    });
    const found = granted(await glow.call(readApplication, { params: { ...params, application_id: id } }));
    expect(found.answers).toEqual([
      { label: 'Why us?', kind: 'long_text', answer: '<script>alert(1)</script>' },
      { label: 'Your profile', kind: 'social_link', answer: 'https://social.example/iris' },
    ]);
  });

  test('names each question that is not answered as it asks', async () => {
    const refused = await send(newAddress(), {
      answers: [
        { question: 'topic', answer: 'Food' },
        { question: 'none', answer: 'x' },
      ],
    });
    expect(Object.keys(refused.problem.errors ?? {}).toSorted()).toEqual([
      'answers.1.question',
      'answers.topic',
      'answers.why',
    ]);
    const unaccepted = await send(newAddress(), { accepted: false as true });
    expect(Object.keys(unaccepted.problem.errors ?? {})).toEqual(['accepted']);
  });
});

describe('an answer of the brand', () => {
  test('that approves sends an invitation, with which the applicant registers, however long the name is, and joins the group', async () => {
    const group = granted(await glow.call(createGroup, { params, body: { name: 'Applied', welcome: 'Hi!' } }));
    granted(await glow.call(changeApplicationPage, { params, body: { group: group.id } }));
    const { email, id } = await applied({ name: 'é'.repeat(80) });
    const approved = granted(await decide(id, { decision: 'approve', message: 'We liked your answer.' }));
    expect(approved.state).toBe('approved');
    const mail = (await mailsAsSent(world.ctx, email)).at(-1);
    expect(mail?.text).toContain(approved.invitation_url ?? 'no link');
    expect(mail?.kind).toBe('invitation');
    expect(mail?.text).toContain('We liked your answer.');
    const invitation = /start-invite#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(granted(await world.anonymous.call(readInvitation, { params: { code: invitation } })).state).toBe('open');
    const { data } = await world.anonymous.call(register, {
      body: {
        invitation,
        display_name: 'é'.repeat(80),
        user_handle: 'iris_applied',
        password: 'three quiet windows',
        accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
      },
    });
    expect(data.user.email).toBe(email);
    const account = data.user.merchant_accounts[0]?.id ?? '';
    const joined = await world.ctx.database.as({ role: 'system' }, (tx) =>
      groupAt(tx, world.people.merchants.glow, account, world.clock.now()),
    );
    expect(joined).toBe(group.id);
    granted(await glow.call(changeApplicationPage, { params, body: { group: null } }));
  });

  test('that approves says nothing of the link if the applicant gets it by email', async () => {
    const { id } = await applied();
    world.ctx.config.smtpUrl = 'smtp://127.0.0.1:1';
    expect(granted(await decide(id, { decision: 'approve', message: '' })).invitation_url).toBeNull();
    world.ctx.config.smtpUrl = undefined;
  });

  test('that rejects is emailed with its reason, and the applicant can apply again', async () => {
    const { email, id } = await applied();
    granted(await decide(id, { decision: 'reject', reason: 'audience', message: 'Come back next year.' }));
    const mail = (await mailsAsSent(world.ctx, email)).at(-1);
    expect(mail?.kind).toBe('application_rejected');
    expect(mail?.text).toContain('your audience is too small');
    expect(mail?.text).toContain('Come back next year.');
    await send(email);
    expect((await confirm(await codeFor(email))).status).toBe(200);
  });

  test('to an application that was withdrawn or answered is a conflict that says so', async () => {
    const { id, code } = await applied();
    expect(granted(await world.anonymous.call(withdrawApplication, { params: { code } })).state).toBe('withdrawn');
    const withdrawn = await decide(id, { decision: 'approve', message: '' });
    expect([withdrawn.status, withdrawn.problem.message]).toEqual([
      409,
      'Iris Vale withdrew this application, so it can’t be answered any more',
    ]);
    const other = await applied();
    granted(await decide(other.id, { decision: 'reject', reason: 'full', message: '' }));
    expect((await decide(other.id, { decision: 'approve', message: '' })).status).toBe(409);
    expect((await world.anonymous.call(withdrawApplication, { params: { code: other.code } })).status).toBe(409);
  });

  test('in bulk has a result for each row, and ten colleagues at once answer each application once', async () => {
    const [first, second, third] = [await applied(), await applied(), await applied()];
    granted(await world.anonymous.call(withdrawApplication, { params: { code: third.code } }));
    const foreign = '01a200a3-96ec-7195-afcb-8b1dd6ef5f60';
    const body = {
      application_ids: [second.id, third.id, foreign, 'nonsense', first.id, first.id],
      decision: 'approve',
      message: '',
    } as const;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        glow.call(decideApplications, { params, body: { ...body, application_ids: [...body.application_ids] } }),
      ),
    );
    const results = answers.map((answer) => granted(answer).map(({ result }) => result));
    expect(results.filter((each) => each.includes('approved'))).toEqual([
      ['approved', 'withdrawn_before', 'not_found', 'not_found', 'approved', 'answered_before'],
    ]);
    for (const { email } of [first, second])
      expect((await kindsTo(email)).filter((kind) => kind === 'invitation')).toHaveLength(1);
  });

  test('is not possible for another brand or an analyst', async () => {
    const { id } = await applied();
    const northwind = await world.signIn('brand@northwind.test');
    const elsewhere = { merchant: 'northwind-outfitters', application_id: id };
    expect((await northwind.call(readApplication, { params: elsewhere })).status).toBe(404);
    const answer = await northwind.call(decideApplication, {
      params: elsewhere,
      body: { decision: 'reject', reason: 'other', message: '' },
    });
    expect(answer.status).toBe(404);
    const many = await northwind.call(decideApplications, {
      params: { merchant: 'northwind-outfitters' },
      body: { application_ids: [id], decision: 'reject', reason: 'other', message: '' },
    });
    expect(granted(many)[0]?.result).toBe('not_found');
  });
});

describe('a creator with an account', () => {
  const apply = (of: Client) =>
    of.call(applyAsCreator, { params, body: { answers: [{ question: 'why', answer: 'Yes' }], accepted: true } });

  test('applies without confirming, once, and has a storefront as soon as they are approved', async () => {
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      acceptLegalTexts(world.ctx, tx, world.people.users.noor, legalVersions),
    );
    expect(granted(await apply(noor))).toMatchObject({ state: 'waiting', name: 'Noor Haddad' });
    const second = await apply(noor);
    expect([second.status, second.problem.message]).toEqual([
      409,
      'You already applied to Glow Lab, and it hasn’t answered yet',
    ]);
    const { data } = await glow.call(listApplications, { params, query: { search: 'noor@' } });
    expect(data[0]?.has_account).toBe(true);
    granted(await decide(data[0]?.id ?? '', { decision: 'approve', message: '' }));
    const { merchant_accounts: accounts } = granted(await noor.call(me));
    expect(accounts.map(({ slug }) => slug)).toContain('glow-lab');
    expect((await kindsTo('noor@creators.test')).filter((kind) => kind.startsWith('application_'))).toEqual([
      'application_received',
      'application_approved',
    ]);
    expect((await apply(noor)).problem.message).toBe('You already work with Glow Lab');
  });
});

describe('rules', () => {
  const rule = (more: Partial<NonNullable<BodyOf<typeof changeApplicationPage>['rules']>[number]>) => ({
    question: 'why',
    test: 'contains' as const,
    value: 'casino',
    decision: 'reject' as const,
    reason: 'no_fit' as const,
    message: '',
    ...more,
  });

  test('answer by the first one that fits, which the application names; others wait', async () => {
    const rules = [
      rule({}),
      rule({ question: 'topic', test: 'is', value: 'Skin care', decision: 'approve', reason: null }),
      rule({ question: 'profile', test: 'missing', value: '', reason: 'incomplete' }),
    ];
    granted(await glow.call(changeApplicationPage, { params, body: { rules } }));
    const outcome = async (answers: { question: string; answer: string }[]) => {
      const email = newAddress();
      await send(email, { answers });
      const { state } = granted(await confirm(await codeFor(email)));
      const { data } = await glow.call(listApplications, {
        params,
        query: { search: email, state: state === 'unconfirmed' ? 'waiting' : state },
      });
      const found = granted(
        await glow.call(readApplication, { params: { ...params, application_id: data[0]?.id ?? '' } }),
      );
      return [found.state, found.rule?.number ?? null, found.reason];
    };
    const reason = (answer: string) => ({ question: 'why', answer });
    const skin = { question: 'topic', answer: 'Skin care' };
    expect(await outcome([reason('Best CASINO links'), skin])).toEqual(['rejected', 1, 'no_fit']);
    expect(await outcome([reason('I test'), skin])).toEqual(['approved', 2, null]);
    expect(await outcome([reason('I test')])).toEqual(['rejected', 3, 'incomplete']);
    expect(await outcome([reason('I test'), { question: 'profile', answer: 'social.example/me' }])).toEqual([
      'waiting',
      null,
      null,
    ]);
    granted(await glow.call(changeApplicationPage, { params, body: { rules: [] } }));
  });
});

test('the inbox is paged by a cursor, each application once, with the counts of all states', async () => {
  for (let index = 0; index < 5; index += 1) await applied();
  const seen: string[] = [];
  let cursor: string | null = '';
  let waiting = 0;
  while (cursor !== null) {
    const page: { data: { id: string }[]; meta: { next_cursor: string | null; counts: { waiting: number } } } =
      await glow.call(listApplications, { params, query: { limit: 2, ...(cursor && { cursor }) } });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.meta.next_cursor;
    waiting = page.meta.counts.waiting;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(waiting);
});
