import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { mayInBrand } from '@vitrine/contract/values/brand-roles.ts';
import { pushKeysOf } from './src/notifications/push.keys.ts';
import { renewMethod } from './src/payouts/authorization.testing.ts';
import { bodyOf, onePixel, queryOf } from './authorization.bodies.testing.ts';
import { assembleCallers, type Caller, type Ids, missing } from './authorization.callers.testing.ts';
import type { Result } from './world/client.ts';
import { openWorld, type World } from './world/world.ts';

// The access matrix: every call of the contract × every kind of caller × ids of their own, of others, and of nobody.
// What must come back follows from the call's own policy: nothing but the rightful caller gets a 2xx, and what belongs
// to others cannot be told from what does not exist. Each kind of caller has a file, so that a failure names it.

export type Matrix = { world: World; callers: Caller[]; fingerprint: () => Promise<string> };

/**
 * Calls that say who calls by something else than a token, that keep the connection, that work once, or that end what
 * the others here need. They have tests of their own.
 */
export const ownTests = new Set([
  'shopifyDelivery',
  'woocommerceDelivery',
  'stripeDelivery',
  'previewProductFeed',
  'connectShopSync',
  'disconnectShopSync',
  'streamEvents',
  'logout',
  'loginAs',
  'resetPassword',
  'setUp',
  'startGoogle',
  'finishGoogle',
  'startGoogleConnection',
  'finishGoogleConnection',
  'confirmEmail',
  'changePassword',
  'finishLogin',
  'confirmProof',
  'confirmTwoFactor',
  'renewRecoveryCodes',
  'askPasskeyOfLogin',
  'askPasskeyOfProof',
  'startPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'removeAuthenticator',
  'removeTwoFactor',
  'endOtherSessions',
  'finishSocialConnection',
  'requestClosure',
  'undoClosure',
  'closeAccount',
]);

/** Other calls name a creator by the first handle, or need the connected shop. */
const last = new Set(['changeHandle', 'disconnectShop', 'revokeConnectionSecret']);
const isLast = ([name]: [string, Endpoint]) => Number(last.has(name));
export const judgedCalls = [...endpoints]
  .filter(([name]) => !ownTests.has(name))
  .toSorted((one, other) => isLast(one) - isLast(other));

export function isAllowed(endpoint: Endpoint, caller: Caller): boolean {
  return (
    endpoint.access.includes('anonymous') ||
    (caller.principal !== 'dead' &&
      endpoint.access.includes(caller.principal) &&
      (caller.active || endpoint.anyStatus === true) &&
      !isBeyondRole(endpoint, caller))
  );
}

/** Whether the call needs a right that the role of this member of a brand's staff does not have. */
function isBeyondRole({ right }: Endpoint, { role }: Caller): boolean {
  return right !== undefined && role !== undefined && !mayInBrand(role, right);
}

/** To people who are not logged in 401. What a role forbids at one's own brand does not exist at another. */
function refusalOf(endpoint: Endpoint, caller: Caller, ids: Ids): number {
  if (caller.principal === 'anonymous' || caller.principal === 'dead') return 401;
  return endpoint.access.includes('brand') && isBeyondRole(endpoint, caller) && ids !== caller.own ? 404 : 403;
}

/** Reads a sum over the content of all tables, without what changes when somebody calls. */
async function readerOfSums(database: pg.Client): Promise<() => Promise<string>> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not in ('sessions', 'api_keys', 'creator_browsers', 'migrations') order by relname`,
  );
  const sums = rows.map(
    ({ name }) =>
      `select '${name}=' || count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
  );
  const statement = sums.join(' union all ');
  // With so many small tables, starting parallel workers takes longer than counting.
  await database.query('set max_parallel_workers_per_gather = 0');
  const read = async () => (await database.query<{ sum: string }>(statement)).rows.map(({ sum }) => sum);
  return async () => (await read()).toSorted().join('\n');
}

/** A world with all callers, for the tests of a file. It is filled before the first of them. */
export function openMatrix(): Matrix {
  const matrix = {} as Matrix;
  let database: pg.Client;
  beforeAll(async () => {
    const keys = { clientId: 'vitrine', clientSecret: 'secret', baseUrl: undefined };
    const world = await openWorld({ social: { instagram: keys } });
    database = new pg.Client({ connectionString: world.ctx.database.url });
    await database.connect();
    // Made at the first read in an installation's life.
    await pushKeysOf(world.ctx);
    const callers = await assembleCallers(world);
    Object.assign(matrix, { world, callers, fingerprint: await readerOfSums(database) });
  });
  afterAll(async () => {
    await database.end();
    await matrix.world[Symbol.asyncDispose]();
  });
  return matrix;
}

/** One call as somebody, with everything that the rightful caller would send, and what of the query is given. */
export async function callAs(
  { world }: Pick<Matrix, 'world'>,
  [name, endpoint]: [string, Endpoint],
  caller: Caller,
  ids: Ids,
  asked: Record<string, string> = {},
  proof = caller.own['proof'] ?? 'none',
): Promise<Result<Endpoint>> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  const params = Object.fromEntries(names.map((param) => [param, ids[`${name}.${param}`] ?? ids[param] ?? 'nothing']));
  const given = bodyOf(world, name, ids);
  const body = endpoint.proof === undefined ? given : { ...Object(given), proof };
  const query = { ...queryOf(world, name, ids), ...asked };
  return caller.client.call(endpoint, {
    params,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(endpoint.takes === undefined ? {} : { file: { type: 'image/png', bytes: onePixel } }),
  });
}

/** Judges every call as each caller of these kinds. */
export function judgeCallers(matrix: Matrix, ...kinds: readonly Caller['principal'][]): void {
  const judged = new Set<string>();
  const callersOf = (name: string, endpoint: Endpoint, allowed: boolean) =>
    matrix.callers.filter((caller) => kinds.includes(caller.principal) && isAllowed(endpoint, caller) === allowed);
  const said = (caller: Caller, answer: Result<Endpoint>) => `${caller.name}: ${JSON.stringify(answer.problem)}`;

  describe.each(judgedCalls)('%s', (name, endpoint) => {
    test('answers the callers that its policy allows', async () => {
      for (const caller of callersOf(name, endpoint, true)) {
        if (caller.principal === 'creator' && ['removePayoutMethod', 'requestPayout'].includes(name))
          await renewMethod(matrix.world, caller.client, caller.own);
        const answer = await callAs(matrix, [name, endpoint], caller, caller.own);
        expect(answer.status, said(caller, answer)).toBeLessThan(300);
        judged.add(`${name} ${caller.name}`);
      }
    });

    test('refuses everyone else, whichever ids they send, and changes nothing', async () => {
      const refused = callersOf(name, endpoint, false);
      if (refused.length === 0) return;
      const before = await matrix.fingerprint();
      for (const caller of refused) {
        for (const ids of [caller.own, caller.foreign, missing]) {
          const answer = await callAs(matrix, [name, endpoint], caller, ids);
          expect(answer.status, said(caller, answer)).toBe(refusalOf(endpoint, caller, ids));
        }
        judged.add(`${name} ${caller.name}`);
      }
      expect(await matrix.fingerprint()).toBe(before);
    });

    test('takes the proof that the contract declares, and changes nothing without it', async () => {
      if (endpoint.proof === undefined) return;
      const before = await matrix.fingerprint();
      for (const caller of callersOf(name, endpoint, true)) {
        // Some bodies don't need it; authorization.proofs.test.ts says which.
        if (endpoint.proofWhen?.(bodyOf(matrix.world, name, caller.own) as never) === false) continue;
        const answer = await callAs(matrix, [name, endpoint], caller, caller.own, {}, 'vts_of-nobody');
        expect([answer.status, answer.problem.code], said(caller, answer)).toEqual([403, 'step_up_needed']);
      }
      expect(await matrix.fingerprint()).toBe(before);
    });

    test('answers the same for an id of others and an id that does not exist', async () => {
      // A handle is nobody's yet, and a code belongs to whoever holds it.
      if (!endpoint.path.includes('{') || ['public', 'code_holder'].includes(endpoint.scope)) return;
      // A report of an order that has not come is kept, so it has the same answer for both. orders.early.test.ts proves
      // that it reaches no order of another brand.
      if (endpoint.waiting) return;
      const allowed = callersOf(name, endpoint, true);
      if (allowed.length === 0) return;
      const before = await matrix.fingerprint();
      for (const caller of allowed) {
        const foreign = await callAs(matrix, [name, endpoint], caller, caller.foreign);
        const nowhere = await callAs(matrix, [name, endpoint], caller, missing);
        expect(foreign.status, said(caller, foreign)).toBe(404);
        const neutral = (answer: Result<Endpoint>) => ({ ...answer.problem, request_id: '', instance: '' });
        expect([foreign.status, neutral(foreign)], caller.name).toEqual([nowhere.status, neutral(nowhere)]);
      }
      expect(await matrix.fingerprint()).toBe(before);
    });
  });

  test('every call was judged as each of these callers', () => {
    const pairs = matrix.callers
      .filter(({ principal }) => kinds.includes(principal))
      .flatMap((caller) => judgedCalls.map(([name]) => `${name} ${caller.name}`));
    expect(pairs.length).toBeGreaterThanOrEqual(judgedCalls.length);
    expect([...judged].toSorted()).toEqual(pairs.toSorted());
  });
}

/** Tries calls whose address has two ids with a foreign id below an own one, and the other way round. */
export function judgeMixedIds(matrix: Matrix, kind: 'creator' | 'brand'): void {
  // A month and a kind of shop name no object of anybody.
  const withTwo = judgedCalls.filter(
    ([, { path, access }]) =>
      (path.replace(/\{month\}|\{kind\}/g, '').match(/\{/g) ?? []).length > 1 && access.includes(kind),
  );
  test.each(withTwo)('%s gets nothing with ids of two parties', async (name, endpoint) => {
    const before = await matrix.fingerprint();
    const [first = ''] = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
    for (const caller of matrix.callers.filter((entry) => entry.principal === kind && entry.active)) {
      if (!isAllowed(endpoint, caller)) continue;
      for (const ids of [
        { ...caller.foreign, [first]: caller.own[first] ?? '' },
        { ...caller.own, [first]: caller.foreign[first] ?? '' },
      ]) {
        expect((await callAs(matrix, [name, endpoint], caller, ids)).status, caller.name).toBe(404);
      }
    }
    expect(await matrix.fingerprint()).toBe(before);
  });
}
