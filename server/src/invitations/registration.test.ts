import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { readHandle } from '@vitrine/contract/accounts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { readInvitation, register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addInvitation } from './invitations.service.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const accepted = { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] };

let made = 0;
async function link(options: { reusable?: boolean; of?: World } = {}): Promise<string> {
  const of = options.of ?? world;
  made += 1;
  const code = `vti_test_${made}`;
  const wanted = { by: 'link', reusable: options.reusable ?? false, expires_in_days: 7, note: '' } as const;
  await addInvitation(of.ctx, of.people.merchants.glow, { ...wanted, code });
  return code;
}

function wanted(invitation: string, more: Partial<BodyOf<typeof register>> = {}): BodyOf<typeof register> {
  made += 1;
  return {
    invitation,
    display_name: 'Iris Vale',
    user_handle: `iris_${made}`,
    email: `iris_${made}@creators.test`,
    password: 'three quiet windows',
    accepted,
    ...more,
  };
}

const registerWith = (body: BodyOf<typeof register>) => world.anonymous.call(register, { body });
const fieldsOf = (answer: { status: number; problem: { errors?: Record<string, string[]> } }) => [
  answer.status,
  Object.keys(answer.problem.errors ?? {}).sort(),
];

describe('registering with an invitation (S26)', () => {
  test('creates the account, the storefront and a session, and records the accepted texts', async () => {
    const code = await link();
    const body = wanted(code, { user_handle: '@Iris', time_zone: 'Europe/Madrid', locale: 'es-ES' });
    const answer = await registerWith(body);
    expect(answer.status).toBe(201);
    expect(answer.data.user).toMatchObject({
      display_name: 'Iris Vale',
      user_handle: 'iris',
      user_status: 100,
      locale: 'es',
      time_zone: 'Europe/Madrid',
      merchant_accounts: [{ slug: 'glow-lab', storefront_url: `${world.ctx.config.publicUrl}/@iris/glow-lab` }],
    });
    expect((await client(world.app, answer.data.token).call(me)).data.user_handle).toBe('iris');
    const again = await world.anonymous.call(login, {
      body: { email: body.email ?? '', password: 'three quiet windows' },
    });
    expect(again.status).toBe(200);
    const accepted = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('legal_acceptances').select(['document', 'version']).orderBy('document').execute(),
    );
    expect(accepted).toEqual([
      { document: 'privacy-policy', version: legalVersions['privacy-policy'] },
      { document: 'terms-of-use', version: legalVersions['terms-of-use'] },
    ]);
    expect((await world.anonymous.call(readInvitation, { params: { code } })).data.state).toBe('used');
    expect((await registerWith(wanted(code))).problem.code).toBe('invitation_used');
  });

  test('processes the picture like any other upload', async () => {
    const drawn = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a53' } })
      .jpeg()
      .toBuffer();
    const answer = await registerWith(wanted(await link(), { avatar: drawn.toString('base64') }));
    const shown = await world.app.inject({ url: new URL(answer.data.user.avatar ?? '').pathname });
    expect(shown.headers['content-type']).toBe('image/webp');
  });

  test('with an emailed invitation creates an account with its address, and no other', async () => {
    const invite = async (code: string, email: string) => {
      const letter = { by: 'mail', email, reusable: false, expires_in_days: 7, note: '' } as const;
      await addInvitation(world.ctx, world.people.merchants.glow, { ...letter, code });
      return code;
    };
    const { email: _left, ...without } = wanted(await invite('mailed-1', 'mona@creators.test'));
    expect((await registerWith(without)).data.user.email).toBe('mona@creators.test');
    const other = await registerWith(wanted(await invite('mailed-2', 'mira@creators.test')));
    expect(fieldsOf(other)).toEqual([422, ['email']]);
  });

  test('leaves nothing behind when it is refused: the invitation stays open and the handle free', async () => {
    const code = await link();
    const refused = await registerWith(wanted(code, { user_handle: 'kept_free', avatar: 'bm90IGEgcGljdHVyZQ==' }));
    expect(fieldsOf(refused)).toEqual([422, ['avatar']]);
    const state = await world.anonymous.call(readHandle, { params: { handle: 'kept_free' } });
    expect(state.data.state).toBe('free');
    expect((await world.anonymous.call(readInvitation, { params: { code } })).data.state).toBe('open');
  });

  test('succeeds for one of ten who use a one-time invitation at once', async () => {
    const code = await link();
    const answers = await Promise.all(Array.from({ length: 10 }, () => registerWith(wanted(code))));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 410),
    ]);
  });

  test('succeeds for one of ten who want the same handle, and nine are refused on that field', async () => {
    const code = await link({ reusable: true });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => registerWith(wanted(code, { user_handle: 'wanted_by_ten' }))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 422).map((answer) => fieldsOf(answer)[1])).toEqual(
      Array.from({ length: 9 }, () => ['user_handle']),
    );
  });

  test.each<[string, Partial<BodyOf<typeof register>>, string[]]>([
    ['no name', { display_name: ' ' }, ['display_name']],
    ['a one-letter handle', { user_handle: 'i' }, ['user_handle']],
    ['a handle with a hyphen', { user_handle: 'iris-vale' }, ['user_handle']],
    ['a taken handle', { user_handle: 'ava' }, ['user_handle']],
    ['a reserved handle', { user_handle: 'support' }, ['user_handle']],
    ['a short password', { password: 'seven77' }, ['password']],
    ['a common password', { password: 'Sunshine2026' }, ['password']],
    ['their own name as password', { password: 'iris vale' }, ['password']],
    ['no email', { email: '' }, ['email']],
    ['an address that has an account', { email: 'ava@creators.test' }, ['email']],
    [
      'a taken email and handle together',
      { email: 'ava@creators.test', user_handle: 'noor' },
      ['email', 'user_handle'],
    ],
    ['outdated terms', { accepted: { ...accepted, terms_of_use: '2020-01-01' } }, ['accepted.terms_of_use']],
    ['neither password nor Google', { password: undefined }, ['password']],
  ])('refuses %s on its field, with what would be right', async (_name, more, fields) => {
    const answer = await registerWith(wanted(await link(), more));
    expect(fieldsOf(answer)).toEqual([422, fields]);
    for (const [reason] of Object.values(answer.problem.errors ?? {}))
      expect(reason).toMatch(/^(must|is|already has) /);
  });

  test('is not possible without an invitation', async () => {
    expect((await registerWith(wanted('vti_never'))).status).toBe(404);
  });
});

describe('a handle (S26)', () => {
  test.each([
    ['wanda', 'wanda', 'free'],
    ['@Wanda', 'wanda', 'free'],
    ['ava', 'ava', 'taken'],
    ['AVA', 'ava', 'taken'],
    ['admin', 'admin', 'not_allowed'],
    ['pay_outs', 'pay_outs', 'not_allowed'],
    ['x', 'x', 'not_allowed'],
    ['a b', 'a b', 'not_allowed'],
    ['ä', 'ä', 'not_allowed'],
    ['w'.repeat(31), 'w'.repeat(31), 'not_allowed'],
  ])('%s is read as %s and is %s', async (given, handle, state) => {
    const { data } = await world.anonymous.call(readHandle, { params: { handle: given } });
    expect(data).toMatchObject({ handle, state });
    expect(data.reason === null).toBe(state === 'free');
  });

  test('that is taken suggests the nearest free one, and a free one gets no suggestion', async () => {
    const suggestionFor = async (handle: string) =>
      (await world.anonymous.call(readHandle, { params: { handle } })).data.suggestion;
    expect(await suggestionFor('ava')).toBe('ava2');
    await registerWith(wanted(await link(), { user_handle: 'ava2' }));
    expect(await suggestionFor('ava')).toBe('ava3');
    expect(await suggestionFor('wanda')).toBeNull();
  });

  test('that was given up redirects to its owner and stays reserved for them', async () => {
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .insertInto('handle_history')
        .values({ user_handle: 'ava_once', user_id: world.people.users.ava, changed_at: world.clock.now() })
        .execute(),
    );
    const { data } = await world.anonymous.call(readHandle, { params: { handle: 'ava_once' } });
    expect(data.state).toBe('taken');
  });
});

test('one address can register at most ten times an hour', async () => {
  await using limited = await openWorld({ limits: true });
  const code = await link({ reusable: true, of: limited });
  const attempt = () => limited.anonymous.call(register, { body: wanted(code, { password: 'password1' }) });
  for (let count = 0; count < 10; count += 1) expect((await attempt()).status).toBe(422);
  expect((await attempt()).status).toBe(429);
});
