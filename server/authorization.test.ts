import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '@vitrine/contract/passwords.ts';
import type { Endpoint, Principal } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { shopifyDelivery } from '@vitrine/contract/orders.ts';
import { renewMethod } from './src/payouts/authorization.testing.ts';
import { operatorAsAva } from './authorization.testing.ts';
import type { Result } from './world/client.ts';
import { openWorld, type World } from './world/world.ts';
import { bodyOf, onePixel, queryOf } from './authorization.bodies.testing.ts';
import { assembleCallers, type Caller, type Ids, missing } from './authorization.callers.testing.ts';

// Every call of the contract × every kind of caller × ids of their own, of others, and unknown ones. The expected
// answer follows from the call's own policy: only permitted callers get a 2xx, and what belongs to others is answered
// like what doesn't exist.

let world: World;
let callers: Caller[];
let database: pg.Client;

beforeAll(async () => {
  const keys = { clientId: 'vitrine', clientSecret: 'secret', baseUrl: undefined };
  world = await openWorld({ social: { instagram: keys } });
  callers = await assembleCallers(world);
  database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await world[Symbol.asyncDispose]();
});

async function tryCall(name: string, endpoint: Endpoint, caller: Caller, ids: Ids): Promise<Result<Endpoint>> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  const params = Object.fromEntries(names.map((param) => [param, ids[`${name}.${param}`] ?? ids[param] ?? 'nothing']));
  const body = bodyOf(world, name, ids);
  const query = queryOf(world, name, ids);
  return caller.client.call(endpoint, {
    params,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(endpoint.takes === undefined ? {} : { file: { type: 'image/png', bytes: onePixel } }),
  });
}

/**
 * Calls that identify the caller without a token, keep the connection open, work once, or end what the other calls here
 * need. They have their own tests.
 */
const ownTests = new Set([
  'shopifyDelivery',
  'streamEvents',
  'logout',
  'loginAs',
  'resetPassword',
  'startGoogle',
  'finishGoogle',
  'startGoogleConnection',
  'finishGoogleConnection',
  'confirmEmail',
  'changePassword',
  'endOtherSessions',
  'finishSocialConnection',
]);
/** A new handle comes last, because other calls use the first one. */
const isLast = ([name]: [string, Endpoint]) => Number(name === 'changeHandle');
const calls = [...endpoints]
  .filter(([name]) => !ownTests.has(name))
  .toSorted((one, other) => isLast(one) - isLast(other));
const isAllowed = (endpoint: Endpoint, caller: Caller) =>
  endpoint.access.includes('anonymous') ||
  (caller.principal !== 'dead' &&
    endpoint.access.includes(caller.principal) &&
    (caller.active || endpoint.anyStatus === true));

async function fingerprint(): Promise<string> {
  const tables = await database.query<{
    name: string;
  }>(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('sessions', 'api_keys', 'creator_browsers', 'migrations') order by relname`);
  const sums = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const found = await database.query<{ sum: string }>(
        `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
      );
      return `${name}=${found.rows[0]?.sum}`;
    }),
  );
  return sums.join('\n');
}

describe.each(calls)('%s', (name, endpoint) => {
  test('answers the callers that its policy allows', async () => {
    for (const caller of callers.filter((entry) => isAllowed(endpoint, entry))) {
      if (caller.principal === 'creator' && ['removePayoutMethod', 'requestPayout'].includes(name))
        await renewMethod(world, caller.client, caller.own);
      const answer = await tryCall(name, endpoint, caller, caller.own);
      expect(answer.status, `${caller.name}: ${JSON.stringify(answer.problem)}`).toBeLessThan(300);
    }
  });

  test('refuses everyone else, whichever ids they send, and changes nothing', async () => {
    const before = await fingerprint();
    for (const caller of callers.filter((entry) => !isAllowed(endpoint, entry))) {
      for (const ids of [caller.own, caller.foreign, missing]) {
        const answer = await tryCall(name, endpoint, caller, ids);
        const expected = caller.principal === 'anonymous' || caller.principal === 'dead' ? 401 : 403;
        expect(answer.status, `${caller.name}: ${JSON.stringify(answer.problem)}`).toBe(expected);
      }
    }
    expect(await fingerprint()).toBe(before);
  });

  test('answers the same for an id of others and an id that does not exist', async () => {
    // An unused handle has no owner, and a code belongs to its holder.
    if (!endpoint.path.includes('{') || ['public', 'code_holder'].includes(endpoint.scope)) return;
    const before = await fingerprint();
    for (const caller of callers.filter((entry) => isAllowed(endpoint, entry))) {
      const foreign = await tryCall(name, endpoint, caller, caller.foreign);
      const nowhere = await tryCall(name, endpoint, caller, missing);
      expect(foreign.status, `${caller.name}: ${JSON.stringify(foreign.problem)}`).toBe(404);
      const neutral = (answer: Result<Endpoint>) => ({ ...answer.problem, request_id: '', instance: '' });
      expect([foreign.status, neutral(foreign)]).toEqual([nowhere.status, neutral(nowhere)]);
    }
    expect(await fingerprint()).toBe(before);
  });
});

describe('ids of two parties mixed in one call', () => {
  test('are refused: an id of others below an own id, and the other way round', async () => {
    const before = await fingerprint();
    for (const caller of callers.filter((entry) => ['creator', 'brand'].includes(entry.principal) && entry.active)) {
      // A month is not an id.
      for (const [name, endpoint] of calls.filter(
        ([, entry]) =>
          (entry.path.replace('{month}', '').match(/\{/g) ?? []).length > 1 &&
          entry.access.includes(caller.principal as Principal),
      )) {
        const [first = ''] = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
        for (const ids of [
          { ...caller.foreign, [first]: caller.own[first] ?? '' },
          { ...caller.own, [first]: caller.foreign[first] ?? '' },
        ]) {
          expect((await tryCall(name, endpoint, caller, ids)).status, `${caller.name} ${name}`).toBe(404);
        }
      }
    }
    expect(await fingerprint()).toBe(before);
  });
});

test('a view-only session can read but change nothing (S22)', async () => {
  const viewer: Caller = {
    ...(callers[1] as Caller),
    name: 'operator looking',
    client: await operatorAsAva(world, 'view'),
  };
  const before = await fingerprint();
  for (const [name, endpoint] of calls.filter(([, entry]) => entry.access.includes('creator'))) {
    const answer = await tryCall(name, endpoint, viewer, viewer.own);
    if (endpoint.ownerOnly) expect([answer.status, answer.problem.code], name).toEqual([403, 'owner_only']);
    else if (endpoint.method === 'GET') expect(answer.status, name).toBe(200);
    else expect([answer.status, answer.problem.code], name).toEqual([403, 'view_only']);
  }
  expect(await fingerprint()).toBe(before);
});

test('an assist session can do what the contract opens to it, and nothing else (S22)', async () => {
  const helper: Caller = {
    ...(callers[1] as Caller),
    name: 'operator helping',
    client: await operatorAsAva(world, 'assist'),
  };
  const unsafe = calls.filter(([, entry]) => entry.access.includes('creator') && entry.method !== 'GET');
  const before = await fingerprint();
  for (const [name, endpoint] of unsafe.filter(([, entry]) => !entry.allowedInAssistMode)) {
    const answer = await tryCall(name, endpoint, helper, helper.own);
    expect([answer.status, answer.problem.code], name).toEqual([403, 'owner_only']);
  }
  for (const [name, endpoint] of calls.filter(([, entry]) => !entry.access.includes('creator')))
    if (!endpoint.access.includes('anonymous'))
      expect((await tryCall(name, endpoint, helper, helper.own)).status, name).toBe(403);
  expect(await fingerprint()).toBe(before);
});

test('money, credentials, addresses, handles, sessions and exports are never open to an assist session (S22)', () => {
  const neverOpened =
    /payout|cash-?out|password|e-?mail|handle|sessions|exports?\b|passkey|two-factor|legal|acceptances|api-keys|register|reset|^\/me$|\/login/;
  const opened = [...endpoints].filter(([, entry]) => entry.allowedInAssistMode === true);
  expect(opened.filter(([, entry]) => neverOpened.test(entry.path)).map(([name]) => name)).toEqual([]);
  expect(opened.map(([name]) => name)).toEqual(expect.arrayContaining(['addPlacement', 'changeLink']));
});

test('every call of the contract is served, and the OpenAPI document states its policy', async () => {
  const answer = await world.app.inject('/api/v1/openapi.json');
  const { paths } = answer.json<{
    paths: Record<string, Record<string, { 'x-policy': { principals: string[]; scope: string } }>>;
  }>();
  for (const [name, endpoint] of endpoints) {
    const url = `/api/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    expect(world.app.hasRoute({ method: endpoint.method, url }), name).toBe(true);
    expect(paths[`/api/v1${endpoint.path}`]?.[endpoint.method.toLowerCase()]?.['x-policy'].principals, name).toEqual(
      endpoint.access,
    );
  }
});

test('a cookie gives no access to any call', async () => {
  const token = await world.token('ava@creators.test');
  for (const [name, endpoint] of calls.filter(([, entry]) => !entry.access.includes('anonymous'))) {
    const answer = await world.anonymous.call(endpoint, {
      params: callers[0]?.own as never,
      headers: { cookie: `token=${token}; session=${token}` },
    });
    expect(answer.status, name).toBe(401);
  }
});

test('the calls that are skipped here have tests of their own', () => {
  expect([...ownTests].filter((name) => !endpoints.has(name))).toEqual([]);
  expect([login.scope, shopifyDelivery.scope]).toEqual(['self', 'signed_delivery']);
});
