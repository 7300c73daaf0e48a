import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPortal } from '@vitrine/contract/accounts.ts';
import { finishGoogle, startGoogle } from '@vitrine/contract/google.ts';
import { register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { chooseAccount, type OpenIdServer, startOpenId } from '../../world/openid.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addInvitation } from '../invitations/invitations.service.ts';
import { type CrookedProvider, type Lie, startCrookedProvider } from './google.testing.ts';

const home = 'http://127.0.0.1:3000';
const accepted = { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] };

let provider: OpenIdServer;
let world: World;
beforeAll(async () => {
  provider = await startOpenId({ redirectUris: [`${home}/register`, `${home}/login`] });
  const { clientId, clientSecret, url } = provider;
  world = await openWorld({ google: { clientId, clientSecret, baseUrl: url } });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await provider.stop();
});

async function start(intent: 'login' | 'register' = 'register') {
  const { data } = await world.anonymous.call(startGoogle, { body: { intent } });
  return data;
}

async function authorize(email: string, intent: 'login' | 'register' = 'register') {
  const { url, flow } = await start(intent);
  const back = new URL(await chooseAccount(url, email));
  return { flow, back, query: back.search.slice(1) };
}

const finish = (flow: string, query: string) => world.anonymous.call(finishGoogle, { body: { flow, query } });

async function ticketOf(email: string) {
  const { flow, query } = await authorize(email);
  const { data } = await finish(flow, query);
  if (data.outcome !== 'ticket') throw new Error('known already');
  return data;
}

async function link(code: string) {
  const wanted = { by: 'link', reusable: true, expires_in_days: 7, note: '' } as const;
  await addInvitation(world.ctx, world.people.merchants.northwind, { ...wanted, code });
  return code;
}

const registerAs = (invitation: string, ticket: string, more: { user_handle: string; email?: string }) =>
  world.anonymous.call(register, {
    body: { invitation, display_name: 'From Google', google_ticket: ticket, accepted, ...more },
  });

describe('Google sign-in, which works with any OpenID provider (S26)', () => {
  test('is shown as available in the portal', async () => {
    expect((await world.anonymous.call(readPortal)).data).toEqual({ google: true, support_form_url: null });
  });

  test('sends an unknown user to /register with a ticket, registers them, and recognizes them afterwards', async () => {
    const { flow, back, query } = await authorize('lena.moor@mail.test');
    expect(back.origin + back.pathname).toBe(`${home}/register`);
    const { data: ticket } = await finish(flow, query);
    expect(ticket).toMatchObject({ outcome: 'ticket', name: 'Lena Moor', email: 'lena.moor@mail.test' });
    if (ticket.outcome !== 'ticket') return;
    const made = await registerAs(await link('by-google'), ticket.ticket, { user_handle: 'lena' });
    expect(made.data.user).toMatchObject({ email: 'lena.moor@mail.test', user_status: 100 });
    const again = await authorize('lena.moor@mail.test', 'login');
    expect(again.back.pathname).toBe('/login');
    const known = await finish(again.flow, again.query);
    expect(known.data).toMatchObject({ outcome: 'signed_in', user: { user_handle: 'lena' } });
  });

  test.for([
    ['beauty.localhost:3000', 'http://beauty.localhost:3000/login'],
    ['127.0.0.1:3000', `${home}/login`],
    ['beauty.evil.test:3000', `${home}/login`],
    ['evil.test', `${home}/login`],
  ])('that starts at %s returns to %s (S24)', async ([host = '', back]) => {
    const { data } = await world.anonymous.call(startGoogle, { body: { intent: 'login' }, headers: { host } });
    expect(new URL(data.url).searchParams.get('redirect_uri')).toBe(back);
  });

  test('never joins an existing account because the email address is the same', async () => {
    const { flow, query } = await authorize('ava@creators.test', 'login');
    const { data } = await finish(flow, query);
    expect(data.outcome).toBe('ticket');
    if (data.outcome !== 'ticket') return;
    const answer = await registerAs(await link('same-mail'), data.ticket, { user_handle: 'not_ava' });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.problem.errors ?? {})).toEqual(['email']);
  });

  test('does not use an email address that the provider has not verified', async () => {
    const ticket = await ticketOf('odd@unchecked.test');
    expect(ticket.email).toBeNull();
    const code = await link('unchecked');
    const without = await registerAs(code, ticket.ticket, { user_handle: 'odd_one' });
    expect(Object.keys(without.problem.errors ?? {})).toEqual(['email']);
    const withOne = await registerAs(code, ticket.ticket, { user_handle: 'odd_one', email: 'odd@creators.test' });
    expect(withOne.status).toBe(201);
  });

  test('accepts a ticket once, within its hour, and only unaltered', async () => {
    const code = await link('tickets');
    const used = await ticketOf('once@mail.test');
    expect((await registerAs(code, used.ticket, { user_handle: 'once' })).status).toBe(201);
    const again = await registerAs(code, used.ticket, { user_handle: 'twice', email: 'twice@creators.test' });
    expect(again.problem.code).toBe('sign_in_refused');
    const altered = await ticketOf('altered@mail.test');
    expect((await registerAs(code, `${altered.ticket}x`, { user_handle: 'altered' })).problem.code).toBe(
      'sign_in_refused',
    );
    const late = await ticketOf('late@mail.test');
    world.clock.advance(61 * 60_000);
    expect((await registerAs(code, late.ticket, { user_handle: 'late' })).problem.code).toBe('sign_in_refused');
  });

  test('stores no readable flow or ticket in the database', async () => {
    const { flow, url } = await start();
    const state = new URL(url).searchParams.get('state') ?? '';
    const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('openid_flows').selectAll().execute(),
    );
    const kept = rows
      .map((row) => [row.flow_hash, row.state_hash, row.sealed].map((part) => part.toString()).join())
      .join();
    expect([kept.includes(flow), kept.includes(state)]).toEqual([false, false]);
  });
});

describe('a callback is refused', () => {
  const other = (query: string, change: Record<string, string | null>) => {
    const params = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) params.delete(name);
      else params.set(name, value);
    }
    return params.toString();
  };
  type Callback = { flow: string; query: string };
  const tampered: [string, (callback: Callback) => Callback | Promise<Callback>][] = [
    ['another state', ({ flow, query }) => ({ flow, query: other(query, { state: 'x'.repeat(43) }) })],
    ['no state', ({ flow, query }) => ({ flow, query: other(query, { state: null }) })],
    ["another user's browser", async ({ query }) => ({ flow: (await start()).flow, query })],
    ['a browser that started no sign-in', ({ query }) => ({ flow: `vtf_${'a'.repeat(43)}`, query })],
    ['another code', ({ flow, query }) => ({ flow, query: other(query, { code: 'made-up' }) })],
    ['no code', ({ flow, query }) => ({ flow, query: other(query, { code: null }) })],
    [
      "the code and challenge of another user's flow",
      async ({ flow, query }) => ({
        flow,
        query: other(query, { code: (await authorize('other@mail.test')).back.searchParams.get('code') }),
      }),
    ],
    ['another issuer', ({ flow, query }) => ({ flow, query: other(query, { iss: 'https://evil.example' }) })],
    ['no issuer', ({ flow, query }) => ({ flow, query: other(query, { iss: null }) })],
    [
      'an error in place of a code',
      ({ flow, query }) => ({ flow, query: other(query, { code: null, error: 'access_denied' }) }),
    ],
  ];

  test.each(tampered)('%s', async (_name, tamper) => {
    const callback = await tamper(await authorize('tampered@mail.test'));
    expect((await finish(callback.flow, callback.query)).problem.code).toBe('sign_in_refused');
  });

  test('when it comes a second time', async () => {
    const { flow, query } = await authorize('second@mail.test');
    expect((await finish(flow, query)).status).toBe(200);
    expect((await finish(flow, query)).problem.code).toBe('sign_in_refused');
  });

  test('after a quarter of an hour', async () => {
    const { flow, query } = await authorize('slow@mail.test');
    world.clock.advance(16 * 60_000);
    expect((await finish(flow, query)).problem.code).toBe('sign_in_refused');
  });
});

describe('an identity token', () => {
  let crooked: CrookedProvider;
  let deceived: World;
  beforeAll(async () => {
    crooked = await startCrookedProvider();
    deceived = await openWorld({ google: { clientId: 'client', clientSecret: 'secret', baseUrl: crooked.url } });
  });
  afterAll(async () => {
    await deceived[Symbol.asyncDispose]();
    await crooked.stop();
  });

  async function finishWith(lie: Lie) {
    const { data } = await deceived.anonymous.call(startGoogle, { body: { intent: 'login' } });
    const out = new URL(data.url).searchParams;
    crooked.nonce(out.get('nonce') ?? '');
    crooked.lie(lie);
    const query = new URLSearchParams({ code: 'c', state: out.get('state') ?? '', iss: crooked.url }).toString();
    return deceived.anonymous.call(finishGoogle, { body: { flow: data.flow, query } });
  }

  test('is accepted when it is valid', async () => {
    expect((await finishWith({})).data).toMatchObject({ outcome: 'ticket', name: 'Some Body' });
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  test.each<[string, Lie]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://accounts.evil.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['several audiences, authorized for another client', { claims: { aud: ['client', 'other'], azp: 'other' } }],
    ['expired', { claims: { exp: seconds() - 3600, iat: seconds() - 7200 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed with another key', { foreignKey: true }],
    ['unsigned', { alg: 'none' }],
    ['signed with the client secret', { alg: 'HS256' }],
    ['missing', { answer: { status: 200, body: { access_token: 'x', token_type: 'Bearer' } } }],
    ['an error in its place', { answer: { status: 400, body: { error: 'invalid_grant' } } }],
  ])('is refused: %s', async (_name, lie) => {
    expect((await finishWith(lie)).problem.code).toBe('sign_in_refused');
  });
});

test('an installation without Google offers no such sign-in', async () => {
  await using plain = await openWorld();
  expect((await plain.anonymous.call(readPortal)).data.google).toBe(false);
  expect((await plain.anonymous.call(startGoogle, { body: { intent: 'login' } })).status).toBe(404);
  expect((await plain.anonymous.call(finishGoogle, { body: { flow: 'x', query: 'code=x&state=y' } })).status).toBe(404);
});
