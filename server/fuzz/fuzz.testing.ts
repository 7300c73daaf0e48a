import fc from 'fast-check';
import { sql } from 'kysely';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { bodyOf, onePixel, queryOf } from '../authorization.bodies.testing.ts';
import { assembleCallers, type Caller } from '../authorization.callers.testing.ts';
import { operatorAsAva, sessionOf } from '../authorization.testing.ts';
import { isAllowed } from '../authorization.matrix.testing.ts';
import { openWorld, type World } from '../world/world.ts';
import { definitionOf } from '@vitrine/contract/values/schema-definitions.ts';
import { type KnownIds, mutated, oddTexts, oddValue, describedBy } from './values.testing.ts';

// Sends calls of the contract with odd values as every kind of caller. Nothing that a caller sends may be answered with
// a 5xx: that is a bug, and its message says nothing.

export type Fuzz = { world: World; callers: Caller[] };
/** A request with a path that is sent as it is. */
type Sent = {
  name: string;
  caller: string;
  method: Endpoint['method'];
  url: string;
  body?: unknown;
  type?: string;
  bytes?: Buffer;
};

/** Never answered, because the stream stays open. */
const streams = new Set(['streamEvents']);
const reads = [...endpoints].filter(([name, { method }]) => method === 'GET' && !streams.has(name));
const writes = [...endpoints].filter(([, { method }]) => method !== 'GET');

export async function openFuzz(): Promise<Fuzz> {
  const keys = { clientId: 'vitrine', clientSecret: 'secret', baseUrl: undefined };
  const world = await openWorld({ social: { instagram: keys } });
  const callers = await assembleCallers(world);
  const creator = callers.find(({ name }) => name === 'creator of Glow Lab');
  if (!creator) throw new Error('There is no creator of Glow Lab');
  for (const mode of ['view', 'assist'] as const)
    callers.push({ ...creator, name: `operator in the mode ${mode}`, client: await operatorAsAva(world, mode) });
  return { world, callers };
}

const surrogate = '%ED%A0%80';

/** Lone surrogates have no bytes in UTF-8, so what a careless program sends is sent for them. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', surrogate);
}

type Values = Record<string, string>;

function urlOf({ path }: Endpoint, params: Values, query: Values): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? ''));
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
  return asked.length === 0 ? place : `${place}?${asked.join('&')}`;
}

function parametersOf(endpoint: Endpoint): string[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
}

function queryShape({ query }: Endpoint): Record<string, Parameters<typeof definitionOf>[0]> {
  if (!query) return {};
  const { shape, in: before } = definitionOf(query);
  return shape ?? (before && definitionOf(before).shape) ?? {};
}

function ownParams(name: string, endpoint: Endpoint, ids: Values): Values {
  return Object.fromEntries(
    parametersOf(endpoint).map((param) => [param, ids[`${name}.${param}`] ?? ids[param] ?? 'nothing']),
  );
}

/** One caller of each kind that may make the call, and one that may not. */
function callersFor(fuzz: Fuzz, endpoint: Endpoint): Caller[] {
  const kinds = new Map<string, Caller>();
  for (const caller of fuzz.callers)
    if (isAllowed(endpoint, caller))
      kinds.set(
        `${caller.principal} ${caller.role ?? ''}`,
        kinds.get(`${caller.principal} ${caller.role ?? ''}`) ?? caller,
      );
  const allowed = [...kinds.values()].filter(({ principal, role }) => principal !== 'brand' || role === undefined);
  const other = fuzz.callers.find((caller) => !isAllowed(endpoint, caller));
  return [...allowed, ...(other ? [other] : [])];
}

/** Every read with each odd value in each of its parameters, one at a time, and twice the same parameter. */
export function oddReads(fuzz: Fuzz): Sent[] {
  return reads.flatMap(([name, endpoint]) =>
    callersFor(fuzz, endpoint).flatMap((caller) => {
      const params = ownParams(name, endpoint, caller.own);
      const query = { ...queryOf(fuzz.world, name, caller.own) };
      const sent = (url: string): Sent => ({ name, caller: caller.name, method: endpoint.method, url });
      return [
        sent(urlOf(endpoint, params, query)),
        ...Object.keys(params).flatMap((param) =>
          oddTexts.map((text) => sent(urlOf(endpoint, { ...params, [param]: text }, query))),
        ),
        ...Object.keys(queryShape(endpoint)).flatMap((asked) => [
          ...oddTexts.map((text) => sent(urlOf(endpoint, params, { ...query, [asked]: text }))),
          sent(`${urlOf(endpoint, params, { ...query, [asked]: 'x' })}&${asked}=y&${asked}[]=z`),
        ]),
      ];
    }),
  );
}

/** The plain reads of everyone: what was written before may not break them. */
export function plainReads(fuzz: Fuzz): Sent[] {
  return reads.flatMap(([name, endpoint]) =>
    fuzz.callers
      .filter((caller) => isAllowed(endpoint, caller))
      .map((caller) => ({
        name,
        caller: caller.name,
        method: endpoint.method,
        url: urlOf(endpoint, ownParams(name, endpoint, caller.own), { ...queryOf(fuzz.world, name, caller.own) }),
      })),
  );
}

const files = fc.oneof(
  fc.constant(onePixel),
  fc.nat({ max: onePixel.length - 1 }).map((length) => onePixel.subarray(0, length)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** Any one of these calls as one of the callers, mostly one who may, with a body near to what the contract describes. */
export function anyWrite(fuzz: Fuzz): fc.Arbitrary<Sent> {
  const each = writes.flatMap(([name, endpoint]) => {
    const allowed = fuzz.callers.filter((caller) => isAllowed(endpoint, caller));
    const caller = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...(allowed.length > 0 ? allowed : fuzz.callers)) },
      { weight: 1, arbitrary: fc.constantFrom(...fuzz.callers) },
    );
    return [caller.chain((by) => writeBy(fuzz, [name, endpoint], by))];
  });
  return fc.oneof(...each);
}

function writeBy({ world }: Fuzz, [name, endpoint]: [string, Endpoint], caller: Caller): fc.Arbitrary<Sent> {
  const known: KnownIds = (field) => {
    const own = caller.own[`${name}.${field}`] ?? caller.own[field];
    return own === undefined ? [] : [own, own, caller.foreign[field] ?? own];
  };
  const valid = bodyOf(world, name, caller.own);
  const described = endpoint.body ? describedBy(endpoint.body, known) : fc.constant(undefined);
  const body =
    valid === undefined || !endpoint.body
      ? described
      : fc.oneof(
          { weight: 1, arbitrary: fc.constant(valid) },
          { weight: 5, arbitrary: mutated(valid, described) },
          { weight: 4, arbitrary: described },
          { weight: 1, arbitrary: oddValue },
        );
  const params = fc.record(
    Object.fromEntries(
      Object.entries(ownParams(name, endpoint, caller.own)).map(([param, own]) => [
        param,
        fc.oneof(
          { weight: 12, arbitrary: fc.constant(own) },
          { weight: 1, arbitrary: fc.constant(caller.foreign[param] ?? 'nothing') },
          { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
        ),
      ]),
    ),
  );
  const query = fc.constant({ ...queryOf(world, name, caller.own) });
  const { takes } = endpoint;
  const sent = { name, caller: caller.name, method: endpoint.method };
  return fc
    .record({ params, query, body, bytes: files, type: fc.constantFrom(...(takes ?? ['']), 'image/png') })
    .map((chosen) => ({
      ...sent,
      url: urlOf(endpoint, chosen.params, chosen.query),
      ...(takes === undefined ? { body: chosen.body } : { bytes: chosen.bytes, type: chosen.type }),
    }));
}

/** A session of the same user, after an earlier write has ended the one before. */
async function renew({ world }: Fuzz, caller: Caller): Promise<void> {
  const emails: Record<string, string> = {
    'creator of Glow Lab': 'ava@creators.test',
    'creator of Northwind': 'noor@creators.test',
    'owner of Glow Lab': 'brand@glow.test',
    'owner of Northwind': 'brand@northwind.test',
    operator: 'operator@vitrine.test',
  };
  const name = emails[caller.name];
  if (name === undefined) return;
  const { rows } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ id: string }>`select id from users where email = ${name}`.execute(tx),
  );
  if (rows[0]) caller.client = await sessionOf(world, rows[0].id, {});
}

/** A request that failed, as it can be sent again. */
function described({ name, caller, method, url, body, bytes }: Sent, status: number, requestId: string): string {
  const sent = bytes ? `${bytes.length} bytes ${bytes.toString('base64').slice(0, 200)}` : JSON.stringify(body);
  return `${status} ${name}: ${method} ${url} ${sent ?? ''} as ${caller} (${requestId})`;
}

/** Sends them one after another, and returns those that were answered with a 5xx, or not at all. */
export async function sendAll(
  fuzz: Fuzz,
  requests: readonly Sent[],
  counts: Map<number, number> = new Map(),
): Promise<string[]> {
  const failures: string[] = [];
  const byName = new Map(fuzz.callers.map((caller) => [caller.name, caller]));
  for (const request of requests) {
    const caller = byName.get(request.caller);
    const endpoint = endpoints.get(request.name);
    if (!caller || !endpoint) throw new Error(`${request.name} has no caller`);
    const { status, problem } = await caller.client.call(
      { ...endpoint, path: request.url },
      {
        ...(request.body === undefined
          ? {}
          : { body: request.body as never, headers: { 'content-type': 'application/json' } }),
        ...(request.bytes ? { file: { type: request.type ?? '', bytes: request.bytes } } : {}),
      },
    );
    counts.set(status, (counts.get(status) ?? 0) + 1);
    // 503 says that something else is needed, such as a mail server.
    if (status >= 500 && status !== 503) failures.push(described(request, status, problem.request_id));
    if (status === 401 && caller.principal !== 'dead') await renew(fuzz, caller);
  }
  return failures;
}
